import { describe, expect, it } from 'vitest';
import { balancerViews, deadText, legRows, matrixView, podsView, routingText, scalerText } from '@/lib/present/zone-outlook';
import { epochMs } from '@/lib/domain/units';
import { zoneSample } from '../../support/samples-zones';

const base = zoneSample();
const fleet = base.fleets[0]!;
const plain = (text: string) => text.replaceAll('\u00A0', ' ');

describe('outlook in words', () => {
  it.each([
    [{ workload: 'shop/cart', min: 4, max: 12, current: 9, unsafe: [4, 5, 8, 11] }, '4 to 12 replicas, 9 now: hints cannot hold at 4, 5, 8, 11'],
    [{ workload: 'shop/cart', min: 9, max: 10, current: null, unsafe: [] }, '9 to 10 replicas: no unsafe count inside'],
    [{ workload: 'a/b', min: 1, max: 60, current: 3, unsafe: [1, 2, 3, 4, 5, 6, 7, 8, 9] }, '1 to 60 replicas, 3 now: hints cannot hold at 1, 2, 3, 4, 5, 6, 7, 8 and more'],
  ])('autoscaler %#', (scaler, text) => expect(scalerText(scaler)).toBe(text));
  it('dead capacity', () => {
    expect(plain(deadText({ proxy: 'p', service: 'x/y', zone: 'b', endpoints: 4, requestShare: 0.01, endpointShare: 0.5 }))).toContain('4 endpoints in b get 1 % of the requests while hints hold (they are 50 % of all)');
  });
  it('routing modes in plain words', () => expect(routingText({ proxy: 'p', at: epochMs(1), from: 'routing_all_directly', to: 'cluster_too_small' })).toBe('zone routing went from "routing all directly" to "cluster too small"'));
});

describe('ways through the zones', () => {
  it('an older recording has none', () => expect(legRows(base)).toEqual([]));
  it('a leg keeps its mend', () => {
    expect(legRows({ ...base, legs: [{ leg: 'in-cluster', state: 'not-checked', text: 'a', mend: 'b' }] })).toEqual([{ way: 'In-cluster client to service', state: 'not-checked', stateText: 'not checked', text: 'a', mend: 'b' }]);
  });
  it('the matrix is shares of each row; a row without requests says so', () => {
    const view = matrixView({ ...base, matrices: [{ proxy: 'skipper', from: ['a', 'b'], to: ['a', 'b'], rps: [[30, 10], [0, 0]], localShare: 0.75 }] }, 'skipper')!;
    expect(view.rows.map(({ cells }) => cells.map(({ text, local }) => [plain(text), local]))).toEqual([[['75 %', true], ['25 %', false]], [['none', false], ['none', true]]]);
    expect(matrixView(base, 'skipper')).toBeNull();
  });
});

describe('load balancers', () => {
  const balancers = [{ kind: 'flows' as const, balancers: ['net/x/1'], perSecond: 40, byZone: { a: 0.75, b: 0.25 }, proxies: { skipper: { a: 0.25, c: 0.75 } }, until: epochMs(7) }];
  const cells = (proxy: string) => balancerViews({ ...base, balancers }, proxy)[0]!.rows.map((row) => [row.zone, ...row.cells].map(plain));
  it('before and behind it, zone by zone', () => expect(cells('skipper')).toEqual([['a', '75 %', '25 %'], ['b', '25 %', '0 %'], ['c', '0 %', '75 %']]));
  it('a fleet that counts nothing says so, it is not 0', () => expect(cells('envoy')).toEqual([['a', '75 %', 'not counted'], ['b', '25 %', 'not counted']]));
  it('none is no table', () => expect(balancerViews(base, 'skipper')).toEqual([]));
});

describe('pods', () => {
  it('what each pod gets at the end; the thin zone is marked', () => {
    const view = podsView({ ...fleet, readyPods: { a: [2, 2, 2, 4], b: [2, 2, 2, 1] } })!;
    expect(view.rows.map(({ zone, pods, thin }) => [zone, pods, thin])).toEqual([['a', '4', false], ['b', '1', true]]);
    expect(view.skew).toBe('skew 3 (most minus fewest pods of a zone)');
  });
  it('an uneven scale-down is told', () => {
    expect(podsView({ ...fleet, readyPods: { a: [4, 4, 4, 4], b: [4, 4, 2, 1] } })!.notes[0]).toMatch(/^From 8 to 5 pods the skew went from 0 to 3/);
    expect(podsView({ ...fleet, readyPods: { a: [4, 4, 4, 3], b: [4, 4, 4, 3] } })!.notes).toEqual([]);
  });
  it('pods that are not known are no table', () => expect(podsView({ ...fleet, readyPods: null })).toBeNull());
});
