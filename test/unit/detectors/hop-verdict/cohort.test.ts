import { describe, expect, it } from 'vitest';
import { COHORT_SIZE, type Attributed, attributeAll, attributeTrace, raiseCohorts, signatureOf } from '@/lib/detectors/hop-verdict';
import type { Trace } from '@/lib/domain/traces';
import { type SpanSpec, app, envoyServer, nginxServer, skipperClient, skipperServer, trace } from './build';
import { failed, route } from './situations';

const times = (count: number, specs: readonly SpanSpec[], from = 1): Trace[] => Array.from({ length: count }, (_, i) => trace(from + i, 'old', specs));
const untraced = [skipperServer(404, route), skipperClient(404)];
const policy = [skipperServer(429, route)];
/** Explicit, and weakened by a missing parent. */
const broken = [skipperServer(404, { ...route, of: 'gone' }), skipperClient(404), app(404)];
const confidences = (traces: readonly Trace[]) => attributeAll(traces).map((verdict) => verdict.confidence);

describe('cohorts', () => {
  it('five traces of the same shape and answer are trusted a little more', () => {
    const [alone] = confidences(times(1, untraced));
    expect(confidences(times(COHORT_SIZE, untraced))).toEqual(Array(COHORT_SIZE).fill(alone! + 0.05));
    expect(attributeAll(times(COHORT_SIZE, untraced))[0]!.evidence.at(-1)!.code).toBe('COHORT');
  });

  it('four are not, nor one trace five times', () => {
    expect(confidences(times(4, untraced))).toEqual(confidences(times(1, untraced)).concat(confidences(times(1, untraced)), confidences(times(1, untraced)), confidences(times(1, untraced))));
    const member: Attributed = attributeTrace(times(1, untraced)[0]!);
    expect(raiseCohorts(Array(5).fill(member))).toEqual(Array(5).fill(member.verdict));
  });

  it('without explicit evidence they stay below certain', () => {
    expect(new Set(attributeAll(times(50, policy)).map((verdict) => verdict.band))).toEqual(new Set(['possible']));
    const [lost] = attributeAll(times(50, [envoyServer('404', '-')]));
    expect(lost).toMatchObject({ band: 'likely', confidence: 0.84 });
  });

  it('never above .97, and never down', () => {
    expect(new Set(confidences(times(5, [envoyServer('404', 'NR')])))).toEqual(new Set([0.97]));
    expect(attributeAll(times(5, broken))[0]!.confidence).toBeLessThanOrEqual(0.97);
  });

  it('many times "cannot tell" is no more than once', () => {
    expect(new Set(confidences(times(9, [nginxServer(404)])))).toEqual(new Set(confidences(times(1, [nginxServer(404)]))));
  });

  it('verdicts keep their order', () => {
    const mixed = [...times(5, untraced), ...times(5, policy, 10), ...times(5, untraced, 20)];
    expect(attributeAll(mixed).map((verdict) => verdict.traceId)).toEqual(mixed.map((one) => one.traceId));
  });
});

describe('signatureOf', () => {
  it('is the same for other times, ids and instances', () => {
    const other = untraced.map((spec) => ({ ...spec, at: (spec.at ?? 0) + 500, ms: 99, attributes: { ...spec.attributes, hostname: 'skipper-9' } }));
    expect(signatureOf(trace(2, 'new', other))).toBe(signatureOf(trace(1, 'old', untraced)));
  });

  it.each([
    ['status', [skipperServer(502, route), skipperClient(502)]],
    ['error', [skipperServer(404, { ...route, error: true }), skipperClient(404)]],
    ['a span below', [...untraced, app(404)]],
    ['a failed try before', [skipperServer(404, route), skipperClient(null, { id: 'C0', ...failed('EOF') }), skipperClient(404, { at: 5 })]],
    ['no try', [skipperServer(404, route)]],
    ['flags', [envoyServer('404', 'NR')]],
  ])('differs by %s', (_title, specs) => {
    expect(signatureOf(trace(1, 'old', specs))).not.toBe(signatureOf(trace(1, 'old', untraced)));
  });

  it('of nothing is empty', () => {
    expect(signatureOf(trace(1, 'old', []))).toBe('');
  });
});
