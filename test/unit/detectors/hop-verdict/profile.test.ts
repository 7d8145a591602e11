import { describe, expect, it } from 'vitest';
import { MIN_SAMPLES, addCounts, attribute, countEmitters, learnProfiles, profileRows, toProfiles } from '@/lib/detectors/hop-verdict';
import { epochMs } from '@/lib/domain/units';
import { type SpanSpec, app, envoyClient, envoyServer, nginxServer, trace, traefikClient, traefikServer } from './build';

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
