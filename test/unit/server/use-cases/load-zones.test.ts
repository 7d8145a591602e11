import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { makeRuntime } from '@/lib/server/runtime';
import { loadZones } from '@/lib/server/use-cases/load-detector';
import { type FakeSeries, fakePrometheus } from '@/test/support/fake-prometheus';
import type { FakeHttp } from '@/test/support/fake-http';

const NOW = 1_795_996_000_000;
const range = { env: null, from: String(NOW - 1_800_000), to: String(NOW), maxPoints: null };
const servers: FakeHttp[] = [];
afterEach(async () => { await Promise.all(servers.splice(0).map((server) => server.close())); });
const folder = mkdtempSync(path.join(tmpdir(), 'weir-zones-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterAll(() => { Reflect.deleteProperty(globalThis, Symbol.for('weir.runtime')); });

/** The last second at which traffic flips, and at which of its seconds the second zone is hot. */
const HALF = (NOW - 900_000) / 1000;
const isHot = (at: number) => at < HALF && Math.floor(at / 60) % 2 === 0;

/** What a source answers to some queries of the cluster; null: not one of these. */
type ClusterAnswer = (query: string) => readonly FakeSeries[] | null;

/** Two zones; for the first fifteen minutes the second one gets nearly all for a minute in every two. */
async function flappingSource(cluster: ClusterAnswer = () => null, env: (url: string) => Record<string, string> = (url) => ({ WEIR_PROMETHEUS_URL: url, WEIR_DIALECT: 'skipper' })): Promise<void> {
  const start = (NOW - 3_600_000) / 1000;
  const counter = (zone: string) => {
    const total: number[] = [0];
    for (let second = 1; second <= 7_200; second += 1) {
      const at = start + second;
      const hot = isHot(at);
      total.push(total[second - 1]! + (zone === 'b' ? (hot ? 36 : 20) : hot ? 4 : 20));
    }
    return (seconds: number) => total[Math.max(0, Math.min(7_200, Math.round(seconds - start)))]!;
  };
  const pods = ['a', 'b'].map((az) => ({ metric: { namespace: 'n', pod: `p-${az}`, az }, at: counter(az) }));
  const source = await fakePrometheus((query) => {
    const answer = cluster(query);
    if (answer) return answer;
    if (query.includes('up{')) return pods.map(({ metric }) => ({ metric, at: () => 1 }));
    return query.includes('skipper_proxy_total_duration_seconds_count') && !query.includes('__name__') ? pods : [];
  });
  servers.push(source);
  Object.assign(globalThis, { [Symbol.for('weir.runtime')]: makeRuntime(env(source.url), () => NOW) });
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

describe('with the cluster beside it', () => {
  const config = (dialect: string) => (url: string) => {
    const file = path.join(folder, 'weir.yaml');
    writeFileSync(file, `environments:
  - name: lab
    metrics: {url: "${url}"}
    zones: {from: target-label, label: az}
    proxies: [{name: ingress, dialect: ${dialect}, selector: {job: x}}]
    workloads: {from: kube-state-metrics}
`);
    return { WEIR_CONFIG: file };
  };
  const service = { namespace: 'shop', service: 'cart' };
  const cluster: ClusterAnswer = (query) => {
    if (query.includes('__name__')) return ['kube_service_annotations', 'kube_endpointslice_endpoints', 'skipper_proxy_total_duration_seconds_count'].map((name) => ({ metric: { __name__: name }, at: () => 1 }));
    if (query.includes('topology_mode')) return [{ metric: service, at: (at) => (at < HALF ? 1 : 0) }];
    if (query.includes('endpoint_zone')) return [{ metric: { ...service, endpoint_zone: 'a' }, at: () => 4 }, { metric: { ...service, endpoint_zone: 'b' }, at: (at) => (isHot(at) ? 3 : 2) }];
    return null;
  };

  it('the annotation that goes is the moment proposed, through the live wiring', async () => {
    await flappingSource(cluster, config('skipper'));
    const { data } = await loadZones(range, null);
    const [first] = data.kind === 'checked' ? data.detail.proposed! : [];
    expect(first).toMatchObject({ proxy: 'ingress', why: expect.stringContaining('Service shop/cart lost the annotation topology-mode: Auto.') as string });
    expect(Math.abs(first!.at - HALF * 1000)).toBeLessThanOrEqual(15_000);
  });

  it('the rule that is named is that of the configured proxy', async () => {
    await flappingSource(cluster, config('skipper'));
    const { data } = await loadZones(range, null);
    const causes = data.kind === 'checked' ? data.detail.fleets[0]!.flips.map(({ cause }) => cause) : [];
    expect(causes.length).toBeGreaterThan(4);
    expect(causes.filter(({ code, evidence }) => code === 'proxy-threshold' && evidence[0]!.text.includes('Skipper keeps traffic in the zone from 3 on')).length).toBe(causes.length);
  });
});
