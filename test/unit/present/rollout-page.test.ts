import { describe, expect, it } from 'vitest';
import { epochMs } from '@/lib/domain/units';
import { findRollout, observedValue, rolloutPage } from '@/lib/present/rollout-page';
import { laneTable, podRows } from '@/lib/present/rollout-tables';
import { rolloutSample } from '../../support/samples-details';

const detail = rolloutSample();
const [milo] = detail.rollouts;
const page = (given: Parameters<typeof rolloutPage>[0] = detail) => rolloutPage(given, [], 'milo/apiserver', milo!.from);

describe('which rollout', () => {
  it.each([
    ['its own start', 0, true], ['a start moved by another step', 45_000, true], ['another time', 600_000, false],
  ])('%s', (_what, off, found) => expect(findRollout(detail, 'milo/apiserver', milo!.from + off) !== null).toBe(found));
  it('another workload at that time is not it', () => expect(findRollout(detail, 'shop/cart', milo!.from)).toBeNull());
});

describe('the page of a rollout', () => {
  it('errors by code on the axis of the pods, near misses last', () => {
    expect(page()?.lanes.map(({ key, marks }) => [key, marks.reduce((sum, { count }) => sum + count, 0)])).toEqual([['502', 1], ['503', 16], ['saved', 4]]);
    expect(page()?.lanes.flatMap(({ marks }) => marks).every(({ from, to }) => from >= page()!.pods.from && to <= page()!.pods.to)).toBe(true);
  });
  it('a lane names who answered that code', () => {
    const hops = [{ role: 'proxy' as const, service: 'envoy-gw', status: 503, samples: 12 }, { role: 'backend' as const, service: 'api', status: 503, samples: 1 }];
    const told = page({ ...detail, perRollout: detail.perRollout.map((count) => ({ ...count, hops })) });
    expect(told?.lanes.map(({ note }) => note)).toEqual(['1, no trace of it was kept', '16, answered by proxy, envoy-gw (12 of 13 traces)', '4']);
  });
  it('one trace is one trace', () => {
    const hops = [{ role: 'proxy' as const, service: null, status: 502, samples: 1 }];
    expect(page({ ...detail, perRollout: detail.perRollout.map((count) => ({ ...count, hops })) })?.lanes[0]!.note).toMatch(/\(1 of 1 trace\)$/);
  });
  it('what was not looked at is null, what was looked at and empty is empty', () => {
    expect([page()?.suspects, page()?.observed, page()?.remedies, page()?.events, page()?.pattern]).toEqual([null, null, null, null, 'Not checked.']);
    const looked = page({ ...detail, events: [], perRollout: detail.perRollout.map((count) => ({ ...count, suspects: [], observed: [], remedies: [] })) });
    expect([looked?.suspects, looked?.observed, looked?.remedies, looked?.events]).toEqual([[], [], [], []]);
  });
  it('rollouts at the same time are named, the same one is not', () => {
    const both = page({ ...detail, rollouts: [...detail.rollouts, { ...milo!, workload: 'shop/cart', from: epochMs(milo!.from + 1000) }] });
    expect(both?.others.map(({ workload }) => workload)).toEqual(['shop/cart']);
  });
  it('a rollout that was tested as a suspect is named once; this one is no suspect of its own', () => {
    const suspect = { kind: 'rollout', label: 'shop/cart', workload: 'shop/cart', relation: 'during', p: 0.2 } as const;
    const rollouts = [...detail.rollouts, { ...milo!, workload: 'shop/cart', from: epochMs(milo!.from + 1000) }];
    const both = page({ ...detail, rollouts, perRollout: detail.perRollout.map((count) => ({ ...count, suspects: [suspect, { ...suspect, workload: 'milo/apiserver' }] })) });
    expect([both?.others, both?.suspects]).toEqual([[], [suspect]]);
  });
  it('a pod that was seen to end has a time for it', () => {
    const ending = page({ ...detail, rollouts: detail.rollouts.map((one) => ({ ...one, pods: one.pods.map((pod) => ({ ...pod, terminating: pod.gone === null ? null : epochMs(pod.gone - 5000) })) })) });
    expect(ending?.pods.pods.map(({ terminatingAt, to, openEnd }) => (openEnd ? terminatingAt : to - terminatingAt!))).toEqual([5000, 5000, 5000, null, null, null]);
  });
  it('events outside the drawing are left out', () => {
    const event = { kind: 'oom-kill', workload: 'a/b', pod: null, text: '' } as const;
    const seen = page({ ...detail, events: [{ ...event, at: milo!.from }, { ...event, at: epochMs(milo!.from - 3_600_000) }] });
    expect(seen?.events).toHaveLength(1);
  });
  it('table twins: every mark and every pod', () => {
    expect(laneTable(page()!, 'UTC').rows).toHaveLength(page()!.lanes.flatMap(({ marks }) => marks).length);
    expect(podRows(page()!, 'UTC').rows.map((row) => row[2])).toEqual(['old', 'old', 'old', 'new', 'new', 'new']);
  });
  it.each([[null, 'not observed'], [true, 'yes'], [false, 'no'], [1200, '1,200'], ['33 %', '33 %']])('a fact of %s is %s', (value, text) => expect(observedValue(value)).toBe(text));
});
