import { describe, expect, it } from 'vitest';
import { rolloutErrors } from '@/lib/detectors/rollout-errors';
import { detectRolloutErrors } from '@/lib/detectors/rollout-errors/detect';
import type { SeriesFrame, Value } from '@/lib/domain/series';
import type { SignalName } from '@/lib/domain/signals';
import { epochMs, millis } from '@/lib/domain/units';

/** Controls of the rollouts issue: two hours of 15 s steps, two pods a workload unless said otherwise. */
const N = 480;
const STEP = 15_000;
const at = Array.from({ length: N }, (_, i) => epochMs(1_780_000_000_000 + i * STEP));
const frame = (...series: [Record<string, string>, Value[]][]): SeriesFrame => ({ at, stepMs: millis(STEP), series: series.map(([labels, values]) => ({ labels, values })) });
const steps = (value: (i: number) => Value) => Array.from({ length: N }, (_, i) => value(i));
const set = (workload: string, name: string, value: (i: number) => Value): [Record<string, string>, Value[]] => [{ namespace: 'default', workload, replicaset: name }, steps(value)];
const rolls = (workload: string, start: number, end: number) => [set(workload, `${workload}-1`, (i) => (i < end ? 2 : 0)), set(workload, `${workload}-2`, (i) => (i < start ? null : 2))];
const failing = (subject: string, from: number, values: readonly number[], code = '502'): [Record<string, string>, Value[]] => [{ proxy: 'edge', instance: 'e', zone: 'a', code, subject }, steps((i) => (i < from ? null : (values[i - from] ?? 0)))];
const requests = frame([{ proxy: 'edge', instance: 'e', zone: 'a' }, steps(() => 100)]);

function run(signals: Partial<Record<SignalName, SeriesFrame>>) {
  const result = rolloutErrors.run({
    range: { from: at[0]!, to: at[N - 1]!, stepMs: millis(STEP) }, now: epochMs(at[N - 1]! + 60_000),
    signals: { 'instance-requests': requests, ...signals }, traces: null, params: rolloutErrors.defaults,
  });
  if (result.kind !== 'checked') throw new Error(result.why);
  return { ...result, kinds: result.findings.map(({ kind, subject }) => `${kind} ${subject}`), suspects: result.detail.perRollout.map((one) => (one.suspects ?? []).map(({ label }) => label)) };
}

describe('controls', () => {
  it('two rollouts at once whose errors cannot be told apart: both are named, and no error counts twice in the fair parts', () => {
    const { kinds, suspects, detail, findings } = run({ 'gateway-errors': frame(failing('r1', 202, [7, 6])), 'replicaset-pods': frame(...rolls('shop', 200, 206), ...rolls('cart', 201, 207)) });
    expect(kinds).toEqual(['rollout-errors default/shop', 'rollout-errors default/cart']);
    expect(suspects).toEqual([['rollout of default/cart', 'rollout of default/shop'], ['rollout of default/cart', 'rollout of default/shop']]);
    expect(detail.bursts[0]!.suspects!.map(({ kind, relation }) => [kind, relation])).toEqual([['rollout', 'during'], ['rollout', 'during']]);
    expect(detail.perRollout.map(({ failed, contested, fairFailed }) => [failed, contested, fairFailed])).toEqual([[13, 13, 6.5], [13, 13, 6.5]]);
    expect(findings[0]!.against[0]!.text).toContain('13 of these errors may be theirs as well');
  });

  it('an OOM kill during a rollout is a suspect beside it, with its p', () => {
    const { detail } = run({
      'gateway-errors': frame(failing('shop', 202, [7])), 'replicaset-pods': frame(...rolls('shop', 200, 206)),
      'oom-kills': frame([{ namespace: 'default', workload: 'db', pod: 'db-0' }, steps((i) => (i === 201 ? 1 : 0))]),
    });
    expect(detail.perRollout[0]!.suspects).toMatchObject([
      { kind: 'oom-kill', label: 'OOM kill of default/db (db-0)', workload: 'default/db', relation: 'during' }, { kind: 'rollout', workload: 'default/shop' },
    ]);
    expect(detail.perRollout[0]!.suspects![0]!.p).toBeCloseTo(23 / N, 2);
    expect(detail.events).toMatchObject([{ kind: 'oom-kill', workload: 'default/db', pod: 'db-0', at: at[201] }]);
  });

  it('an OOM kill an hour before is none', () => {
    const { suspects } = run({
      'gateway-errors': frame(failing('shop', 402, [7])), 'replicaset-pods': frame(...rolls('shop', 400, 406)),
      'oom-kills': frame([{ namespace: 'default', workload: 'db', pod: 'db-0' }, steps((i) => (i === 160 ? 1 : 0))]),
    });
    expect(suspects).toEqual([['rollout of default/shop']]);
  });

  it('scaling from 3 to 9 is no rollout', () => {
    const { detail, kinds } = run({ 'gateway-errors': frame(failing('shop', 202, [7])), 'replicaset-pods': frame(set('shop', 'shop-1', (i) => Math.min(9, Math.max(3, 3 + i - 200)))) });
    expect(detail.rollouts).toEqual([]);
    expect(kinds).toEqual(['error-burst shop']);
  });

  it('a rollback is a rollout, and its errors are its own', () => {
    const there = set('shop', 'a', (i) => (i < 106 || i >= 300 ? 2 : 0));
    const back = set('shop', 'b', (i) => (i < 100 ? null : i < 306 ? 2 : 0));
    const { detail } = run({ 'gateway-errors': frame(failing('shop', 302, [5])), 'replicaset-pods': frame(there, back) });
    expect(detail.rollouts.map(({ newReplicaSet }) => newReplicaSet)).toEqual(['b', 'a']);
    expect(detail.perRollout.map(({ failed }) => failed)).toEqual([0, 5]);
  });

  it('a burst without a rollout is pinned on none', () => {
    const { kinds, detail } = run({ 'gateway-errors': frame(failing('shop', 60, [9, 9])), 'replicaset-pods': frame(...rolls('shop', 300, 306)) });
    expect(kinds).toEqual(['error-burst shop']);
    expect([detail.bursts[0]!.rollouts, detail.bursts[0]!.suspects, detail.perRollout[0]!.failed]).toEqual([[], [], 0]);
  });

  it('a superseded and an aborted rollout count each error once', () => {
    const superseded = [set('shop', 'a', (i) => (i < 210 ? 2 : 0)), set('shop', 'b', (i) => (i < 200 ? null : i < 212 ? 1 : 0)), set('shop', 'c', (i) => (i < 205 ? null : 2))];
    const aborted = [set('cart', 'x', () => 2), set('cart', 'y', (i) => (i < 200 ? null : i < 210 ? 1 : 0))];
    const { detail } = run({ 'gateway-errors': frame(failing('shop', 199, [1, 2, 0, 3, 0, 4, 5, 0, 6, 0, 0, 1]), failing('cart', 203, [3])), 'replicaset-pods': frame(...superseded, ...aborted) });
    const of = (workload: string) => detail.perRollout.filter((one) => one.workload === workload).reduce((sum, one) => sum + one.failed, 0);
    expect([of('default/shop'), of('default/cart')]).toEqual([22, 3]);
  });

  it('mostly 504 and no trace: the pattern is a timeout', () => {
    const { findings } = run({ 'gateway-errors': frame(failing('shop', 202, [7], '504'), failing('shop', 203, [2])), 'replicaset-pods': frame(...rolls('shop', 200, 206)) });
    expect(findings[0]!.data).toMatchObject({ pattern: 'timeout' });
    expect(findings[0]!.evidence.map(({ code }) => code)).toContain('error-codes');
  });

  it('other suspects: a load peak, and timeouts of a route that the errors do not belong to', () => {
    const { suspects } = run({
      'gateway-errors': frame(failing('shop', 202, [7]), failing('legacy', 202, [2], '504')), 'replicaset-pods': frame(...rolls('shop', 200, 206), set('legacy', 'legacy-1', () => 2)),
      'instance-requests': frame([{ proxy: 'edge', instance: 'e', zone: 'a' }, steps((i) => (i === 202 ? 400 : 100))]),
    });
    expect(suspects[0]).toEqual([expect.stringMatching(/^load peak: 4\.0 times/), 'timeouts of legacy', 'rollout of default/shop']);
  });
});

describe('given rollouts that overlap', () => {
  it('of one workload share nothing: a later one supersedes, also when two begin together', () => {
    const errors = Array.from({ length: 240 }, (_, i) => (i >= 100 && i < 110 ? 1 : 0));
    const rollouts = [{ workload: 'a/b', from: 1_500_000, to: 1_620_000 }, { workload: 'a/b', from: 1_560_000, to: 1_680_000 }, { workload: 'a/b', from: 1_560_000, to: 1_640_000 }];
    const { perRollout } = detectRolloutErrors({ start: 0, stepSeconds: 15, errors: { '502': errors }, rollouts });
    expect(perRollout.reduce((sum, { failed }) => sum + failed, 0)).toBe(10);
    expect(perRollout[0]!.failed).toBe(4);
  });

  it('single errors add up over the rollouts of a workload', () => {
    const day = 5760;
    const rollouts = Array.from({ length: 6 }, (_, k) => ({ workload: 'a/b', from: (600 + k * 800) * 15_000, to: (604 + k * 800) * 15_000 }));
    const hits = new Set([602, 1402, 2202, 3002]);
    const { perWorkload, perRollout, bursts } = detectRolloutErrors({ start: 0, stepSeconds: 15, errors: { '502': Array.from({ length: day }, (_, i) => (hits.has(i) ? 1 : 0)) }, rollouts });
    expect(bursts).toEqual([]);
    expect(perRollout.map(({ failed }) => failed)).toEqual([1, 1, 1, 1, 0, 0]);
    expect(perWorkload[0]!.hit).toMatchObject({ rollouts: 4 });
    expect(perWorkload[0]!.hit!.p).toBeLessThan(Math.min(...perRollout.map(({ p }) => p)));
  });
});
