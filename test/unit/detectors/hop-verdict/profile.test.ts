import { describe, expect, it } from 'vitest';
import { MIN_SAMPLES, addCounts, attribute, countEmitters, learnProfiles, profileRows, toProfiles } from '@/lib/detectors/hop-verdict';
import { epochMs } from '@/lib/domain/units';
import { type SpanSpec, app, envoyClient, envoyServer, nginxServer, skipperClient, skipperServer, trace, traefikClient, traefikServer } from './build';

const cluster = { attributes: { upstream_cluster: 'shop' } };
const times = (count: number, specs: readonly SpanSpec[]) => Array.from({ length: count }, (_, i) => trace(i + 1, 'old', specs));
const healthyTraefik = [traefikServer(200), traefikClient(200), app(200)];

describe('learnProfiles', () => {
  it('counts tries and what lies below them on healthy requests only', () => {
    const profiles = learnProfiles([...times(30, healthyTraefik), ...times(10, [traefikServer(200), traefikClient(200)]), ...times(50, [traefikServer(502), traefikClient(502)])]);
    expect(profiles.traefik).toEqual({ pAttempt: 1, pBelow: 0.75, pForeignParent: 0, samples: 40 });
    expect(Object.keys(profiles)).toEqual(['traefik']);
  });

  it('for an emitter of one span it counts the applications below that span', () => {
    expect(learnProfiles([...times(9, [nginxServer(200), app(200, { of: 'S' })]), ...times(1, [nginxServer(200)])]).nginx).toEqual({ pAttempt: 0, pBelow: 0.9, pForeignParent: 0, samples: 10 });
  });

  it('redirects that Envoy made itself do not count', () => {
    expect(learnProfiles(times(30, [envoyServer('301', '-')]))).toEqual({});
  });

  it('tells a lost Envoy answer from a local one once it knows that tries are always seen', () => {
    const puzzle = trace(7, 'old', [envoyServer('403', '-', cluster)]);
    const baseline = (count: number) => learnProfiles(times(count, [envoyServer('200', '-', cluster), envoyClient('200', '-'), app(200)]));
    expect(attribute(puzzle, { profiles: baseline(MIN_SAMPLES - 1) })).toMatchObject({ answeredBy: { role: 'backend' }, band: 'possible' });
    expect(attribute(puzzle, { profiles: baseline(MIN_SAMPLES) })).toMatchObject({ answeredBy: { role: 'proxy' }, mechanism: 'local_policy', band: 'likely' });
  });

  it('learns below which callers a proxy is normally seen, without listing them as proxies', () => {
    const call = (status: number): SpanSpec => ({ id: 'W', service: 'web', kind: 'client', ms: 40, attributes: { 'http.status_code': status } });
    const counts = countEmitters(times(30, [call(200), traefikServer(200, { of: 'W' }), traefikClient(200), app(200)]));
    expect(attribute(trace(99, 'old', [call(502)]), { profiles: toProfiles(counts) })).toMatchObject({ answeredBy: { role: 'load-balancer' }, mechanism: 'before_first_span', band: 'likely' });
    expect(profileRows(counts, epochMs(1)).map((row) => row.service)).toEqual(['traefik']);
  });

  it('a service name that is a word of the language is no trap', () => {
    const odd = [traefikServer(502, { service: 'constructor', error: true }), traefikClient(502, { service: 'constructor' })];
    expect(attribute(trace(1, 'old', odd), { profiles: {} }).mechanism).toBe('undetermined');
  });
});

describe('counts of emitters', () => {
  const with200 = countEmitters(times(12, healthyTraefik));
  const without = countEmitters(times(13, [traefikServer(200), traefikClient(200)]));
  const failing = countEmitters(times(4, [nginxServer(502)]));

  it('of several batches add up, in any order and after a stay in a cache', () => {
    const together = countEmitters([...times(12, healthyTraefik), ...times(13, [traefikServer(200), traefikClient(200)]), ...times(4, [nginxServer(502)])]);
    expect(addCounts(with200, without, failing)).toEqual(together);
    expect(addCounts(failing, addCounts(without, with200))).toEqual(together);
    expect(JSON.parse(JSON.stringify(together))).toEqual(together);
    expect(toProfiles(together)).toEqual({ traefik: { pAttempt: 1, pBelow: 12 / 25, pForeignParent: 0, samples: 25 } });
  });

  it('show what was learned and what is only assumed', () => {
    expect(profileRows(addCounts(with200, without, failing), epochMs(5))).toEqual([
      { service: 'nginx', family: 'nginx', role: 'proxy', pAttempt: 0, pBelow: null, samples: 0, source: 'default', learnedAt: null },
      { service: 'traefik', family: 'traefik', role: 'proxy', pAttempt: 1, pBelow: 12 / 25, samples: 25, source: 'learned', learnedAt: 5 },
    ]);
    expect(profileRows(with200, epochMs(5))[0]).toMatchObject({ samples: 12, source: 'default', pBelow: null });
  });
});

describe('what is below an emitter, by next hop', () => {
  const to = (name: string) => ({ attributes: { upstream_cluster: name } });
  const traced = [envoyServer('200', '-', to('shop')), envoyClient('200', '-', to('shop')), app(200)];
  const plain = [envoyServer('200', '-', to('legacy')), envoyClient('200', '-', to('legacy'))];
  const failing = (name: string) => trace(9, 'old', [envoyServer('502', '-', to(name)), envoyClient('502', '-', to(name))]);
  const both = learnProfiles([...times(30, traced), ...times(30, plain)]);

  it.each([
    ['an application that never shows itself answered', 'legacy', both, 0.65],
    ['one that always does has rather a span that is lost', 'shop', both, 0.4],
    ['a next hop that was never seen is judged by all requests', 'other', both, 0.5],
    ['and so is one that was seen too seldom', 'legacy', learnProfiles([...times(30, traced), ...times(MIN_SAMPLES - 1, plain)]), 0.5],
  ])('%s', (_name, cluster, profiles, confidence) => {
    expect(attribute(failing(cluster), { profiles })).toMatchObject({ answeredBy: { role: 'backend', service: cluster }, confidence });
  });

  it('is shown, also where a share of its own needs more requests', () => {
    const [row] = profileRows(countEmitters([...times(30, traced), ...times(4, plain)]), epochMs(5));
    expect(row!.towards).toEqual([{ name: 'shop', by: 'name', pBelow: 1, samples: 30 }, { name: 'legacy', by: 'name', pBelow: null, samples: 4 }]);
  });

  it('adds up over batches in any order, after a stay in a cache, and with counts of before', () => {
    const [one, two] = [countEmitters(times(12, traced)), countEmitters([...times(3, plain), ...times(9, traced)])];
    const { towards: _, ...before } = one[0]!;
    const kept = JSON.parse(JSON.stringify(one)) as typeof one;
    expect(addCounts(kept, two)).toEqual(countEmitters([...times(21, traced), ...times(3, plain)]));
    expect(addCounts(two, kept)).toEqual(addCounts(kept, two));
    expect(addCounts([before], two)[0]).toMatchObject({ healthy: 24, towards: [{ name: '10.0.0.7:8080' }, { name: 'shop', healthy: 9 }, { name: 'legacy', healthy: 3 }] });
    expect(toProfiles(addCounts([before, before])).envoy).toEqual({ pAttempt: 1, pBelow: 1, pForeignParent: 0, samples: 24 });
  });

  it.each([
    ['the service of an Ingress route of Skipper', [skipperServer(200), skipperClient(200, { attributes: { 'skipper.route_id': 'kube_shop__web__shop_example_org__cart__cart_api' } })], 'shop/cart_api'],
    ['the same without a path', [skipperServer(200), skipperClient(200, { attributes: { 'skipper.route_id': 'kube_shop__web__shop_example_org____cart' } })], 'shop/cart'],
    ['a RouteGroup route of Skipper', [skipperServer(200), skipperClient(200, { attributes: { 'skipper.route_id': 'kube_rg__shop__web__all__0_0' } })], 'kube_rg__shop__web__all__0_0'],
    ['a route of Skipper in a file', [skipperServer(200), skipperClient(200)], 'shop'],
    ['a service of Traefik', [traefikServer(200), traefikClient(200, { attributes: { 'traefik.service.name': 'shop-cart-80@kubernetes' } })], 'shop-cart-80@kubernetes'],
    ['the cluster of an Envoy that shows no tries', [envoyServer('200', '-', to('shop'))], 'shop'],
    ['an address with its port', [traefikServer(200), traefikClient(200, { attributes: { 'network.peer.address': '10.0.0.9', 'network.peer.port': 8080 } })], '10.0.0.9:8080'],
    ['a name of the language', [envoyServer('200', '-', to('__proto__')), envoyClient('200', '-', to('__proto__'))], '__proto__'],
    ['a very long name, cut', [envoyServer('200', '-', to('x'.repeat(5_000)))], 'x'.repeat(200)],
  ])('knows %s', (_name, specs, name) => {
    expect(profileRows(countEmitters(times(1, specs)), epochMs(5))[0]!.towards!.map((one) => one.name)).toEqual([name]);
  });

  it('a proxy whose next hops are without end keeps those with the most requests', () => {
    const many = Array.from({ length: 300 }, (_, i) => trace(i, 'old', [envoyServer('200', '-', to(`c${i}`))]));
    const [count] = countEmitters([...many, ...times(2, [envoyServer('200', '-', to('often'))])]);
    expect(count!.towards).toHaveLength(64);
    expect(count!.towards![0]).toMatchObject({ name: 'often', healthy: 2 });
  });

  it('a caller of proxied and other services is not judged by all its calls', () => {
    const call = (status: number, host: string): SpanSpec => ({ id: 'W', service: 'web', kind: 'client', ms: 40, attributes: { 'http.status_code': status, 'server.address': host } });
    const profiles = learnProfiles([...times(95, [call(200, 'shop'), traefikServer(200, { of: 'W' }), traefikClient(200), app(200)]), ...times(5, [call(200, 'payments.example.com')])]);
    expect(attribute(trace(99, 'old', [call(502, 'shop')]), { profiles })).toMatchObject({ answeredBy: { role: 'load-balancer' }, band: 'likely' });
    expect(attribute(trace(99, 'old', [call(502, 'payments.example.com')]), { profiles })).toMatchObject({ answeredBy: { role: 'unknown' }, band: 'unknown' });
  });
});
