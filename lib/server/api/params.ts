import { z } from 'zod';
import { type DetectorId, detectorIds } from '../../detectors';
import { parseHopMatch } from '../../domain/hop-filter';
import type { FindingKind } from '../../domain/findings';
import type { RangeRequest, TracesRequest } from '../../domain/requests';
import { hopRoles, mechanisms } from '../../domain/verdict';
import { type SignalName, signalNames } from '../../domain/signals';
import { RequestError } from '../errors';

const text = (most: number) => z.string().min(1).max(most);
const optionalText = (most: number) => text(most).optional();
const timeText = text(64).optional().describe('epoch milliseconds, ISO 8601 or Grafana syntax such as now-6h');

const traceIdText = z.string({ error: 'expected the id of a trace' }).regex(/^[0-9a-fA-F]{1,32}$/, 'expected up to 32 hex digits');
const about = z.coerce.number().int().min(31_536_000_000).max(7_258_118_400_000).optional().describe('about when it was, epoch milliseconds');

const hopText = optionalText(300).refine((value) => value === undefined || parseHopMatch(value) !== null, { message: `expected a role (${hopRoles.join(', ')}), or role/service` });

const findingKinds = [
  'zone-flapping', 'zone-concentrated', 'zone-drained', 'routeless-instance', 'route-lost', 'zone-route-gap', 'fleet-route-loss', 'scanner-wave', 'rollout-errors', 'error-burst',
] as const satisfies readonly FindingKind[];

const range = {
  env: optionalText(100).describe('environment; default: the first one'),
  from: timeText,
  to: timeText,
  maxPoints: z.coerce.number().int().min(2).max(5_000).optional().describe('at most so many points a series; sets the step'),
};

/** Query parameters of each question: validation here, and the OpenAPI document from the same schemas. */
export const paramSchemas = {
  env: z.object({ env: range.env }),
  range: z.object(range),
  signal: z.object({ ...range, name: z.enum(signalNames as [SignalName, ...SignalName[]]) }),
  detector: z.object({ ...range, moment: timeText.describe('zone-flapping and rollout-errors: compare before and after this time'), id: z.enum(detectorIds as [DetectorId, ...DetectorId[]]) }),
  changes: z.object({ ...range, against: text(64).optional().describe('"before" (default): the window of the same length directly before; or the time at which another one begins') }),
  findings: z.object({ ...range, kind: z.enum(findingKinds).optional() }),
  traces: z.object({
    ...range,
    finding: optionalText(200).describe('id of a finding of this range: its traces'),
    status: z.coerce.number().int().min(100).max(599).optional().describe('only answers of the proxy with this status'),
    proxy: optionalText(100).describe('only this proxy fleet, by its name in Weir'),
    instance: optionalText(253).describe('only this instance of the proxy'),
    zone: optionalText(100).describe('only proxies in this zone'),
    host: optionalText(300).describe('only requests for this host'),
    answeredBy: hopText.describe('only requests answered by this hop: its role, or role/service ("proxy/skipper-ingress"); "backend/" is one that no span names'),
    causedBy: hopText.describe('only requests whose answer this hop caused; written as answeredBy'),
    mechanism: z.enum(mechanisms).optional().describe('only requests that ended in this way'),
  }),
  trace: z.object({ env: range.env, traceId: traceIdText.describe('up to 32 hex digits'), at: about, lean: z.literal('1').optional().describe('a trace of more than 2,000 spans comes without the attributes of spans that nothing points at') }),
  span: z.object({ env: range.env, traceId: traceIdText, spanId: z.string().regex(/^[0-9a-fA-F]{1,32}$/, 'expected up to 32 hex digits'), at: about }),
  compareTraces: z.object({
    env: range.env,
    a: traceIdText.describe('the failed trace'),
    b: traceIdText.optional().describe('the good trace; default: a healthy one of the same proxy, host and route is looked for'),
    at: about.describe('about when the failed trace was, epoch milliseconds; without it all that the backend holds is searched'),
    bAt: about.describe('about when the good trace was, epoch milliseconds'),
  }),
  recordingId: z.object({ id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'expected the id of a recording') }),
} as const;

/** Body of `POST recordings`. */
export const recordSchema = z.strictObject({
  env: optionalText(100),
  from: text(64).describe('as the parameter "from"'),
  to: text(64),
  title: z.string().max(200).optional(),
  note: z.string().max(10_000).optional(),
});

/** Body of `POST traces/judge`: any JSON of traces; as `text/plain` also an id, a traceparent or a link. */
export const pastedSchema = z.unknown().describe('JSON of Jaeger, OTLP, Tempo, Zipkin or Weir, at most 64 MiB; as text/plain also a trace id, a traceparent or a link that holds an id');

/** Checks parameters of a URL and of its path. Throws RequestError 400 naming the parameter and what was expected. */
export function parseParams<T>(schema: z.ZodType<T>, request: Request, path: Readonly<Record<string, string>> = {}): T {
  const search = new URL(request.url).searchParams;
  // An empty parameter is one that was not given: forms and link builders leave them.
  const given = [...search].filter(([, value]) => value !== '');
  const twice = given.find(([name, value], i) => given.some(([other, second], j) => j < i && other === name && second !== value));
  if (twice) throw new RequestError(400, twice[0].slice(0, 60), `${twice[0].slice(0, 60)}: expected one value, got several`);
  return parseInput(schema, { ...Object.fromEntries(given), ...path });
}

/** Checks a value against a schema. Throws RequestError 400. */
export function parseInput<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const name = issue.code === 'unrecognized_keys' ? (issue.keys[0] ?? null) : issue.path.map(String).join('.') || null;
  throw new RequestError(400, name, `${name ?? 'body'}: ${issue.message.replace(/^Invalid input: /, '')}`);
}

export function toRangeRequest(params: z.infer<typeof paramSchemas.range>): RangeRequest {
  return { env: params.env ?? null, from: params.from ?? null, to: params.to ?? null, maxPoints: params.maxPoints ?? null };
}

export function toTracesRequest(params: z.infer<typeof paramSchemas.traces>): TracesRequest {
  const { finding, status, proxy, instance, zone, host, mechanism } = params;
  const hop = (name: 'answeredBy' | 'causedBy') => { const match = params[name] === undefined ? null : parseHopMatch(params[name]); return match ? { [name]: match } : {}; };
  return { ...toRangeRequest(params), finding: finding ?? null, status: status ?? null, proxy: proxy ?? null, instance: instance ?? null, zone: zone ?? null, host: host ?? null, ...hop('answeredBy'), ...hop('causedBy'), ...(mechanism ? { mechanism } : {}) };
}
