import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { capabilitiesText } from '@/lib/cli/text';
import { makeRuntime } from '@/lib/server/runtime';
import { listEnvironments, loadCapabilities } from '@/lib/server/use-cases/load-capabilities';
import { loadFindings } from '@/lib/server/use-cases/load-findings';
import { loadOverview } from '@/lib/server/use-cases/load-overview';
import { loadSignal } from '@/lib/server/use-cases/load-signal';
import { loadTraces } from '@/lib/server/use-cases/load-traces';
import { makeRecording } from '@/lib/server/use-cases/make-recording';
import { listRecordings } from '@/lib/server/use-cases/recordings';
import { fakeHttp, sendJson, type FakeHttp } from '@/test/support/fake-http';
import { fakePrometheus } from '@/test/support/fake-prometheus';

const NOW = 1_795_996_000_000;
const folder = mkdtempSync(path.join(tmpdir(), 'weir-use-cases-'));
afterAll(() => rmSync(folder, { recursive: true }));

const everything = { env: null, from: String(NOW - 1_200_000), to: String(NOW - 600_000), maxPoints: null };
let servers: FakeHttp[] = [];

function use(env: Record<string, string>): void {
  Object.assign(globalThis, { [Symbol.for('weir.runtime')]: makeRuntime(env, () => NOW) });
}

function config(metrics: string, traces: string): Record<string, string> {
  const file = path.join(folder, 'weir.yaml');
  writeFileSync(file, `environments:
  - name: lab
    metrics: {url: "${metrics}"}
    traces: {url: "${traces}"}
    zones: {from: target-label, label: az}
    proxies: [{name: ingress, dialect: skipper, selector: {job: skipper}}]
`);
  return { WEIR_CONFIG: file };
}

const pod = { namespace: 'kube-system', pod: 'p1', az: 'a' };
const counting = (perScrape: number) => (seconds: number) => perScrape * Math.floor(seconds / 5);

beforeEach(async () => {
  const prometheus = await fakePrometheus((query) => {
    if (query.includes('__name__')) return ['skipper_serve_route_count', 'skipper_response_duration_seconds_count', 'skipper_proxy_total_duration_seconds_count'].map((name) => ({ metric: { __name__: name }, at: () => 1 }));
    if (query.includes('up{')) return [{ metric: pod, at: () => 1 }];
    if (query.includes('skipper_proxy_total_duration_seconds_count')) return [{ metric: pod, at: counting(50) }];
    return [];
  });
  const jaeger = await fakeHttp(({ url }, response) => (url.pathname.endsWith('services') ? sendJson(response, { services: [], data: [] }) : sendJson(response, { data: [] })));
  servers = [prometheus, jaeger];
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
});
const [PROMETHEUS, JAEGER] = [0, 1] as const;
const DOWN = 'http://127.0.0.1:9';

describe('a source that is down', () => {
  it('metrics: detectors are not checked and name it, nothing throws', async () => {
    use(config(DOWN, servers[JAEGER]!.url));
    const answer = await loadOverview(everything);
    expect(answer.data.zones.kind).toBe('not-checked');
    expect(answer.failures).toEqual([expect.objectContaining({ source: 'metrics', kind: 'unreachable' })]);
    expect(answer.failures[0]!.affects).toContain('zone-requests');
    await expect(loadSignal('zone-requests', everything)).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('traces: the counters still answer', async () => {
    use(config(servers[PROMETHEUS]!.url, DOWN));
    const { data } = await loadSignal('zone-requests', everything);
    expect(data.frame!.series[0]).toMatchObject({ labels: { zone: 'a' }, values: expect.arrayContaining([10]) as number[] });
    const traces = await loadTraces({ ...everything, finding: null, status: 404, proxy: null, instance: null, zone: null, host: null });
    expect(traces.failures[0]).toMatchObject({ source: 'traces', kind: 'unreachable' });
    expect(traces.data.strata[0]).toMatchObject({ lookedAt: 0, truncated: false });
    expect(traces.trust.filter(({ code }) => code === 'search-truncated' || code === 'sampled-traces')).toEqual([]);
  });

  it('the capability matrix says which', async () => {
    use(config(DOWN, servers[JAEGER]!.url));
    const { data } = await loadCapabilities(null);
    expect(data.sources.map(({ source, state }) => [source, state])).toEqual([['metrics', 'failed'], ['traces', 'ok']]);
    expect([...new Set(data.capabilities.filter(({ proxy }) => proxy !== null).map(({ state, probed }) => `${state} ${probed}`))]).toEqual(['not-checked false']);
    expect(capabilitiesText(data)).toMatch(/^not-checked .*could not be asked/m);
  });
});

it('what is available and was seen needs no mend', async () => {
  use(config(servers[PROMETHEUS]!.url, servers[JAEGER]!.url));
  const seen = (await loadCapabilities(null)).data.capabilities.filter(({ state, probed }) => state === 'available' && probed);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.filter(({ mend }) => mend !== null)).toEqual([]);
});

describe('requests that make no sense', () => {
  it.each([
    [{ from: 'yesterday' }, 'from'], [{ to: '12:00' }, 'to'], [{ from: 'now', to: 'now-1h' }, 'from'], [{ maxPoints: 1 }, 'maxPoints'], [{ env: 'nowhere' }, 'env'],
  ])('%j names the parameter', async (change, parameter) => {
    use(config(servers[PROMETHEUS]!.url, servers[JAEGER]!.url));
    await expect(loadSignal('zone-requests', { ...everything, ...change })).rejects.toMatchObject({ parameter });
  });
});

describe('a recording of a range', () => {
  it('opens without any source and gives the same numbers', async () => {
    use(config(servers[PROMETHEUS]!.url, servers[JAEGER]!.url));
    const live = await loadSignal('instance-requests', everything);
    const { bytes } = await makeRecording({ ...everything, title: 'a quiet hour', note: null });
    writeFileSync(path.join(folder, 'quiet.weir'), bytes);
    writeFileSync(path.join(folder, 'broken.weir'), bytes.subarray(0, 200));
    use({ WEIR_RECORDINGS: folder });
    const recorded = await loadSignal('instance-requests', { ...everything, from: null, to: null });
    expect(recorded.data.frame).toEqual(live.data.frame);
    expect(recorded.range).toEqual(live.range);
    expect((await listEnvironments()).map(({ name, kind }) => [name, kind])).toEqual([['quiet', 'recording']]);
    expect((await listRecordings()).map(({ id, broken }) => [id, broken === null])).toEqual([['quiet', true], ['broken', false]]);
  });
});

it('a quiet window has no finding, and the same answer twice is the same bytes', async () => {
  use(config(servers[PROMETHEUS]!.url, servers[JAEGER]!.url));
  const ask = () => loadFindings({ ...everything, kind: null, detectors: null });
  const answer = await ask();
  expect(answer.data).toEqual([]);
  expect(JSON.stringify(await ask())).toBe(JSON.stringify(answer));
});

it('a parameter that a detector does not have stops the start', () => {
  const { WEIR_CONFIG } = config(DOWN, DOWN);
  writeFileSync(WEIR_CONFIG!, `environments:\n  - name: lab\n    metrics: {url: "${DOWN}"}\n    proxies: [{dialect: skipper}]\n    detectors: {zone-flapping: {nonsense: 1}}\n`);
  expect(() => makeRuntime({ WEIR_CONFIG }, () => NOW)).toThrowError(/detectors\.zone-flapping\.nonsense/);
});
