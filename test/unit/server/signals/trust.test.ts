import { describe, expect, it } from 'vitest';
import { epochMs, millis } from '@/lib/domain/units';
import type { MetricsEngine, RangeResult } from '@/lib/ports/metrics-source';
import { engineNotes } from '@/lib/server/signals/trust';

const answer = (engine: MetricsEngine | undefined): RangeResult => ({
  series: [], warnings: [], partial: false, range: { from: epochMs(0), to: epochMs(600_000), stepMs: millis(5_000) }, ...(engine === undefined ? {} : { engine }),
});
const codes = (engine: MetricsEngine | undefined, query: string, now = 3_600_000) => engineNotes(answer(engine), query, now, 'ingress').map(({ code }) => code);

describe('engineNotes', () => {
  it.each([
    ['rate(x[1m])', ['engine-rate']], ['sum by (pod) (increase (x[1m]))', ['engine-rate']], ['histogram_quantile(0.5, irate(x[1m]))', ['engine-rate']],
    ['sum by (pod) (x)', []], ['request_rate', []], ['max by (rate) (x)', []],
  ])('%s on VictoriaMetrics', (query, expected) => {
    expect(codes('victoria-metrics', query)).toEqual(expected);
  });

  it.each(['prometheus', 'unknown', undefined] as const)('says nothing of %s', (engine) => {
    expect(codes(engine, 'rate(x[1m])', 600_000)).toEqual([]);
  });

  it('tells that the last half minute is not answered yet', () => {
    expect(codes('victoria-metrics', 'x', 629_999)).toEqual(['incomplete-last-step']);
    expect(codes('victoria-metrics', 'x', 630_000)).toEqual([]);
  });
});
