import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { makeRuntime } from '@/lib/server/runtime';
import { loadZones } from '@/lib/server/use-cases/load-detector';
import { fakePrometheus } from '@/test/support/fake-prometheus';
import type { FakeHttp } from '@/test/support/fake-http';

const NOW = 1_795_996_000_000;
const range = { env: null, from: String(NOW - 1_800_000), to: String(NOW), maxPoints: null };
const servers: FakeHttp[] = [];
afterEach(async () => { await Promise.all(servers.splice(0).map((server) => server.close())); });
afterAll(() => { Reflect.deleteProperty(globalThis, Symbol.for('weir.runtime')); });

/** Two zones; for the first fifteen minutes the second one gets nearly all for a minute in every two. */
async function flappingSource(): Promise<void> {
  const start = (NOW - 3_600_000) / 1000;
  const half = (NOW - 900_000) / 1000;
  const counter = (zone: string) => {
    const total: number[] = [0];
    for (let second = 1; second <= 7_200; second += 1) {
      const at = start + second;
      const hot = at < half && Math.floor(at / 60) % 2 === 0;
      total.push(total[second - 1]! + (zone === 'b' ? (hot ? 36 : 20) : hot ? 4 : 20));
    }
    return (seconds: number) => total[Math.max(0, Math.min(7_200, Math.round(seconds - start)))]!;
  };
  const pods = ['a', 'b'].map((az) => ({ metric: { namespace: 'n', pod: `p-${az}`, az }, at: counter(az) }));
  const source = await fakePrometheus((query) => {
    if (query.includes('up{')) return pods.map(({ metric }) => ({ metric, at: () => 1 }));
    return query.includes('skipper_proxy_total_duration_seconds_count') && !query.includes('__name__') ? pods : [];
  });
  servers.push(source);
  Object.assign(globalThis, { [Symbol.for('weir.runtime')]: makeRuntime({ WEIR_PROMETHEUS_URL: source.url, WEIR_DIALECT: 'skipper' }, () => NOW) });
}

describe('the zones with a moment to compare at', () => {
  it('carry the comparison only when a moment is asked for', async () => {
    await flappingSource();
    const plain = await loadZones(range, null);
    expect(plain.data.kind === 'checked' && plain.data.detail.comparison).toBeUndefined();
    const compared = await loadZones(range, String(NOW - 900_000));
    expect(compared.data.kind === 'checked' && compared.data.detail.comparison?.[0]).toMatchObject({ verdict: 'helped', reason: 'fewer-flips', moment: NOW - 900_000 });
  });

  it('refuse what is no time, by name', async () => {
    await flappingSource();
    await expect(loadZones(range, 'soon')).rejects.toMatchObject({ status: 400, parameter: 'moment' });
  });
});
