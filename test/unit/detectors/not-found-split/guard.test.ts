import { describe, expect, it } from 'vitest';
import type { Finding } from '@/lib/domain/findings';
import type { Value } from '@/lib/domain/series';
import { notFoundSplit } from '@/lib/detectors/not-found-split';
import { START, STEP, burst, fleetInput, flat, type Pod } from '@/test/support/protocols/miss-fleet';

function findings(...args: Parameters<typeof fleetInput>): readonly Finding[] {
  const run = notFoundSplit.run(fleetInput(...args));
  if (run.kind !== 'checked') throw new Error(run.why);
  return run.findings;
}
const kinds = (...args: Parameters<typeof fleetInput>) => findings(...args).map((one) => `${one.kind} ${one.subject}`);

const calm = (name: string, zone = 'a'): Pod => ({ name, zone, requests: flat(70), misses: flat(1) });
/** Loses its routes in the steps [from, to). */
const lost = (name: string, from = 15, to = 20): Pod => ({ ...calm(name), misses: burst(1, 68, from, to) });
/** Gets a scan on top of what it serves. */
const scanned = (name: string, more = 200, from = 15, to = 30): Pod => ({ name, requests: burst(70, 70 + more, from, to), misses: burst(1, 1 + more, from, to) });
/** Starts at a step and misses all for some scrapes. */
const young = (name: string, born: number, missed: number): Pod => ({ name, requests: burst(null, 70, born, 36), misses: Array.from({ length: 36 }, (_, at) => (at < born ? null : at < born + missed ? 70 : 1)) });
const withRoutes = (pod: Pod, routes: readonly Value[] = flat(40)): Pod => ({ ...pod, routes });

describe('a fleet that loses its routes at once', () => {
  it.each<[string, readonly Pod[], string[]]>([
    ['three of three', ['a', 'b', 'c'].map((name) => lost(name)), ['fleet-route-loss p']],
    ['a fleet of two', ['a', 'b'].map((name) => lost(name)), ['fleet-route-loss p']],
    ['a fleet of one', [lost('a')], ['fleet-route-loss p']],
    ['five of seven: more than half of the siblings are no measure', [...['a', 'b', 'c', 'd', 'e'].map((name) => lost(name)), calm('f'), calm('g')], ['fleet-route-loss p']],
    ['a part of the routes', ['a', 'b', 'c'].map((name) => ({ ...calm(name), misses: burst(1, 36, 15, 20) })), ['fleet-route-loss p']],
    ['one scrape only', ['a', 'b', 'c'].map((name) => lost(name, 15, 16)), []],
    ['a scan on all alike only adds', ['a', 'b', 'c'].map((name) => scanned(name)), ['scanner-wave p']],
    ['a scan on a fleet of one only adds', [scanned('a')], ['scanner-wave p']],
    ['a pod that is not scraped is no loss, though a scan begins', [scanned('a'), { ...scanned('b'), requests: [...flat(70, 15), null, null, null, null, ...flat(270, 17)], misses: [...flat(1, 15), null, null, null, null, ...flat(201, 17)] }], ['scanner-wave p']],
    ['traffic that ends is no loss', ['a', 'b', 'c'].map((name) => ({ ...calm(name), requests: burst(70, 5, 15, 36) })), []],
    ['one of two is told by the other', [lost('a'), calm('b')], ['routeless-instance a']],
    ['two scrapes at the end of the range', ['a', 'b', 'c'].map((name) => lost(name, 34, 36)), ['fleet-route-loss p']],
  ])('%s', (_name, pods, expected) => {
    expect(kinds(pods)).toEqual(expected);
  });

  it('is critical, says before and after, and is surer with the tables', () => {
    const pods = ['a', 'b', 'c'].map((name) => lost(name));
    const [bare] = findings(pods);
    const [full] = findings(pods.map((pod) => withRoutes(pod, burst(40, 1, 15, 20))), { shop: burst(150, 0, 15, 20), cart: burst(57, 0, 15, 20) });
    expect(bare).toMatchObject({ severity: 'critical', from: START + 15 * STEP, to: START + 19 * STEP, data: { instances: 3, fleetInstances: 3, routes: null, hit: { requests: 1005, hosts: null, hostsFrom: [] } } });
    expect(full).toMatchObject({ kind: 'fleet-route-loss', data: { routes: 1, routesBefore: 40, hit: { hosts: ['shop', 'cart'], hostsFrom: ['host-counters'], trafficShare: 0.957 } } });
    expect(full!.confidence).toBeGreaterThan(bare!.confidence);
    expect(findings([lost('a')])[0]!.confidence).toBeLessThan(bare!.confidence);
  });

  it('is a lost host where other hosts are served on', () => {
    const pods = ['a', 'b', 'c'].map((name) => ({ ...calm(name), misses: burst(1, 36, 15, 24) }));
    expect(kinds(pods, { shop: burst(105, 0, 15, 24), cart: flat(70), blog: flat(32) })).toEqual(['route-lost shop']);
  });

  it('puts its misses down as route misses in the ledger', () => {
    const run = notFoundSplit.run(fleetInput(['a', 'b', 'c'].map((name) => lost(name))));
    if (run.kind !== 'checked') throw new Error(run.why);
    expect(run.detail.parts.filter(({ requests }) => requests > 0).map(({ class: name, requests, methods }) => [name, requests, methods])).toEqual([['route-miss', 1005, ['difference']], ['unknown', 108, ['none']]]);
  });
});

describe('a scan on one kept-open connection', () => {
  it.each<[string, readonly Pod[], string[]]>([
    ['one of three pods', [calm('a'), calm('b'), scanned('c')], []],
    ['one of two pods', [calm('a'), scanned('b')], []],
    ['through the whole range', [calm('a'), calm('b'), scanned('c', 200, 0, 36)], []],
    ['on a pod that has just started', [calm('a'), calm('b'), { name: 'c', requests: burst(null, 270, 15, 36), misses: burst(null, 200, 15, 36) }], []],
    ['on the very pod without routes', [calm('a'), calm('b'), { name: 'c', requests: burst(70, 270, 15, 24), misses: burst(1, 268, 15, 24) }], ['routeless-instance c']],
  ])('%s', (_name, pods, expected) => {
    expect(kinds(pods).filter((kind) => !kind.startsWith('scanner-wave'))).toEqual(expected);
  });
});

describe('young pods and changes on their way', () => {
  const siblings = [calm('a'), calm('b'), calm('d')];
  it.each<[string, readonly Pod[], string[]]>([
    ['loads in its first two scrapes', [...siblings, young('c', 15, 2)], []],
    ['loads in its first three scrapes', [...siblings, young('c', 15, 3)], []],
    ['stays without routes', [...siblings, young('c', 15, 21)], ['routeless-instance c']],
    ['its table grows while it misses', [...siblings.map((pod) => withRoutes(pod)), withRoutes(young('c', 33, 3), [...flat(null, 33), 0, 5, 20])], []],
    ['its short table stands still: nothing more will come', [...siblings.map((pod) => withRoutes(pod)), withRoutes(young('c', 33, 3), [...flat(null, 33), 1, 1, 1])], ['routeless-instance c']],
    ['first scraped when it already missed, two scrapes of a short table', [...siblings.map((pod) => withRoutes(pod)), withRoutes(young('c', 34, 2), [...flat(null, 34), 1, 1])], ['routeless-instance c']],
    ['first scraped when it already missed, table not measured', [...siblings, young('c', 34, 2)], []],
    ['loads for half a minute before it gets traffic', [...siblings.map((pod) => withRoutes(pod)), { ...calm('c'), requests: burst(null, 70, 24, 36), misses: burst(null, 1, 24, 36), routes: [...flat(null, 18), 1, 1, 4, 9, 15, 18, ...flat(40, 12)] }], []],
    ['a rolling restart: each pod misses all for two scrapes', ['a', 'b', 'c', 'd'].map((name, at) => lost(name, 10 + 4 * at, 12 + 4 * at)), []],
    ['restarted without routes, under its old name', [...siblings.map((pod) => withRoutes(pod)), withRoutes(lost('c', 15, 30), burst(40, 1, 15, 30))], ['routeless-instance c']],
    ['a new route that reaches the pods one after another', ['a', 'b', 'c', 'd', 'e'].map((name, at) => ({ ...withRoutes(calm(name), [...flat(40, 12 + 3 * at), ...flat(41, 24 - 3 * at)]), requests: burst(70, 100, 10, 36), misses: burst(1, 31, 10, 12 + 3 * at) })), []],
    ['the last pod never gets it', ['a', 'b', 'c', 'd', 'e'].map((name, at) => ({ ...withRoutes(calm(name), at === 4 ? flat(40, 120) : [...flat(40, 12 + at), ...flat(41, 108 - at)]), requests: burst(70, 200, 10, 120, 120), misses: burst(1, 131, 10, at === 4 ? 120 : 12 + at, 120) })), ['routeless-instance e']],
    ['counters that begin anew', [...siblings, { ...calm('c'), requests: burst(70, 12, 15, 16), misses: burst(1, 0, 15, 16) }], []],
    ['scrapes of one pod are missing, the next holds what they hid', [...siblings, { ...calm('c'), requests: [...flat(70, 12), null, null, 210, ...flat(70, 21)], misses: [...flat(1, 12), null, null, 3, ...flat(1, 21)] }], []],
    ['little traffic, but all of it missed for long', [...siblings, { name: 'c', requests: flat(1), misses: burst(0, 1, 10, 36) }], ['routeless-instance c']],
    ['series of two Prometheus replicas added up', [...siblings, calm('c')].map((pod) => ({ ...pod, requests: flat(140), misses: flat(2) })), []],
  ])('%s', (_name, pods, expected) => {
    expect(kinds(pods).filter((kind) => !kind.startsWith('scanner-wave') && !kind.startsWith('fleet'))).toEqual(expected);
  });
});

describe('the age of a table', () => {
  const SECOND = START / 1000;
  const aged = (name: string, changes: readonly number[]): Pod => ({ ...calm(name), requests: flat(70, 300), misses: flat(1, 300), updated: Array.from({ length: 300 }, (_, at) => SECOND - 60 + Math.max(0, ...changes.filter((change) => change <= at).map((change) => 5 * change + 60))) });
  it.each<[string, readonly Pod[], string[]]>([
    ['stands still while the others change twice', [aged('a', [20, 200]), aged('b', [21, 201]), aged('c', [20, 202]), aged('d', [])], ['routeless-instance d']],
    ['all stand still', ['a', 'b', 'c'].map((name) => aged(name, [])), []],
    ['one change is a restart of the others, perhaps', [aged('a', [200]), aged('b', [210]), aged('c', [220]), aged('d', [])], []],
    ['changes that follow within minutes', [aged('a', [20, 200]), aged('b', [21, 201]), aged('c', [20, 202]), aged('d', [205])], []],
  ])('%s', (_name, pods, expected) => {
    expect(kinds(pods)).toEqual(expected);
  });

  it('is information only: nothing was missed', () => {
    expect(findings([aged('a', [20, 200]), aged('b', [21, 201]), aged('c', [20, 202]), aged('d', [])])).toMatchObject([{ severity: 'info', basis: 'inferred', data: { requests: 0, hit: { requests: 0, hosts: [] } } }]);
  });
});

describe('what a fault hit', () => {
  it('is told of the instance: requests, share of the traffic, hosts, first and last scrape', () => {
    const pods = [calm('a'), calm('b'), lost('c', 15, 25)];
    const hosts = { shop: burst(140, 94, 15, 25), cart: burst(67, 45, 15, 25), blog: flat(1) };
    const run = notFoundSplit.run(fleetInput(pods, hosts));
    if (run.kind !== 'checked') throw new Error(run.why);
    const hit = { first: START + 15 * STEP, last: START + 24 * STEP, requests: 670, trafficShare: 0.319, hosts: ['shop', 'cart'], hostsFrom: ['host-counters'] };
    expect(run.findings[0]).toMatchObject({ kind: 'routeless-instance', data: { hit } });
    expect(run.detail.instances.map(({ instance, hit: own }) => [instance, own])).toEqual([['a', undefined], ['b', undefined], ['c', hit]]);
  });
});

describe('a host that stays lost', () => {
  it.each([[20, 'critical'], [60, 'warning'], [150, 'info']])('after %i minutes to the end of the range it is %s', (minutes, severity) => {
    const [steps, length] = [10 + minutes, 10 + minutes];
    const pods = ['a', 'b', 'c'].map((name) => ({ name, requests: flat(700, length), misses: burst(1, 250, 10, steps, length) }));
    const hosts = { shop: burst(750, 0, 10, steps, length), cart: flat(1340, length) };
    expect(findings(pods, hosts, {}, 60_000)).toMatchObject([{ kind: 'route-lost', subject: 'shop', severity }]);
  });

  it('that came back was an outage, however long', () => {
    const pods = ['a', 'b', 'c'].map((name) => ({ name, requests: flat(700, 80), misses: burst(1, 250, 10, 70, 80) }));
    expect(findings(pods, { shop: burst(750, 0, 10, 70, 80), cart: flat(1340, 80) }, {}, 60_000)).toMatchObject([{ kind: 'route-lost', severity: 'critical', ongoing: false }]);
  });

  it('an application that was never served is no lost route', () => {
    const pods = ['a', 'b', 'c'].map((name) => ({ name, requests: burst(70, 90, 15, 36), misses: burst(1, 21, 15, 36) }));
    expect(findings(pods, { cart: flat(207) }).filter(({ severity }) => severity !== 'info')).toEqual([]);
  });
});

describe('a scan that fills the whole range', () => {
  const filled = (misses: number) => ['a', 'b', 'c'].map((name): Pod => ({ name, requests: flat(70 + misses), misses: flat(misses) }));
  it('is measured by its share of the requests, and said so', () => {
    expect(findings(filled(30))).toMatchObject([{ kind: 'scanner-wave', severity: 'info', data: { normalFrom: 'share-of-requests', timesNormal: 15 }, against: [{ code: 'no-paths' }, { code: 'no-calm-part' }] }]);
  });
  it.each([['a common share of scans', 2], ['more misses than anything else, and no paths to look at: as well lost routes', 200]])('%s is none', (_name, misses) => {
    expect(findings(filled(misses))).toEqual([]);
  });
});
