import { z } from 'zod';
import { hopStatuses } from '../../domain/hops';
import { hopRoles, mechanisms } from '../../domain/verdict';

const epoch = z.number().describe('epoch milliseconds');
const share = z.number().min(0).max(1);
const status = z.union(hopStatuses.map((code) => z.literal(code)));
const requests = z.number().nullable().describe('requests by the counters of the proxy; null where no counter knows');
const hop = z.object({ role: z.enum(hopRoles), service: z.string().nullable() });
const part = z.object({ answeredBy: hop, causedBy: hop, mechanism: z.enum(mechanisms), count: z.number(), certain: z.number(), share, low: share, high: share });
const example = z.object({ traceId: z.string(), at: epoch, band: z.enum(['certain', 'likely', 'possible', 'unknown']) });
const totalPart = part.extend({ examples: z.array(example).max(3).optional().describe('traces to open, the surest first') });
const window = { label: z.string(), from: epoch, to: epoch };
const stratum = z.object({
  ...window, status: z.number().nullable(), proxy: z.string().nullable(), instance: z.string().nullable(), zone: z.string().nullable(), host: z.string().nullable(), answeredBy: z.enum(hopRoles).nullable().optional(),
});

/** What `GET /api/v1/hops` answers: the shape of `HopDetail` (lib/domain/hops.ts). */
export const hopsSchema = z.object({
  edges: z.array(epoch),
  cells: z.array(z.object({
    from: epoch, to: epoch, proxy: z.string(), status, requests, lookedAt: z.number(), search: z.enum(['searched', 'skipped', 'failed', 'quiet']), truncated: z.boolean(), young: z.boolean().optional(), parts: z.array(part),
  })),
  totals: z.array(z.object({
    proxy: z.string(), service: z.string().nullable().describe('name of its spans; null: not known, so it cannot be searched'), status, requests, lookedAt: z.number(), expectedTraces: z.number().nullable().describe('traces that the sampling should have kept of the requests; null where the rate is not known'),
    truncated: z.boolean(), parts: z.array(totalPart), answered: z.array(z.object({ hop, count: z.number(), share, low: share, high: share })), stratum,
  })),
  agreement: z.array(z.object({
    proxy: z.string(), status, what: z.string(), counted: share, requests: z.number(), judged: share, low: share, high: share, traces: z.number(), verdict: z.enum(['agree', 'disagree', 'cannot-tell']),
  })),
  spanMetrics: z.union([
    z.object({ kind: z.literal('found'), flavour: z.string(), rows: z.array(z.object({ service: z.string(), kind: z.enum(['server', 'client']), status, requests: z.number() })), sampled: z.enum(['before', 'unknown']) }),
    z.object({ kind: z.enum(['not-found', 'no-status', 'failed']), why: z.string(), mend: z.string() }),
  ]),
  profiles: z.array(z.object({
    service: z.string(), family: z.string(), role: z.enum(hopRoles), pAttempt: share.nullable(), pBelow: share.nullable(), samples: z.number(), source: z.enum(['learned', 'default']), learnedAt: epoch.nullable(),
    towards: z.array(z.object({ name: z.string(), by: z.enum(['name', 'address']), pBelow: share.nullable().describe('null: too few samples, so that the share of all requests is used'), samples: z.number() })).optional(),
  })),
  search: z.object({
    traced: z.boolean().describe('false: the environment has no trace source'), recorded: z.boolean().optional().describe('true: the traces are those that a recording keeps, at most some of each search'), searches: z.number(), skipped: z.number(), failed: z.number(), budgetMs: z.number(), young: z.boolean(), reread: z.number(),
    sampling: z.array(z.object({ proxy: z.string(), rate: share.nullable(), traces: z.number(), requests: z.number().nullable() })),
  }),
});
