import { describe, expect, it } from 'vitest';
import { epochMs } from '@/lib/domain/units';
import { type RolloutOrder, rolloutRows, sortRows, workloadChoices } from '@/lib/present/rollout-list';
import { segmentsOf, phaseStrip } from '@/lib/present/rollout-phases';
import { compareView, trendOf, uncheckedCompare } from '@/lib/present/rollout-trend';
import { headlineText, linkOf, patternSentence, stateText, topHop } from '@/lib/present/rollout-words';
import { rolloutSample } from '../../support/samples-details';

const detail = rolloutSample();
const rows = rolloutRows(detail);
const [milo] = detail.perRollout;

describe('rows', () => {
  it('codes, image, and what nobody looked at', () => {
    expect(rows.map(({ workload, codes, image, state, hop }) => [workload, codes, image, state, hop])).toEqual([
      ['milo/apiserver', '16\u00A0×\u00A0503, 1\u00A0×\u00A0502', 'v0.24.1 → v0.24.2', 'not checked', 'not checked'], ['shop/cart', '', null, 'not checked', '–'],
    ]);
  });
  it.each<[RolloutOrder, boolean, string]>([
    ['when', true, 'shop/cart'], ['when', false, 'milo/apiserver'], ['failed', true, 'milo/apiserver'], ['failed', false, 'shop/cart'], ['workload', false, 'milo/apiserver'], ['p', false, 'milo/apiserver'],
  ])('by %s, descending %s: %s first', (order, descending, first) => expect(sortRows(rows, order, descending)[0]?.id).toBe(first));
  it.each([true, false])('near misses that are not known come last, descending %s', (descending) => expect(sortRows(rows, 'near-misses', descending).at(-1)?.id).toBe('shop/cart'));
  it('workloads, most failed requests first', () => expect(workloadChoices(rows).map(({ id, rollouts, failed }) => [id, rollouts, failed])).toEqual([['milo/apiserver', 1, 17], ['shop/cart', 1, 0]]));
});

describe('what the errors tell', () => {
  it.each([
    ['none', 0, 1], ['single', 1, 0.0001], ['weak', 4, 0.2], ['strong', 4, 0.001],
  ])('%s: %i failed at p = %f', (link, failed, p) => expect(linkOf({ failed, p })).toBe(link));

  it('counts of a time without a scrape are told as not known, never as none', () => {
    expect(linkOf({ failed: 0, p: 1, known: false })).toBe('unknown');
    expect(headlineText('shop/cart', null, { ...milo!, failed: 0, p: 1, known: false })).toBe('Whether requests failed in the rollout of shop/cart is not known');
  });
  it('one error is consistent with the rollout, and no more', () => {
    expect(headlineText('shop/cart', null, { ...milo!, failed: 1, codes: { '502': 1 } })).toBe('One request failed (502) during the rollout of shop/cart: consistent with it, not proof');
  });
  it.each([
    [17, 0.0001, 'Rollout of shop/cart (v1 → v2) failed 17 requests'], [3, 0.4, 'Rollout of shop/cart (v1 → v2) coincides with 3 failed requests'], [0, 1, 'No request failed in the rollout of shop/cart (v1 → v2)'],
  ])('%i failed at p = %f', (failed, p, text) => expect(headlineText('shop/cart', 'v1 → v2', { ...milo!, failed, p })).toBe(text));
  it.each([
    ['pod-end', 'Most of the errors came as old pods ended.'], ['connect_failed', 'Most of the errors came as connections to its pods failed.'], ['protocol_error', 'Most of the errors: protocol error.'], [undefined, 'Not checked.'],
  ])('pattern %s', (pattern, text) => expect(patternSentence(pattern)).toBe(text));
  it('hops: the one most traces name; absent is not checked, empty is none kept', () => {
    expect(topHop([{ role: 'proxy', service: 'envoy-gw', status: 503, samples: 12 }, { role: 'backend', service: 'api', status: 503, samples: 1 }])).toBe('proxy, envoy-gw (12 of 13 traces)');
    expect([topHop(undefined), topHop([])]).toEqual(['not checked', 'no trace of them was kept']);
  });
  it('states in words; one from another version as it stands', () => {
    expect([stateText({ ongoing: false, state: 'rolled-back' }), stateText({ ongoing: false, state: 'dreaming' }), stateText({ ongoing: true }), stateText(null)]).toEqual(['rolled back', 'dreaming', 'going on', 'not checked']);
  });
});

describe('phases', () => {
  const pod = (replicaset: string, created: number | null, ready: number | null, gone: number | null) => ({ pod: `${replicaset}${created}`, replicaset, created: created === null ? null : epochMs(created), ready: ready === null ? null : epochMs(ready), gone: gone === null ? null : epochMs(gone) });
  const rollout = { ...detail.rollouts[0]!, from: epochMs(0), to: epochMs(100), newReplicaSet: 'new', pods: [pod('old', null, null, 30), pod('old', null, null, 100), pod('new', 0, 20, null), pod('new', 30, 60, null)] };
  it('start, pause, start while old ones leave, then only old ones leave', () => {
    expect(segmentsOf(rollout).map(({ from, to, label }) => [from, to, label])).toEqual([
      [0, 20, 'new pods start'], [20, 30, 'between two pods'], [30, 60, 'new pods start while old ones leave'], [60, 100, 'all new pods ready, old ones leave'],
    ]);
  });
  it('pods that are not known are one stretch', () => expect(segmentsOf({ ...rollout, pods: [] })).toHaveLength(1));
  it('the stretches cover the rollout without a gap', () => {
    const segments = segmentsOf(detail.rollouts[0]!);
    expect([segments[0]?.from, segments.at(-1)?.to]).toEqual([detail.rollouts[0]!.from, detail.rollouts[0]!.to]);
    expect(segments.slice(1).every(({ from }, i) => from === segments[i]!.to)).toBe(true);
  });
  it('many workloads: eight rows, the rest folded', () => {
    const strip = phaseStrip(Array.from({ length: 10 }, (_, i) => ({ ...rollout, workload: `w${i}` })), 0, 100);
    expect([strip?.rows.length, strip?.folded?.label]).toEqual([8, '2 further workloads']);
    expect(phaseStrip([], 0, 1)).toBeNull();
  });
});

describe('trend and comparison', () => {
  const many = rolloutRows({ ...detail, perRollout: [4, 2, 0].map((failed, i) => ({ ...milo!, from: epochMs(1000 * (i + 1)), failed, nearMisses: i === 2 ? null : 4 })) });
  it('one mark per rollout, scaled to failed and near misses together', () => {
    const trend = trendOf(many, 'milo/apiserver', { from: 0, to: 4000 });
    expect([trend?.top, trend?.sum]).toEqual([8, '3 rollouts, 6 failed requests: 2 per rollout']);
    expect(trend?.marks.map(({ failedHeight, nearHeight, nearMisses }) => [failedHeight, nearHeight, nearMisses])).toEqual([[0.5, 0.5, 4], [0.25, 0.5, 4], [0, 0, null]]);
    expect(trendOf(many, 'else', { from: 0, to: 1 })).toBeNull();
  });
  it('without a verdict the counts stand alone', () => {
    const view = uncheckedCompare(many, 'milo/apiserver', 2000);
    expect([view.verdict, view.ratio]).toEqual(['not-checked', null]);
    expect(view.rows.slice(0, 3)).toEqual([{ what: 'rollouts', before: '1', after: '2' }, { what: 'failed requests', before: '4', after: '2' }, { what: 'failed per rollout', before: '4', after: '1' }]);
  });
  it('ratio with its interval, and what is needed to tell', () => {
    const view = compareView({ workload: 'w', before: { rollouts: 8, failed: 10, requests: 900 }, after: { rollouts: 0, failed: 0, requests: null }, ratio: { value: 0, low: 0, high: null }, verdict: 'cannot-tell', needed: 3, text: 'Too few.' });
    expect([view.title, view.ratio, view.needed]).toEqual(['Cannot tell', '0.00 times the failed requests per rollout, 95 % interval 0.00 to unbounded', 'Needs 3 more rollouts to tell.']);
    expect(view.rows[2]).toEqual({ what: 'failed per rollout', before: '1.3', after: 'none to count' });
  });
});
