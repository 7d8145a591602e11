import { z } from 'zod';
import { pathFamilies } from '../../domain/not-found-campaign';
import { notFoundClasses } from '../../domain/not-found-detail';
import { severities } from '../../domain/findings';
import { trustCodes } from '../../domain/trust';
import { hopRoles } from '../../domain/verdict';

const epoch = z.number().describe('epoch milliseconds');
const range = z.object({ from: epoch, to: epoch, stepMs: z.number(), stepSeconds: z.number() });
const evidence = z.object({ code: z.string(), text: z.string() });

export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  parameter: z.string().optional(),
  source: z.enum(['metrics', 'traces']).optional().describe('the backend at fault'),
});

export const findingSchema = z.object({
  id: z.string(),
  kind: z.string(),
  detector: z.string(),
  proxy: z.string().nullable(),
  subject: z.string(),
  from: epoch,
  to: epoch,
  ongoing: z.boolean(),
  severity: z.enum(severities),
  confidence: z.number().min(0).max(1),
  basis: z.enum(['measured', 'inferred']),
  evidence: z.array(evidence),
  against: z.array(evidence),
  advice: z.array(z.string()),
  strata: z.array(z.object({ label: z.string(), from: epoch, to: epoch, status: z.number().nullable(), proxy: z.string().nullable(), instance: z.string().nullable(), zone: z.string().nullable(), host: z.string().nullable(), answeredBy: z.enum(hopRoles).nullable().optional() })),
  data: z.record(z.string(), z.unknown()),
});

export const runSchema = z.union([
  z.object({ kind: z.literal('checked'), findings: z.array(findingSchema), detail: z.record(z.string(), z.unknown()), trust: z.array(z.unknown()) }),
  z.object({ kind: z.literal('not-checked'), missing: z.array(z.string()), why: z.string(), mend: z.string() }),
]);

const counted = z.array(z.object({ name: z.string(), samples: z.number() }));
const ratio = z.object({ value: z.number().nullable(), low: z.number(), high: z.number().nullable() }).nullable().describe('rate after over rate before with its 95 % interval; null bounds are unbounded');
const countChange = { before: z.number(), after: z.number(), ratio, beyondChance: z.boolean() };
const comparedWindow = z.object({ range: z.object({ from: epoch, to: epoch, stepMs: z.number() }), knownMs: z.number(), sampled: z.number().nullable() });
const share = z.number().nullable();

export const campaignSchema = z.object({
  key: z.string(),
  families: z.array(z.object({ family: z.enum(pathFamilies), samples: z.number() })),
  samples: z.number(),
  requests: z.number(),
  share,
  pathCount: z.number(),
  paths: counted,
  hosts: counted,
  hostCount: z.number(),
  clientCount: z.number().nullable(),
  clients: counted,
  agents: counted,
  agentCount: z.number(),
  methods: z.array(z.string()),
  distributed: z.boolean(),
  first: epoch,
  last: epoch,
  traceIds: z.array(z.string()),
  folded: z.number(),
});

export const changesSchema = z.union([
  z.object({
    kind: z.literal('checked'),
    changes: z.object({
      verdict: z.enum(['changed', 'nothing-beyond-chance', 'no-data-before', 'too-short']),
      before: comparedWindow,
      after: comparedWindow,
      total: z.object(countChange),
      classes: z.array(z.object({ ...countChange, class: z.enum(notFoundClasses) })),
      fleets: z.array(z.object({ proxy: z.string(), requestsBefore: z.number(), requestsAfter: z.number(), missShareBefore: share, missShareAfter: share })),
      instances: z.array(z.object({ kind: z.enum(['joined', 'left', 'misses-more', 'misses-less']), proxy: z.string(), instance: z.string(), zone: z.string(), missShareBefore: share, missShareAfter: share })),
      targets: z.array(z.object({
        kind: z.enum(['new', 'gone', 'grew']), host: z.string().nullable(), path: z.string().nullable(), class: z.enum(notFoundClasses),
        samplesBefore: z.number(), samplesAfter: z.number(), requestsBefore: z.number().nullable(), requestsAfter: z.number().nullable(), ratio,
      })).nullable(),
      campaigns: z.object({ new: z.array(campaignSchema), gone: z.array(campaignSchema) }).nullable(),
      caveats: z.array(z.string()),
    }),
  }),
  z.object({ kind: z.literal('not-checked'), missing: z.array(z.string()), why: z.string(), mend: z.string() }),
]);

const frame = z.object({
  at: z.array(epoch),
  stepMs: z.number(),
  series: z.array(z.object({ labels: z.record(z.string(), z.string()), values: z.array(z.number().nullable()) })),
});

export const signalSchema = z.object({
  signal: z.string(),
  meta: z.object({ title: z.string(), unit: z.string(), kind: z.enum(['rate', 'gauge', 'count']), labels: z.array(z.string()) }),
  frame: frame.nullable(),
  state: z.enum(['available', 'inferred', 'not-observable', 'not-checked']),
  reason: z.string(),
  mend: z.string().nullable(),
});

export const environmentSchema = z.object({
  name: z.string(),
  kind: z.enum(['live', 'recording']),
  note: z.string(),
  proxies: z.array(z.object({ name: z.string(), dialect: z.string() })),
  recorded: z.object({ from: epoch, to: epoch }).nullable(),
  tracesUi: z.string().nullable(),
});

export const capabilitiesSchema = z.object({
  sources: z.array(z.object({ source: z.enum(['metrics', 'traces', 'annotations']), type: z.string(), state: z.enum(['ok', 'failed', 'not-configured']), version: z.string().nullable(), detail: z.string() })),
  capabilities: z.array(z.object({ signal: z.string(), proxy: z.string().nullable(), state: z.enum(['available', 'inferred', 'not-observable', 'not-checked']), probed: z.boolean(), reason: z.string(), mend: z.string().nullable() })),
});

export const recordingSchema = z.object({
  id: z.string(),
  title: z.string(),
  environment: z.string(),
  from: epoch,
  to: epoch,
  madeAt: epoch,
  appVersion: z.string(),
  bytes: z.number(),
  findings: z.array(z.string()),
  broken: z.string().nullable(),
});

/** The envelope of every answer about a range. */
export function envelopeSchema<T extends z.ZodType>(data: T) {
  return z.object({
    data,
    range,
    basis: z.enum(['measured', 'inferred']).nullable(),
    queries: z.array(z.object({ source: z.string(), purpose: z.string(), query: z.string(), range, link: z.string().nullable() })),
    trust: z.array(z.object({ code: z.enum(trustCodes), about: z.string().nullable(), effect: z.string(), mend: z.string() })),
    failures: z.array(z.object({ source: z.string(), kind: z.string(), message: z.string(), affects: z.array(z.string()) })),
  });
}
