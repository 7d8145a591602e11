import 'server-only';
import type { RoleRule } from '../../detectors/hop-verdict';
import type { Answer } from '../../domain/answer';
import type { PasteAnswer, TraceAnswer } from '../../domain/requests';
import type { TraceReference } from '../../url/trace-reference';
import { RequestError } from '../errors';
import { getRuntime } from '../runtime';
import { timed } from '../telemetry/timed';
import { AnswerParts } from './answer';
import { attributeTraces } from './attribute-json';
import { loadTrace, rangeOf } from './load-trace';
import { readPasted } from './paste-text';

export interface PasteRequest {
  readonly env: string | null;
  readonly text: string;
}

/** More traces than this are a search, not a paste: the rest is counted. */
const MOST_TRACES = 200;

/**
 * Verdicts of a pasted text at once: of the traces in it (no source is needed, nothing is kept), or of the trace that it names, read from the
 * environment's trace source. Throws RequestError 400 saying what was recognised, 404 when nobody has the named trace, SourceError.
 */
export function judgePasted({ env, text }: PasteRequest): Promise<Answer<PasteAnswer>> {
  return timed('paste', async () => {
    const pasted = readPasted(text);
    if (pasted.kind === 'error') throw new RequestError(400, 'body', pasted.error);
    if (pasted.kind === 'reference') return fromSource(env, pasted.reference);
    const traces = pasted.traces.slice(0, MOST_TRACES);
    const verdicts = attributeTraces(traces, pasted.traces, await rolesOf(env));
    const answers = traces.map((trace, i): TraceAnswer => ({ trace, verdict: verdicts[i]!, link: null, links: [] }));
    const data: PasteAnswer = { from: 'json', format: pasted.format, traces: answers, leftOut: pasted.traces.length - traces.length };
    return new AnswerParts().finish(data, rangeOf(traces), 'inferred');
  });
}

async function fromSource(env: string | null, { traceId, what }: TraceReference): Promise<Answer<PasteAnswer>> {
  const { data, ...rest } = await loadTrace({ env, traceId, at: null, lean: true });
  return { ...rest, data: { from: 'id', format: what, traces: [data], leftOut: 0 } };
}

/** The environment's word on which services are proxies, where there is one: a pasted trace is judged without any source too. */
async function rolesOf(env: string | null): Promise<RoleRule[]> {
  try {
    const { services } = await getRuntime().environment(env);
    return services.map(({ service }) => ({ service, role: 'proxy' }));
  } catch {
    return [];
  }
}
