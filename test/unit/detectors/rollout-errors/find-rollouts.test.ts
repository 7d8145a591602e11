import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRollouts } from '@/lib/detectors/rollout-errors/find-rollouts';
import type { SeriesFrame, Value } from '@/lib/domain/series';
import { epochMs, millis } from '@/lib/domain/units';

const STEP = 5000;

/** One character a step: a digit is a value, a dot nothing. */
const line = (text: string): Value[] => [...text].map((c) => (c === '.' ? null : Number(c)));

function frame(series: Record<string, string>, labelsOf: (name: string) => Record<string, string>): SeriesFrame {
  const length = Object.values(series)[0]?.length ?? 0;
  return {
    at: Array.from({ length }, (_, i) => epochMs(i * STEP)), stepMs: millis(STEP),
    series: Object.entries(series).map(([name, text]) => ({ labels: { namespace: 'default', workload: 'shop', ...labelsOf(name) }, values: line(text) })),
  };
}

const replicaSets = (series: Record<string, string>) => frame(series, (replicaset) => ({ replicaset }));
const summary = (series: Record<string, string>) =>
  findRollouts({ 'replicaset-pods': replicaSets(series) }).map((one) => [one.from / STEP, one.to / STEP, one.ongoing, one.oldReplicaSets.join('+'), one.newReplicaSet]);

describe('findRollouts', () => {
  it.each([
    ['nothing changes', { a: '3333333' }, []],
    ['scaling is no rollout', { a: '3345210123' }, []],
    ['a first deployment has no old one', { a: '...123' }, []],
    ['a rolling update', { a: '3332100', b: '..11233' }, [[2, 5, false, 'a', 'b']]],
    ['zeros before and after are no pods', { a: '3332100', b: '0011233' }, [[2, 5, false, 'a', 'b']]],
    ['still going on', { a: '33322', b: '..122' }, [[2, 4, true, 'a', 'b']]],
    ['a rollback reuses the old ReplicaSet', { a: '321000123', b: '.12333210' }, [[1, 3, false, 'a', 'b'], [6, 8, false, 'b', 'a']]],
    ['given up half way', { a: '333233', b: '..110.' }, [[2, 4, false, 'a', 'b']]],
    ['all new pods were there, then back: out and back', { a: '3332112333', b: '..12332100' }, [[2, 5, false, 'a', 'b'], [5, 8, false, 'b', 'a']]],
    ['one shard of the collector is not scraped for a step', { a: '3332.100', b: '..112333' }, [[2, 6, false, 'a', 'b']]],
    ['superseded by a third', { a: '332100', b: '.12210', c: '...123' }, [[1, 3, false, 'a', 'b'], [3, 5, false, 'a+b', 'c']]],
    ['within one scrape', { a: '33..', b: '..33' }, [[2, 2, false, 'a', 'b']]],
    ['Recreate shows a gap', { a: '330000', b: '000033' }, [[2, 4, false, 'a', 'b']]],
    ['going on when the range begins', { a: '2100', b: '1233' }, [[0, 2, false, 'a', 'b']]],
    ['two for ever are no rollout', { a: '2222', b: '1111' }, []],
    ['a scrape gap changes nothing', { a: '333..2100', b: '..1..1233' }, [[2, 7, false, 'a', 'b']]],
  ] as readonly [string, Record<string, string>, unknown[]][])('%s', (_name, series, expected) => expect(summary(series)).toEqual(expected));

  it.each([
    ['complete', { a: '3332100', b: '..11233' }, ['complete']],
    ['going on', { a: '33322', b: '..122' }, ['ongoing']],
    ['nothing moved for ten minutes', { a: `33${'2'.repeat(125)}`, b: `..${'1'.repeat(125)}` }, ['stuck']],
    ['given up before it had all its pods', { a: '3332233', b: '..12100' }, ['aborted']],
    ['going on when the range begins: the set that gains is taken for the new one', { a: '22333', b: '11000' }, ['complete']],
    ['a third set takes over', { a: '332100', b: '.12210', c: '...123' }, ['superseded', 'complete']],
    ['back to the set before', { a: '321000123', b: '.12333210' }, ['complete', 'rolled-back']],
    ['back while the old one was still there', { a: '3332112333', b: '..12332100' }, ['superseded', 'rolled-back']],
    ['back within one scrape, the old set deleted meanwhile', { a: '33....33', b: '..3333..' }, ['complete', 'rolled-back']],
    ['recreated', { a: '330000', b: '000033' }, ['complete']],
  ] as readonly [string, Record<string, string>, string[]][])('state: %s', (_name, series, states) =>
    expect(findRollouts({ 'replicaset-pods': replicaSets(series) }).map(({ state }) => state)).toEqual(states));

  it.each([
    ['both side by side', { a: '3332100', b: '..11233' }, 'rolling'],
    ['a gap between', { a: '330000', b: '000033' }, 'recreate'],
    ['within one scrape', { a: '33..', b: '..33' }, null],
  ] as readonly [string, Record<string, string>, string | null][])('strategy: %s', (_name, series, strategy) =>
    expect(findRollouts({ 'replicaset-pods': replicaSets(series) })[0]?.strategy).toBe(strategy));

  it('an aborted rollout lasts until its last new pod is gone', () => {
    const [rollout] = findRollouts({
      'replicaset-pods': replicaSets({ a: '3323333', b: '.110000' }),
      'pod-ready': frame({ 'b-1': '.0000..' }, (pod) => ({ pod, replicaset: 'b' })),
    });
    expect(rollout).toMatchObject({ state: 'aborted', to: 3 * STEP });
    expect(findRollouts({ 'replicaset-pods': replicaSets({ a: '3323333', b: '.110000' }), 'pod-ready': frame({ 'a-1': '1111111', 'b-1': '.0000..' }, (pod) => ({ pod, replicaset: pod.slice(0, 1) })) })[0]?.to).toBe(5 * STEP);
  });

  it('knows since when a pod was terminating, and that it is not known without the signal', () => {
    const frames = { 'replicaset-pods': replicaSets({ a: '11100', b: '.1111' }), 'pod-ready': frame({ 'a-1': '1111.' }, (pod) => ({ pod, replicaset: 'a' })) };
    expect(findRollouts({ ...frames, 'pod-terminating': frame({ 'a-1': '...1.' }, (pod) => ({ pod, replicaset: 'a' })) })[0]?.pods).toMatchObject([{ pod: 'a-1', terminating: 3 * STEP }]);
    expect(findRollouts(frames)[0]?.pods[0]).not.toHaveProperty('terminating');
  });

  it('lasts until the last old pod is gone, and knows phases and images', () => {
    const [rollout] = findRollouts({
      'replicaset-pods': replicaSets({ a: '11100000', b: '.1111111' }),
      'pod-ready': frame({ 'a-1': '11110...', 'b-1': '.0011111' }, (pod) => ({ pod, replicaset: pod.slice(0, 1) })),
      'replicaset-image': frame({ a: '111.....', b: '.1111111' }, (replicaset) => ({ replicaset, image: `shop:${replicaset}` })),
    });
    expect(rollout).toMatchObject({
      workload: 'default/shop', from: 1 * STEP, to: 5 * STEP, image: { before: 'shop:a', after: 'shop:b' }, source: 'replicaset-lifespan',
      pods: [{ pod: 'a-1', created: null, ready: null, gone: 5 * STEP }, { pod: 'b-1', created: STEP, ready: 3 * STEP, gone: null }],
    });
  });

  it('keeps workloads apart', () => {
    const two = { ...replicaSets({ a: '110', b: '011' }) };
    const other = two.series.map((one) => ({ ...one, labels: { ...one.labels, workload: 'cart' } }));
    expect(findRollouts({ 'replicaset-pods': { ...two, series: [...two.series, ...other] } }).map((one) => one.workload)).toEqual(['default/cart', 'default/shop']);
  });

  it('whatever the series: ends after starts, within the range, old and new differ, no overlap in one workload', () => {
    const text = fc.array(fc.constantFrom('.', '0', '1', '2'), { minLength: 12, maxLength: 12 }).map((chars) => chars.join(''));
    fc.assert(fc.property(text, text, text, (a, b, c) => {
      const found = findRollouts({ 'replicaset-pods': replicaSets({ a, b, c }) });
      found.forEach((one, i) => {
        expect(one.from).toBeLessThanOrEqual(one.to);
        expect(one.to).toBeLessThanOrEqual(11 * STEP);
        expect(one.oldReplicaSets.length).toBeGreaterThan(0);
        expect(one.oldReplicaSets).not.toContain(one.newReplicaSet);
        if (i > 0) expect(one.from).toBeGreaterThanOrEqual(found[i - 1]!.to);
      });
    }), { numRuns: 300 });
  });
});
