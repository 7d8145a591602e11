import { describe, expect, it } from 'vitest';
import type { Value } from '@/lib/domain/series';
import { causeOfFlip, type ClusterView } from '@/lib/detectors/zone-flapping/causes';
import { zoneDefaults } from '@/lib/detectors/zone-flapping/params';
import { adviceFor } from '@/lib/detectors/zone-flapping/wording';

/** 60 steps of 5 s; what happens happens at step 30, the flip is seen at 31. */
const STEPS = 60;
const AT = 31;
const column = (value: (i: number) => Value): Value[] => Array.from({ length: STEPS }, (_, i) => value(i));
const always = (value: Value) => column(() => value);
const step = (before: Value, after: Value) => column((i) => (i < 30 ? before : after));
const columns = (record: Record<string, readonly Value[]>) => new Map(Object.entries(record));
const service = (name: string, zones: Record<string, readonly Value[]>) => new Map([[name, columns(zones)]]);

const nothing: ClusterView = { stepMs: 5_000, hintedShare: new Map(), readyEndpoints: new Map(), cpuByZone: new Map(), nodesWithoutZone: null, readyPods: new Map() };
const pods = { readyPods: columns({ a: always(2), b: always(2) }) };
const held = { hintedShare: columns({ 'shop/cart': always(1) }) };
const lost = { hintedShare: columns({ 'shop/cart': step(1, 0) }) };
const cpu = { cpuByZone: columns({ a: always(8), b: always(8), c: always(8) }) };
const cause = (view: Partial<ClusterView>) => causeOfFlip(AT, { ...nothing, ...view }, zoneDefaults);
const codes = (list: readonly { code: string }[] | undefined) => (list ?? []).map(({ code }) => code);

describe('each cause by what it leaves behind', () => {
  it.each<[string, string, Partial<ClusterView>]>([
    ['hints-lost', 'nothing else changed', lost],
    ['hints-regained', 'the way back', { hintedShare: columns({ 'shop/cart': step(0, 1) }) }],
    ['node-without-zone', 'such a node came', { ...lost, nodesWithoutZone: step(0, 1) }],
    ['hints-lost', 'such a node was there all along, while the hints held', { ...lost, nodesWithoutZone: always(1) }],
    ['overload-rule', '12 to 11 endpoints in three equal zones', { ...lost, ...cpu, readyEndpoints: service('shop/cart', { a: always(4), b: always(4), c: step(4, 3) }) }],
    ['zone-lost-endpoints', 'with hints lost', { ...lost, readyEndpoints: service('shop/cart', { a: always(4), b: step(1, 0) }) }],
    ['zone-lost-endpoints', 'with hints held: the zone has no series any more', { ...held, ...pods, readyEndpoints: service('shop/cart', { a: always(4), b: step(1, null) }) }],
    ['zone-lost-endpoints', 'and back', { ...held, ...pods, readyEndpoints: service('shop/cart', { a: always(4), b: step(null, 1) }) }],
    ['proxy-threshold', 'three endpoints of a zone become two', { ...pods, readyEndpoints: service('shop/cart', { a: always(4), b: step(3, 2) }) }],
    ['proxy-threshold', 'two become three', { ...pods, readyEndpoints: service('shop/cart', { a: always(4), b: step(2, 3) }) }],
    ['proxy-threshold', "Envoy's own counters", { ...pods, routing: columns({ zone_routing_all_directly: step(90, 0), zone_cluster_too_small: step(0, 0.2) }) }],
    ['rollout', 'pods of two ReplicaSets of the fleet', {
      fleet: 'skipper', readyPods: columns({ a: step(2, 1), b: always(2) }), replicaSets: service('ingress/skipper', { old: step(4, 2), new: step(0, 2) }),
    }],
    ['scaling', 'more pods of the fleet', { readyPods: columns({ a: step(2, 4), b: always(2) }) }],
    ['client-mix', 'hints held and nothing else moved', { ...held, ...pods }],
    ['unknown', 'hints held, pods not known', held],
    ['unknown', 'nothing is known', {}],
  ])('%s: %s', (code, _name, view) => expect(cause(view).code).toBe(code));
});

describe('what is not a cause', () => {
  it.each<[string, Partial<ClusterView>]>([
    ['the rollout of another workload', { fleet: 'skipper', replicaSets: service('shop/cart', { old: step(4, 2), new: step(0, 2) }) }],
    ['a gap of the collector: all zones are missing at once', { readyEndpoints: service('shop/cart', { a: column((i) => (i > 27 && i < 33 ? null : 4)), b: column((i) => (i > 27 && i < 33 ? null : 1)) }) }],
    ['a scaling that stays above the threshold', { readyEndpoints: service('shop/cart', { a: step(5, 4), b: always(4) }) }],
    ['a threshold crossed by a service whose hints hold', { ...held, readyEndpoints: service('shop/cart', { a: always(4), b: step(3, 2) }) }],
    ['a change ten minutes before', { hintedShare: columns({ 'shop/cart': column((i) => (i < 2 ? 1 : 0)) }) }],
  ])('%s', (_name, view) => expect(cause(view).code).toBe('unknown'));
});

describe('for and against', () => {
  it('a change seen after the flip is held against it', () => {
    expect(codes(cause({ hintedShare: columns({ 'shop/cart': column((i) => (i < AT + 3 ? 1 : 0)) }) }).against)).toContain('after-the-flip');
  });
  it('services that kept their hints are held against a loss', () => {
    expect(codes(cause({ hintedShare: columns({ 'shop/cart': step(1, 0), 'shop/pay': always(1), 'shop/none': always(0) }) }).against)).toEqual(['others-kept']);
  });
  it('what was looked at and not seen is told', () => {
    expect(codes(cause({ ...held, ...pods, readyEndpoints: service('shop/cart', { a: always(4) }) }).ruledOut)).toEqual(['endpoints-stayed', 'threshold-not-crossed', 'pods-unchanged', 'hints-unchanged']);
  });
  it('a threshold that the zone matrix confirms is surer', () => {
    const crossed = { ...pods, readyEndpoints: service('shop/cart', { a: always(4), b: step(3, 2) }) };
    const matrix = new Map([['a', columns({ a: always(50), b: step(0, 20) })], ['b', columns({ a: step(0, 25), b: step(50, 25) })]]);
    expect(cause({ ...crossed, matrix }).confidence).toBeGreaterThan(cause(crossed).confidence);
    expect(codes(cause({ ...crossed, matrix }).evidence)).toEqual(['local-endpoints', 'local-share']);
    expect(codes(cause(crossed).against)).toEqual(['routing-not-observed']);
  });
  it('clients are blamed by exclusion, weakly where the own service is not known; moved connections raise it', () => {
    const alone = cause({ ...held, ...pods });
    const moved = cause({ ...held, ...pods, connections: columns({ a: step(10, 30), b: always(10) }) });
    expect(alone.confidence).toBe(0.35);
    expect(codes(alone.against)).toEqual(['by-exclusion', 'own-service-unknown']);
    expect(moved.confidence).toBe(0.45);
    expect(codes(moved.evidence)).toContain('connections-moved');
  });
  it("hints of the fleet's own service decide whether traffic follows its clients", () => {
    const hintedShare = columns({ 'x/ingress': always(1), 'x/other': always(0) });
    expect(cause({ ...pods, hintedShare, service: 'x/ingress' }).confidence).toBe(0.5);
    expect(cause({ ...pods, hintedShare, service: 'x/other' }).confidence).toBe(0.3);
    expect(cause({ ...pods, hintedShare }).confidence).toBe(0.35);
  });
  it('the way back says what ended', () => {
    const back = { hintedShare: columns({ 'shop/cart': step(0, 1) }) };
    expect(codes(cause({ ...back, nodesWithoutZone: step(1, 0) }).evidence)).toEqual(['hints-regained', 'nodes-have-zones']);
    expect(codes(cause({ ...back, ...cpu, readyEndpoints: service('shop/cart', { a: always(4), b: always(4), c: step(3, 4) }) }).evidence)).toEqual(['hints-regained', 'safe-replica-count']);
  });
});

describe('flips close to each other', () => {
  it('the cause of the flip before does not explain this one', () => {
    const view: ClusterView = {
      ...nothing, ...pods, hintedShare: columns({ 'shop/cart': column((i) => (i < 20 ? 0 : 1)) }),
      readyEndpoints: service('shop/cart', { a: always(4), b: step(1, null) }),
    };
    expect(causeOfFlip(AT, view, zoneDefaults, 21).code).toBe('zone-lost-endpoints');
    expect(causeOfFlip(21, view, zoneDefaults).code).toBe('hints-regained');
  });
  it('what happened at the flip comes before hints that changed long before it', () => {
    const view: Partial<ClusterView> = { hintedShare: columns({ 'shop/cart': column((i) => (i < 20 ? 0 : 1)) }), readyEndpoints: service('shop/cart', { a: always(4), b: step(1, 0) }) };
    expect(cause(view).code).toBe('zone-lost-endpoints');
    expect(codes(cause(view).against)).toContain('also-hints-regained');
  });
});

describe('clients, when all else is known and did not change', () => {
  const excluded: Partial<ClusterView> = {
    ...pods, service: 'x/ingress', hintedShare: columns({ 'x/ingress': always(1) }), readyEndpoints: service('x/ingress', { a: always(2), b: always(2) }),
  };
  const connections = columns({ a: step(10, 30), b: always(10) });
  const sameWay = new Map([['a', columns({ a: step(30, 90), b: step(10, 30) })], ['b', columns({ b: always(40) })]]);
  const otherWay = new Map([['a', columns({ a: step(40, 20), b: step(0, 20) })], ['b', columns({ b: always(40) })]]);
  it.each<[string, Partial<ClusterView>, number]>([
    ['own hints held, endpoints and pods known and steady', {}, 0.75],
    ['the share of new connections moved too', { connections }, 0.85],
    ['the proxies chose their backends as before', { matrix: sameWay }, 0.8],
    ['both', { connections, matrix: sameWay }, 0.9],
    ['the proxies chose other backends', { matrix: otherWay }, 0.6],
    ['endpoints of the own service not known', { readyEndpoints: service('x/other', { a: always(4) }) }, 0.5],
    ['endpoints known half of the time', { readyEndpoints: service('x/ingress', { a: column((i) => (i % 2 ? 2 : null)), b: column((i) => (i % 2 ? 2 : null)) }) }, 0.5],
    ['an endpoint came and went in between', { readyEndpoints: service('x/ingress', { a: column((i) => (i === 25 ? 4 : 2)), b: always(4) }) }, 0.5],
    ['a pod came and went in between', { readyPods: columns({ a: column((i) => (i === 28 ? 3 : 2)), b: always(2) }) }, 0.5],
    ['hints known at a few steps only', { hintedShare: columns({ 'x/ingress': column((i) => (i % 5 === 0 ? 1 : null)) }) }, 0.5],
    ['own hints never there', { hintedShare: columns({ 'x/ingress': always(0), 'x/y': always(1) }) }, 0.3],
  ])('%s', (_name, more, confidence) => {
    expect(cause({ ...excluded, ...more })).toMatchObject({ code: 'client-mix', confidence });
  });
  it('more traffic in one zone alone is no change of the way', () => {
    expect(codes(cause({ ...excluded, matrix: sameWay }).evidence)).toEqual(['hints-held', 'local-share-same']);
    expect(codes(cause({ ...excluded, matrix: otherWay }).against)).toEqual(['by-exclusion', 'local-share']);
  });
});

describe("the proxy's own rule", () => {
  const requests = columns({ a: always(30), b: always(30) });
  const envoy = { ...pods, dialect: 'envoy', requests };
  const updates = column((i) => (i > 28 && i < 31 ? 0.4 : 0));
  it.each<[string, Partial<ClusterView>, string | null, number | null]>([
    ['requests go on, none is routed by zone, and one update says why', { routing: columns({ routing_all_directly: step(60, 0), cluster_too_small: updates }) }, 'min_cluster_size', 0.85],
    ['it stops without a word', { routing: columns({ routing_all_directly: step(60, 0), cluster_too_small: always(0) }) }, 'no zone chosen', 0.75],
    ['it begins again', { routing: columns({ routing_all_directly: step(0, 60), cluster_too_small: always(0) }) }, 'each request in its own zone', 0.85],
    ['sampling stops', { routing: columns({ routing_sampled: step(20, 0), routing_cross_zone: step(40, 0) }) }, 'no zone chosen', 0.75],
    ['all directly becomes sampling', { routing: columns({ routing_all_directly: step(60, 0), routing_sampled: step(0, 40), routing_cross_zone: step(0, 20) }) }, 'by capacity', 0.6],
    ['updates by far outnumber requests, which stay in their zone', { requests: columns({ a: always(2) }), routing: columns({ routing_all_directly: always(2), cluster_too_small: step(0, 50) }) }, null, null],
    ['sampled and across change places: still one way', { routing: columns({ routing_sampled: step(50, 10), routing_cross_zone: step(10, 50) }) }, null, null],
    ['the requests stop too', { requests: columns({ a: step(60, 0) }), routing: columns({ routing_all_directly: step(60, 0) }) }, null, null],
    ['too few requests to tell', { requests: columns({ a: step(60, 0.2) }), routing: columns({ routing_all_directly: step(60, 0) }) }, null, null],
    ['never routed by zone, only updates', { routing: columns({ routing_all_directly: always(0), cluster_too_small: updates }) }, null, null],
    ['the counters are missing after it', { routing: columns({ routing_all_directly: step(60, null), cluster_too_small: updates }) }, null, null],
  ])('%s', (_name, view, words, confidence) => {
    const found = cause({ ...envoy, ...view });
    expect(found.code).toBe(words === null ? 'unknown' : 'proxy-threshold');
    if (words === null) return;
    expect(found.confidence).toBe(confidence);
    expect(found.evidence[0]!.text).toMatch(/^Envoy's zone routing went from/);
    expect(found.evidence[0]!.text).toContain(words);
  });

  const crossed: Partial<ClusterView> = { ...pods, readyEndpoints: service('shop/cart', { a: always(4), b: step(3, 2) }) };
  it.each<[string, Partial<ClusterView>, string, RegExp | null]>([
    ['skipper', { dialect: 'skipper' }, 'proxy-threshold', /Skipper keeps traffic in the zone from 3 on\.$/],
    ['not known', {}, 'proxy-threshold', /that may be the proxy's own threshold\.$/],
    ['envoy: it has no such rule', { dialect: 'envoy' }, 'unknown', null],
    ['one that Weir knows no rule of', { dialect: 'constructor' }, 'unknown', null],
    ['counted, and its way stayed', { requests, routing: columns({ routing_all_directly: always(60) }) }, 'unknown', null],
  ])('three endpoints of a zone become two, the proxy is %s', (_name, view, code, words) => {
    const found = cause({ ...crossed, ...view });
    expect(found.code).toBe(code);
    if (words) expect(found.evidence[0]!.text).toMatch(words);
    if (view.dialect !== 'skipper') expect(JSON.stringify(found)).not.toContain('Skipper');
  });

  it.each([['skipper', 'Skipper (3 in the zone)'], ['envoy', 'min_cluster_size of Envoy'], [undefined, 'threshold of the proxy']])('the advice for %s names its rule and no other', (dialect, words) => {
    const [advice] = adviceFor([{ code: 'proxy-threshold', confidence: 1, evidence: [] }], [], dialect);
    expect(advice).toContain(words);
    expect(['Skipper', 'Envoy'].filter((name) => advice!.includes(name)).length).toBe(dialect === undefined ? 0 : 1);
  });
});
