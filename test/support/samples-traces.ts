import type { RequestSample } from '@/lib/domain/request-sample';
import type { TraceGroup } from '@/lib/domain/trace-groups';
import type { Span, Trace } from '@/lib/domain/traces';
import { epochMs } from '@/lib/domain/units';
import type { Verdict } from '@/lib/domain/verdict';
import { T0 } from './samples-findings';

export { T0 };

/** A span of 10 ms at T0 in one service; change what the test is about. */
export function sampleSpan(spanId: string, parentId: string | null, rest: Partial<Span> = {}): Span {
  return {
    spanId, parentId, name: 'ingress', service: 'envoy-gw', kind: 'server', start: epochMs(T0), durationMs: 10, status: 'unset', statusMessage: '',
    attributes: {}, resource: {}, scope: '', events: [], ...rest,
  };
}

/** The trace of the drawing: Envoy answered 503, its one attempt was reset, no server span below; one side call. */
export function resetTrace(): Trace {
  return {
    traceId: '9f3c00000000000000000000000041d0', partial: false, warnings: [],
    spans: [
      sampleSpan('a1', null, { durationMs: 12, status: 'error', attributes: { 'http.response.status_code': 503, 'url.path': '/api/orders', response_flags: 'UC' }, resource: { 'service.instance.id': 'envoy-gw-6c9' } }),
      sampleSpan('a2', 'a1', { name: 'router apiserver egress', kind: 'client', start: epochMs(T0 + 2), durationMs: 8, status: 'error', events: [{ at: epochMs(T0 + 9), name: 'exception', attributes: { 'exception.message': 'connection reset' } }] }),
      sampleSpan('a3', 'a1', { name: 'async ext_authz egress', kind: 'client', start: epochMs(T0 + 0.2), durationMs: 0.6, attributes: { 'http.status_code': '200' } }),
    ],
  };
}

/** The verdict on `resetTrace`. */
export function resetVerdict(rest: Partial<Verdict> = {}): Verdict {
  const proxy = { role: 'proxy', service: 'envoy-gw', instance: 'envoy-gw-6c9', zone: '1b' } as const;
  return {
    traceId: resetTrace().traceId, answeredBy: { ...proxy, spanId: 'a1' },
    causedBy: { role: 'backend', service: 'apiserver', instance: 'apiserver-74d-x2k', zone: '1a', spanId: null },
    mechanism: 'reset_before_response', status: 503, confidence: 0.95, band: 'certain', earlierAttempts: 0,
    evidence: [
      { code: 'ATTEMPT_NO_RESPONSE', spanId: 'a2', weight: 0.25, text: 'the attempt has no status' },
      { code: 'ENVOY_FLAG', spanId: 'a1', weight: 0.6, text: 'UC: upstream closed the connection before headers' },
    ],
    against: [], chain: [{ ...proxy, spanId: 'a1', status: 503 }], ...rest,
  };
}

/** One request of a list; change what the test is about. */
export function sampleRequest(traceId: string, rest: Partial<RequestSample> = {}): RequestSample {
  return {
    traceId, at: epochMs(T0), proxy: 'envoy', instance: 'envoy-1', zone: 'a', method: 'GET', host: 'shop.example.org', path: '/cart', userAgent: null, client: null, status: 503, durationMs: 12,
    answeredBy: 'proxy', answeredByService: 'envoy-gw', causedBy: 'backend', mechanism: 'reset_before_response', confidence: 0.95, band: 'certain', earlierAttempts: 0, ...rest,
  };
}

/** A group over samples that all agree. */
export function sampleGroup(samples: readonly RequestSample[], rest: Partial<TraceGroup> = {}): TraceGroup {
  return { answeredBy: 'proxy', service: 'envoy-gw', mechanism: 'reset_before_response', count: samples.length, share: 1, low: 0.8, high: 1, samples, ...rest };
}
