import 'server-only';
import type { Attributes, Span } from '../../domain/traces';
import { own } from '../../domain/own';
import type { TraceAnswer } from '../../domain/requests';
import { LARGE_SPANS } from './read-trace';

/** What the waterfall draws of a span that no one points at. */
const DRAWN = ['http.response.status_code', 'http.status_code'] as const;
/** Calls of the hops of the chain, which are shown as attempts. */
const MOST_CALLS = 500;
const MOST_MESSAGE = 200;

/**
 * The same answer without the attributes, resources and events of spans that no evidence, hop or attempt points at: a
 * trace of 10,000 spans goes from about 12 MB to 2. Small traces stay as they are.
 */
export function leanAnswer(answer: TraceAnswer): TraceAnswer {
  const { trace, verdict } = answer;
  if (trace.spans.length <= LARGE_SPANS) return answer;
  const whole = new Set<string | null>([...verdict.chain, ...verdict.evidence, ...verdict.against, verdict.answeredBy, verdict.causedBy].map(({ spanId }) => spanId));
  const hops = new Set(verdict.chain.map(({ spanId }) => spanId));
  let calls = 0;
  const keeps = (span: Span) => whole.has(span.spanId) || (span.kind === 'client' && span.parentId !== null && hops.has(span.parentId) && (calls += 1) <= MOST_CALLS);
  return { ...answer, lean: true, trace: { ...trace, spans: trace.spans.map((span) => (keeps(span) ? span : leanSpan(span))) } };
}

function leanSpan(span: Span): Span {
  return { ...span, statusMessage: span.statusMessage.slice(0, MOST_MESSAGE), attributes: drawnAttributes(span.attributes), resource: {}, events: [], scope: '' };
}

function drawnAttributes(attributes: Attributes): Attributes {
  for (const name of DRAWN) {
    const value = own(attributes, name);
    if (value !== undefined) return { [name]: value };
  }
  return {};
}
