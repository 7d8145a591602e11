import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Value } from '@/lib/domain/series';
import { epochMs, millis } from '@/lib/domain/units';
import { balancerShares, balancerText } from '@/lib/detectors/zone-flapping/balancers';
import type { ClusterView } from '@/lib/detectors/zone-flapping/cluster-view';
import { isNamedAfter } from '@/lib/detectors/zone-flapping/cluster-view';
import { deadCapacity } from '@/lib/detectors/zone-flapping/dead-capacity';
import { withEndpoints } from '@/lib/detectors/zone-flapping/fleet-service';
import type { FleetFrame } from '@/lib/detectors/zone-flapping/frames';
import { forecastHints, forecastScalers } from '@/lib/detectors/zone-flapping/forecast';
import { routingChanges, zoneLegs, zoneMatrix } from '@/lib/detectors/zone-flapping/legs';
import { collectorNotes } from '@/lib/detectors/zone-flapping/notes';
import { routingStates } from '@/lib/detectors/zone-flapping/routing-state';
import { topologyModes } from '@/lib/detectors/zone-flapping/topology-mode';
import { adviceFor } from '@/lib/detectors/zone-flapping/wording';

const STEPS = 40;
const column = (value: (i: number) => Value): Value[] => Array.from({ length: STEPS }, (_, i) => value(i));
const always = (value: Value) => column(() => value);
const columns = (record: Record<string, readonly Value[]>) => new Map(Object.entries(record));
const at = column((i) => i).map((_, i) => epochMs(1_780_000_000_000 + i * 5_000));
const nothing: ClusterView = { stepMs: 5_000, hintedShare: new Map(), readyEndpoints: new Map(), cpuByZone: new Map(), nodesWithoutZone: null, readyPods: new Map(), fleet: 'ingress' };
const threeZones = columns({ a: always(8), b: always(8), c: always(8) });
const frameOf = (series: { labels: Record<string, string>; values: Value[] }[]) => ({ at, stepMs: millis(5_000), series });

describe('autoscalers whose range holds an unsafe count', () => {
  const range = (bound: string, value: number) => ({ labels: { namespace: 'shop', workload: 'cart', bound }, values: always(value) });
  const input = (min: number, max: number) => ({
    range: { from: at[0]!, to: at.at(-1)!, stepMs: millis(5_000) }, now: at.at(-1)!, traces: null, params: {}, signals: { 'hpa-range': frameOf([range('min', min), range('max', max), range('current', 9)]) },
  });
  const view = { ...nothing, cpuByZone: threeZones };
  it.each([[6, 12, [8, 11]], [9, 10, []], [12, 60, []]])('%d to %d', (min, max, unsafe) => {
    expect(forecastScalers(input(min, max), view)).toEqual([{ workload: 'shop/cart', min, max, current: 9, unsafe }]);
  });
  it('says nothing without the CPU of the zones', () => expect(forecastScalers(input(6, 12), nothing)).toEqual([]));
});

const traffic = (rps: Record<string, Value[]>, readyPods: Record<string, Value[]> | null): FleetFrame => ({
  proxy: 'ingress', at, rps: columns(rps), readyPods: columns(readyPods ?? {}), latency: new Map(), errors: new Map(), unknownRps: null,
  traffic: { zones: Object.keys(rps), stepMs: 5_000, length: STEPS, rps: Object.values(rps), exact: true, readyPods: readyPods ? Object.values(readyPods) : null },
});
const endpoints = (service: string, zones: Record<string, Value[]>) => ({ ...nothing, readyEndpoints: new Map([[service, columns(zones)]]) });

describe('the service in front of a fleet', () => {
  const frame = traffic({ a: always(10), b: always(10) }, { a: always(2), b: column((i) => (i < 30 ? 1 : null)) });
  it.each([
    ['by its name', 'kube-system/ingress-internal', { a: always(7), b: always(7) }, 'kube-system/ingress-internal'],
    ['by the same numbers', 'x/y', { a: always(2), b: column((i) => (i < 30 ? 1 : null)) }, 'x/y'],
    ['not by other numbers', 'x/y', { a: always(3), b: always(1) }, undefined],
    ['not with endpoints in one zone only', 'x/ingress', { a: always(2) }, undefined],
  ])('%s', (_name, service, zones, found) => expect(withEndpoints(frame, endpoints(service, zones)).readyEndpoints?.service).toBe(found));
  it('a zone without its ready endpoints is empty, not a gap', () => {
    expect(withEndpoints(frame, endpoints('x/y', { a: always(2), b: column((i) => (i < 30 ? 1 : null)) })).readyPods![1]!.slice(28, 32)).toEqual([1, 1, 0, 0]);
  });
  it.each([['kube-system/skipper-ingress', 'ingress', true], ['shop/ingress', 'skipper-ingress', true], ['ingress/cart', 'ingress', false], ['x/skip', 'skipper', false]])('%s is named after %s: %s', (name, fleet, is) => expect(isNamedAfter(name, fleet)).toBe(is));
});

describe('dead capacity', () => {
  const view = { ...endpoints('x/ingress', { a: always(4), b: always(4) }), hintedShare: columns({ 'x/ingress': always(1) }) };
  const idle = (rps: Record<string, Value[]>, more: Partial<ClusterView> = {}) => {
    const cluster = { ...view, ...more };
    return deadCapacity(withEndpoints(traffic(rps, null), cluster), cluster);
  };
  it('a zone without clients holds endpoints that get nothing', () => {
    expect(idle({ a: always(99), b: always(1) })).toEqual([{ proxy: 'ingress', service: 'x/ingress', zone: 'b', endpoints: 4, requestShare: 0.01, endpointShare: 0.5 }]);
  });
  it.each([['even traffic', { a: always(50), b: always(50) }, {}], ['no hints', { a: always(99), b: always(1) }, { hintedShare: columns({ 'x/ingress': always(0) }) }]])('not with %s', (_name, rps, more) => expect(idle(rps, more)).toEqual([]));
});

describe('the ways through the zones', () => {
  const matrix = new Map([['a', columns({ a: always(30), b: always(10) })], ['b', columns({ b: always(60) })]]);
  it('from zone to zone', () => expect(zoneMatrix({ ...nothing, matrix }, STEPS)).toEqual({ proxy: 'ingress', from: ['a', 'b'], to: ['a', 'b'], rps: [[30, 10], [0, 60]], localShare: 0.9 }));
  it('no rows, no matrix', () => expect(zoneMatrix(nothing, STEPS)).toBeNull());
  it('the proxy changes its mode: both edges, no flutter', () => {
    const routing = columns({ routing_all_directly: column((i) => (i < 10 || i >= 30 ? 50 : 0)), cluster_too_small: column((i) => (i >= 10 && i < 30 ? 0.2 : 0)) });
    const found = routingChanges({ ...nothing, routing }, at);
    expect(found.map(({ from, to }) => `${from} > ${to}`)).toEqual(['routing_all_directly > cluster_too_small', 'cluster_too_small > routing_all_directly']);
    expect(found.map((change) => Math.abs(at.indexOf(change.at) - (change.to === 'cluster_too_small' ? 10 : 30)) <= 3)).toEqual([true, true]);
  });
  it('one update is enough to say why it stopped; updates while it routes are no change', () => {
    const requests = columns({ a: always(50) });
    const tick = (index: number) => column((i) => (i === index ? 0.2 : 0));
    const stopped = { ...nothing, requests, routing: columns({ routing_all_directly: column((i) => (i < 10 || i >= 30 ? 50 : 0)), cluster_too_small: tick(10) }) };
    expect(routingChanges(stopped, at)).toEqual([
      { proxy: 'ingress', at: at[10], from: 'routing_all_directly', to: 'cluster_too_small' },
      { proxy: 'ingress', at: at[30], from: 'cluster_too_small', to: 'routing_all_directly' },
    ]);
    expect(routingChanges({ ...stopped, routing: columns({ routing_all_directly: always(1), cluster_too_small: always(9) }) }, at)).toEqual([]);
    expect(routingChanges({ ...stopped, requests: columns({ a: column((i) => (i < 10 ? 50 : 0)) }), routing: columns({ routing_all_directly: column((i) => (i < 10 ? 50 : 0)) }) }, at)).toEqual([]);
  });
  it('counters of updates never change how requests are said to be routed', () => {
    const rates = fc.array(fc.option(fc.nat(500), { nil: null }), { minLength: STEPS, maxLength: STEPS });
    fc.assert(fc.property(rates, rates, rates, rates, (direct, across, updates, all) => {
      const requests = columns({ a: all });
      const decisions = { routing_all_directly: direct, routing_cross_zone: across };
      const states = routingStates({ ...nothing, requests, routing: columns(decisions) });
      expect(routingStates({ ...nothing, requests, routing: columns({ ...decisions, cluster_too_small: updates, number_differs: updates }) }).filter((_, i) => all[i] !== null)).toEqual(states.filter((_, i) => all[i] !== null));
      states.forEach((state, i) => { if (state === 'off') expect([(direct[i] ?? 0) + (across[i] ?? 0), (all[i] ?? 0) > 0]).toEqual([0, true]); });
    }));
  });
  it.each<[string, Partial<ClusterView>, string[]]>([
    ['nothing', {}, ['not-checked', 'not-checked', 'not-checked', 'not-checked']],
    ['all that can be', { connections: columns({ a: always(1) }), matrix, hintedShare: columns({ s: always(1) }) }, ['not-checked', 'partly', 'measured', 'partly']],
    ['counters that stand still', { connections: columns({ a: always(0) }) }, ['not-checked', 'not-checked', 'not-checked', 'not-checked']],
  ])('legs: %s', (_name, view, states) => {
    const full = { ...nothing, ...view };
    const legs = zoneLegs([full], [zoneMatrix(full, STEPS)].filter((one) => one !== null));
    expect(legs.map(({ state }) => state)).toEqual(states);
    expect(legs.filter(({ state, mend }) => state === 'not-checked' && mend === null)).toEqual([]);
  });
});

describe('services that unsafe counts do not concern', () => {
  const eight = new Map([['shop/cart', columns({ a: always(3), b: always(3), c: always(2) })]]);
  const ofCart = (hints: Value[], topologyMode?: Value[]) => ({ ...nothing, cpuByZone: threeZones, readyEndpoints: eight, hintedShare: columns({ 'shop/cart': hints }), ...(topologyMode ? { topologyMode: columns({ 'shop/cart': topologyMode }) } : {}) });
  const once = column((i) => (i === 3 ? 1 : 0));
  const cause = { code: 'hints-lost' as const, confidence: 1, evidence: [] };
  it.each<[string, ClusterView, 'none' | 'left' | undefined]>([
    ['hints once', ofCart(once), undefined],
    ['no hints ever', ofCart(always(0)), 'none'],
    ['no hints ever, no annotation', ofCart(always(0), always(0)), 'none'],
    ['no hints ever, but it asks for them', ofCart(always(0), always(1)), undefined],
    ['hints, but not by the annotation', ofCart(always(1), always(0)), undefined],
    ['hints, the annotation went', ofCart(always(1), column((i) => (i < 20 ? 1 : 0))), 'left'],
    ['the annotation is not seen at the end', ofCart(always(0), column((i) => (i < 20 ? 1 : null))), undefined],
  ])('%s', (_name, view, without) => {
    const forecast = forecastHints(view);
    expect(forecast).toMatchObject([{ service: 'shop/cart', ready: 8, safeNow: false }]);
    expect(forecast[0]!.without).toBe(without);
    expect(adviceFor([cause], forecast).some((text) => text.includes('shop/cart'))).toBe(without === undefined);
    const scaler = (bound: string, value: number) => ({ labels: { namespace: 'shop', workload: 'cart', bound }, values: always(value) });
    const input = { range: { from: at[0]!, to: at.at(-1)!, stepMs: millis(5_000) }, now: at.at(-1)!, traces: null, params: {}, signals: { 'hpa-range': frameOf([scaler('min', 6), scaler('max', 12)]) } };
    expect(forecastScalers(input, view)).toHaveLength(without === undefined ? 1 : 0);
  });
  it('the advice names services near an unsafe count, however many others come first', () => {
    const row = (service: string, ready: number) => ({ service, ready, unsafe: [8], safeNow: true });
    const advice = adviceFor([cause], [...['a', 'b', 'c', 'd'].map((name) => row(`x/${name}`, 30)), row('x/z', 9)]);
    expect(advice.at(-1)).toBe('Keep x/z away from 8 ready endpoints: hints cannot hold there (9 now).');
  });
});

describe('topology mode', () => {
  it.each<[string, Value[], unknown]>([
    ['lost', column((i) => (i < 20 ? 1 : 0)), { auto: [], changes: [{ service: 's', at: at[20], to: 'none' }] }],
    ['got', column((i) => (i < 20 ? 0 : 1)), { auto: ['s'], changes: [{ service: 's', at: at[20], to: 'auto' }] }],
    ['lost in a gap: dated to its end', column((i) => (i < 20 ? 1 : i < 25 ? null : 0)), { auto: [], changes: [{ service: 's', at: at[25], to: 'none' }] }],
    ['a gap alone', column((i) => (i > 10 && i < 20 ? null : 1)), { auto: ['s'], changes: [] }],
    ['a service that ends', column((i) => (i < 20 ? 1 : null)), { auto: ['s'], changes: [] }],
  ])('%s', (_name, flags, modes) => expect(topologyModes({ ...nothing, topologyMode: columns({ s: flags }) }, at)).toEqual({ topologyModes: modes }));
  it('not collected is not "none"', () => expect(topologyModes(nothing, at)).toEqual({}));
});

describe('load balancers', () => {
  const balancers = { flows: columns({ a: column((i) => (i < 20 ? 30 : null)), b: column((i) => (i < 10 ? 20 : null)) }), flowNames: ['net/x/1'], requests: new Map(), requestNames: [] };
  const view: ClusterView = { ...nothing, balancers, connections: columns({ a: column((i) => (i < 20 ? 5 : 900)), c: column((i) => (i < 20 ? 15 : 0)) }) };
  const shares = balancerShares([view], at);

  it('shares are over the steps that CloudWatch already has, on both sides; a gap of one zone adds nothing', () => {
    expect(shares).toEqual([{ kind: 'flows', balancers: ['net/x/1'], perSecond: 40, byZone: { a: 0.75, b: 0.25 }, proxies: { ingress: { a: 0.25, c: 0.75 } }, until: at[19] }]);
  });

  it('the legs tell the shares, how far apart they are, and what cannot be seen', () => {
    const [client, balancer] = zoneLegs([view], [], shares);
    expect(client).toMatchObject({ state: 'partly', mend: null });
    for (const words of ['1 network load balancer by zone: a 75 %, b 25 %.', 'not a request', 'zone of a client outside the cluster cannot be seen', '10 minutes late']) expect(client!.text).toContain(words);
    expect(balancer).toMatchObject({ state: 'partly', mend: null });
    expect(balancer!.text).toContain('New flows at the load balancer and new connections at ingress are up to 75 points apart (zone c). Equal shares do not prove');
  });

  it('flows without connections leave the second leg as it was', () => {
    const alone = { ...view, connections: new Map() };
    expect(zoneLegs([alone], [], balancerShares([alone], at)).slice(0, 2)).toEqual([expect.objectContaining({ state: 'partly' }), zoneLegs([nothing], [])[1]]);
  });

  it('requests of an application load balancer stand beside requests', () => {
    const app = { ...nothing, balancers: { flows: new Map(), flowNames: [], requests: columns({ a: always(4) }), requestNames: ['app/a/1', 'app/b/2'] }, requests: columns({ a: always(3), b: always(1) }) };
    const [found] = balancerShares([app], at);
    expect(found).toMatchObject({ kind: 'requests', byZone: { a: 1 }, proxies: { ingress: { a: 0.75, b: 0.25 } } });
    expect(balancerText([found!])).toMatch(/^Requests of 2 application load balancers by zone: a 100 %\. The zone/);
    expect(zoneLegs([app], [], [found!])[1]).toMatchObject({ state: 'partly', mend: expect.stringContaining('-enable-connection-metrics') as string });
  });

  it('nothing but zeros, or nothing at all, is no share', () => {
    expect(balancerShares([{ ...nothing, balancers: { ...balancers, flows: columns({ a: always(0) }) } }], at)).toEqual([]);
    expect(balancerShares([nothing], at)).toEqual([]);
  });

  it('without them the leg names the setting', () => expect(zoneLegs([nothing], [])[0]!.mend).toContain('loadBalancers: {from: cloudwatch}'));
});

describe('versions of kube-state-metrics with wrong labels', () => {
  it.each([['v2.13.0', false], ['v2.14.0', true], ['2.19.1', true], ['v2.20.0', false], ['main', false]])('%s: %s', (version, faulty) => {
    expect(collectorNotes(frameOf([{ labels: { version }, values: always(1) }])).map(({ code }) => code)).toEqual(faulty ? ['known-label-fault'] : []);
  });
});
