import 'server-only';
import QuickLRU from 'quick-lru';
import type { Trace } from '../../domain/traces';
import { epochMs } from '../../domain/units';
import { RequestError } from '../errors';
import type { Environment } from '../environments/types';

/** Above this the page gets a lean trace and asks for spans one by one: the trace is kept for that. */
export const LARGE_SPANS = 2_000;

const MOST_KEPT = 3;
const KEPT_MS = 60_000;
const KEY = Symbol.for('weir.large-traces');

/** Pages and routes may be bundled apart, so it hangs on globalThis like the runtime. */
function kept(): QuickLRU<string, Trace> {
  const holder = globalThis as { [KEY]?: QuickLRU<string, Trace> };
  holder[KEY] ??= new QuickLRU<string, Trace>({ maxSize: MOST_KEPT, maxAge: KEPT_MS });
  return holder[KEY];
}

/** One trace of an environment. Large ones are kept for a minute. Throws RequestError 400 and 404, SourceError when the backend failed. */
export async function readTrace(environment: Environment, traceId: string, at: number | null): Promise<Trace> {
  if (!/^[0-9a-fA-F]{1,32}$/.test(traceId)) throw new RequestError(400, 'traceId', 'traceId: expected up to 32 hex digits');
  if (!environment.traces) throw new RequestError(404, 'env', `environment "${environment.info.name}" has no trace source`);
  const key = JSON.stringify([environment.info.name, environment.traces.type, traceId.toLowerCase(), at]);
  const known = kept().get(key);
  if (known) return known;
  const trace = await environment.traces.get(traceId, at === null ? null : epochMs(at));
  if (!trace || trace.spans.length === 0) throw new RequestError(404, 'traceId', 'the trace source does not have this trace: it may have aged out or was not sampled');
  if (trace.spans.length > LARGE_SPANS) kept().set(key, trace);
  return trace;
}
