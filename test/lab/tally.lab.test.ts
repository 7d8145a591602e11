import { describe, expect, it } from 'vitest';
import type { Outcome } from './load';
import { classOf, regimes, routelessTruth, tally } from './tally';
import type { TruthEvent } from './truth';

const outcome = (over: Partial<Outcome>): Outcome => ({ at: 1_000, kind: 'application', proxy: 'ingress', instance: 'pod-1', zone: 'a', app: 'shop', method: 'GET', status: 200, servedBy: 'shop-1', attempts: null, errorText: null, ...over });

describe('classOf', () => {
  it.each([
    ['a scanner path that the proxy had no route for', { kind: 'scanner', servedBy: null }, 'scanner'],
    ['a scanner path that an application answered', { kind: 'scanner', servedBy: 'cart-1' }, 'application'],
    ['an icon that nobody has', { kind: 'benign', servedBy: null }, 'benign'],
    ['a real page that the proxy had no route for', { kind: 'application', servedBy: null }, 'route-miss'],
    ['a thing that is gone, asked at a proxy without routes', { kind: 'application-miss', servedBy: null }, 'route-miss'],
    ['a thing that is gone, answered by its application', { kind: 'application-miss', servedBy: 'shop-1' }, 'application'],
  ] as const)('%s', (_name, over, expected) => {
    expect(classOf(outcome({ status: 404, ...over }))).toBe(expected);
  });
});

describe('tally', () => {
  it('adds up by proxy, status, instance and class', () => {
    const all = [outcome({}), outcome({ status: 404, kind: 'scanner', servedBy: null }), outcome({ proxy: 'gateway', instance: 'pod-9', status: 503, servedBy: null })];
    const { notFound, requests } = tally(all);
    expect(notFound).toMatchObject({ total: 1, byClass: { scanner: 1, 'route-miss': 0 }, byAsk: { scanner: { proxy: 1, application: 0 } }, byProxy: { ingress: { scanner: 1 }, gateway: { scanner: 0 } } });
    expect(requests).toEqual({
      total: 3,
      byProxy: { gateway: { total: 1, byStatus: { 503: 1 }, byInstance: { 'pod-9': 1 } }, ingress: { total: 2, byStatus: { 200: 1, 404: 1 }, byInstance: { 'pod-1': 2 } } },
    });
  });
});

describe('regimes', () => {
  const flip = (at: number, to: 'spread' | 'concentrated'): TruthEvent => ({ kind: 'flip', at, proxy: 'ingress', from: to === 'spread' ? 'concentrated' : 'spread', to, hotZone: 'b', cause: to === 'spread' ? 'hints-lost' : 'hints-regained' });

  it('lie between the flips and hold the shares that were seen', () => {
    const all = [outcome({ at: 10, zone: 'a' }), outcome({ at: 20, zone: 'b' }), outcome({ at: 60, zone: 'b' }), outcome({ at: 70, zone: 'b' })];
    expect(regimes(all, [flip(50, 'concentrated')], 0, 100, ['a', 'b'])).toMatchObject([
      { from: 0, to: 50, state: 'spread', requests: 2, shares: { a: 0.5, b: 0.5 } },
      { from: 50, to: 100, state: 'concentrated', requests: 2, shares: { a: 0, b: 1 } },
    ]);
  });

  it('are none in a run without flips', () => {
    expect(regimes([outcome({})], [], 0, 100, ['a'])).toEqual([]);
  });
});

describe('routelessTruth', () => {
  it('takes the share within the fleet and the window alone', () => {
    const all = [outcome({ instance: 'canary', status: 404, servedBy: null }), outcome({}), outcome({}), outcome({}), outcome({ at: 9_000 }), outcome({ proxy: 'gateway' })];
    expect(routelessTruth(all, { pod: 'canary', zone: 'b', proxy: 'ingress' }, 0, 5_000)).toMatchObject({ requests: 1, trafficShare: 0.25, notFound: { 'route-miss': 1 } });
  });
});
