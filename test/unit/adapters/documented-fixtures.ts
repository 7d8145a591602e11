import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Trace } from '@/lib/domain/traces';
import { parseTraces } from '@/lib/wire/parse-traces';
import { type Encoding, encode, toJaegerV1 } from '../wire/encode';

/** Causes whose real traces are written again as Tempo and VictoriaTraces would. */
export const documentedCauses = ['healthy', 'route-miss', 'backend-404', 'backend-502', 'refused', 'timeout', 'retry-worked'] as const;

export function realTrace(proxy: 'skipper' | 'envoy', cause: string): Trace {
  const parsed = parseTraces(JSON.parse(readFileSync(path.join(import.meta.dirname, `../../fixtures/real/traces/${proxy}/${cause}.v1.json`), 'utf8')));
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.traces[0]!;
}

/** Name of the file to its content. Made from documentation, not recorded. */
export function documentedFixtures(): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  const put = (name: string, cause: string, encoding: Encoding, proxy: 'skipper' | 'envoy' = 'skipper') => {
    out[name] = encode(realTrace(proxy, cause), encoding);
  };
  for (const cause of documentedCauses) {
    put(`tempo/${cause}.v2.json`, cause, 'tempo-v2');
    put(`tempo/envoy-${cause}.v2.json`, cause, 'tempo-v2', 'envoy');
    put(`victoria-traces/${cause}.json`, cause, 'victoria-traces');
    put(`victoria-traces/envoy-${cause}.json`, cause, 'victoria-traces', 'envoy');
  }
  for (const cause of ['backend-404', 'route-miss']) put(`tempo/${cause}.v1.json`, cause, 'tempo-v1');
  const misses = ['backend-404', 'route-miss'].map((cause) => realTrace('skipper', cause));
  out['tempo/search-404.json'] = { traces: misses.map(toFound), metrics: { inspectedTraces: 2, inspectedBytes: '40960', totalBlocks: 1, completedJobs: 1, totalJobs: 1 } };
  out['victoria-traces/search-404.json'] = { data: misses.map((trace) => toJaegerV1(trace, true)), errors: null, limit: 0, offset: 0, total: 2 };
  return out;
}

const nanos = (ms: number) => `${BigInt(Math.round(ms * 1000)) * 1000n}`;

/** As `/api/search` tells of a trace: the spans that match, not the trace. Leading zeros of ids are left off. */
function toFound(trace: Trace): unknown {
  const matching = trace.spans.filter((span) => span.service === 'skipper-ingress' && span.kind === 'server');
  const [root] = matching;
  return {
    traceID: trace.traceId.replace(/^0+/, ''), rootServiceName: root!.service, rootTraceName: root!.name, startTimeUnixNano: nanos(root!.start), durationMs: Math.round(root!.durationMs),
    spanSets: [{
      spans: matching.map((span) => ({ spanID: span.spanId, startTimeUnixNano: nanos(span.start), durationNanos: nanos(span.durationMs), attributes: [{ key: 'http.status_code', value: { intValue: '404' } }] })),
      matched: matching.length,
    }],
  };
}
