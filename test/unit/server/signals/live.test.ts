import { afterEach, describe, expect, it } from 'vitest';
import { makePrometheusSource } from '@/lib/adapters/prometheus';
import { findDialect } from '@/lib/dialects';
import { epochMs, millis } from '@/lib/domain/units';
import { probeCapabilities } from '@/lib/server/environments/capabilities';
import { fineRange } from '@/lib/server/signals/counters';
import { type Fleet, makeLiveSignals } from '@/lib/server/signals/live';
import { makeQueryRunner } from '@/lib/server/signals/runner';
import type { FakeHttp } from '@/test/support/fake-http';
import { type FakeSeries, fakePrometheus } from '@/test/support/fake-prometheus';

const START = 1_795_992_000;
const range = { from: epochMs(START * 1000), to: epochMs((START + 60) * 1000), stepMs: millis(10_000) };
const pod = (name: string, more: Record<string, string> = {}) => ({ namespace: 'kube-system', pod: name, az: 'a', ...more });
const always = (value: number) => () => value;
/** Scrapes since the start of the range. */
const scrapes = (seconds: number) => Math.floor((seconds - START) / 5);

let server: FakeHttp | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

const skipper: Fleet = { name: 'ingress', dialect: findDialect('skipper')!, context: { selector: 'job="skipper"', labels: { pod: 'pod', namespace: 'namespace', zone: 'az' } } };

async function load(signal: 'route-misses' | 'zone-requests' | 'gateway-errors' | 'instance-requests', answer: (query: string) => readonly FakeSeries[], now = range.to + 600_000) {
  server = await fakePrometheus((query) => {
    if (query.includes('__name__')) {
      return ['skipper_serve_route_count', 'skipper_response_duration_seconds_count', 'skipper_proxy_total_duration_seconds_count'].map((name) => ({ metric: { __name__: name }, at: always(1) }));
    }
    return answer(query);
  });
  const metrics = makePrometheusSource({ url: server.url }, { now: () => now });
  const runner = makeQueryRunner(metrics, () => now, () => undefined);
  return makeLiveSignals({ metrics, runner, fleets: [skipper], scrapeMs: async () => 5_000, now: () => now }).load(signal, range);
}

const sumOf = (values: readonly (number | null)[]) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
const upOf = (...pods: string[]) => pods.map((name) => ({ metric: pod(name), at: always(1) }));

describe('counts', () => {
  it('a single error of a counter born inside the window is seen', async () => {
    const born = (seconds: number) => (seconds >= START + 35 ? 1 : null);
    const { frame } = await load('gateway-errors', (query) => {
      if (query.includes('up{')) return upOf('p1');
      return query.includes('serve_route') ? [{ metric: pod('p1', { code: '502', route: 'shop' }), at: born }] : [];
    });
    expect(frame!.series).toEqual([{ labels: { proxy: 'ingress', instance: 'p1', zone: 'a', code: '502', subject: 'shop' }, values: [0, 0, 0, 0, 1, 0, 0] }]);
  });

  it('the last counts of a process that ends between two steps are kept', async () => {
    // Ends at +35 s, inside the step from +30 to +40: only the finer grid sees +35.
    const dying = (seconds: number) => (seconds <= START + 35 ? 100 + scrapes(seconds) : null);
    const { frame } = await load('instance-requests', (query) => (query.includes('up{') ? [{ metric: pod('p1'), at: (t) => (t <= START + 35 ? 1 : null) }, ...upOf('p2')] : [{ metric: pod('p1'), at: dying }]));
    expect(sumOf(frame!.series[0]!.values)).toBe(2 + 7);
  });

  it('the 500 of an application is no gateway error, the 500 of the proxy is', async () => {
    const { frame } = await load('gateway-errors', (query) => {
      if (query.includes('up{')) return upOf('p1');
      const metric = pod('p1', { code: '500', route: 'shop' });
      return [{ metric, at: (t) => (query.includes('response_duration') ? scrapes(t) : 3 * scrapes(t)) + 100 }];
    });
    expect(frame!.series[0]!.values[3]).toBe(4);
  });

  it('data that begins inside the window: the first value does not count, and a note says so', async () => {
    const late = (seconds: number) => (seconds >= START + 20 ? 500 + scrapes(seconds) : null);
    const { frame, trust } = await load('instance-requests', (query) => (query.includes('up{') ? [{ metric: pod('p1'), at: (t) => (t >= START + 20 ? 1 : null) }] : [{ metric: pod('p1'), at: late }]));
    expect(sumOf(frame!.series[0]!.values)).toBe(8);
    expect(trust.map(({ code }) => code)).toContain('first-sample');
  });
});

describe('rates by zone', () => {
  it('are exact increments over the step', async () => {
    const { frame } = await load('zone-requests', (query) => (query.includes('up{') ? upOf('p1', 'p2') : ['p1', 'p2'].map((name) => ({ metric: pod(name), at: (t) => 50 * scrapes(t) + 1000 }))));
    expect(frame!.series).toEqual([{ labels: { proxy: 'ingress', zone: 'a' }, values: [20, 20, 20, 20, 20, 20, 20] }]);
  });

  it('a missed scrape of one pod is neither a dip nor a peak', async () => {
    const missed = (t: number) => t > START + 20 && t <= START + 40;
    const { frame, trust } = await load('zone-requests', (query) => {
      if (query.includes('up{')) return [...upOf('p1'), { metric: pod('p2'), at: (t) => (missed(t) ? 0 : 1) }];
      return [{ metric: pod('p1'), at: (t) => 50 * scrapes(t) + 1000 }, { metric: pod('p2'), at: (t) => (missed(t) ? null : 50 * scrapes(t) + 1000) }];
    });
    expect(frame!.series[0]!.values).toEqual([20, 20, 20, 20, 20, 20, 20]);
    expect(trust.map(({ code }) => code)).toEqual(['scrape-gap']);
  });

  it('traffic without a zone is told', async () => {
    const { trust } = await load('zone-requests', (query) => (query.includes('up{') ? upOf('p1') : [{ metric: pod('p1'), at: (t) => 50 * scrapes(t) }, { metric: { ...pod('p2'), az: '' }, at: (t) => 50 * scrapes(t) }]));
    expect(trust.find(({ code }) => code === 'zone-unknown')?.effect).toContain('50.0 %');
  });
});

describe('trust', () => {
  it('a clean window has no note', async () => {
    const { trust } = await load('zone-requests', (query) => (query.includes('up{') ? upOf('p1') : [{ metric: pod('p1'), at: (t) => 50 * scrapes(t) + 1000 }]));
    expect(trust).toEqual([]);
  });
  it('the last step is incomplete when it is younger than a scrape', async () => {
    const { trust } = await load('zone-requests', (query) => (query.includes('up{') ? upOf('p1') : [{ metric: pod('p1'), at: (t) => 50 * scrapes(t) + 1000 }]), range.to + 1_000);
    expect(trust.map(({ code }) => code)).toEqual(['incomplete-last-step']);
  });
  it('no series at all means not collected, not nothing happened', async () => {
    const answer = await load('zone-requests', () => []);
    expect(answer).toMatchObject({ frame: null, state: 'not-observable' });
    expect(answer.trust.map(({ code }) => code)).toContain('collector-missing');
  });
  it('no misses at all is a frame without lines', async () => {
    expect((await load('gateway-errors', (query) => (query.includes('up{') ? upOf('p1') : []))).frame).toMatchObject({ series: [] });
  });
});

describe('fineRange', () => {
  it.each([
    ['as fine as the scrapes', 10_000, 5_000, 5_000],
    ['never finer', 10_000, 15_000, 10_000],
    ['an even part of the step', 60_000, 25_000, 30_000],
  ])('%s', (_name, step, scrape, fine) => {
    const made = fineRange({ ...range, stepMs: millis(step) }, scrape);
    expect(made).toMatchObject({ from: range.from - step, stepMs: fine });
  });
  it('stays within what a source answers', () => {
    const made = fineRange({ from: epochMs(0), to: epochMs(7 * 86_400_000), stepMs: millis(900_000) }, 5_000);
    expect((made.to - made.from) / made.stepMs).toBeLessThanOrEqual(5_000);
  });
});

it('equal questions at one time are one flight, and the settled past is asked once', async () => {
  let asked = 0;
  server = await fakePrometheus(() => {
    asked += 1;
    return [];
  });
  const metrics = makePrometheusSource({ url: server.url }, { now: () => range.to });
  const runner = makeQueryRunner(metrics, () => range.to + 600_000, () => undefined);
  await Promise.all([runner.range('up', range), runner.range('up', range)]);
  await runner.range('up', range);
  expect(asked).toBe(1);
  await runner.range('down', range);
  expect(asked).toBe(2);
});

describe('load balancers', () => {
  const cluster = (id: string, selector = ''): Fleet => ({ name: null, dialect: findDialect(id)!, context: { selector, labels: { pod: 'pod', namespace: 'namespace', zone: null }, periodSeconds: 60 } });
  const flow = { metric: { lb: 'net/x/1', az: 'a' }, at: always(20) };
  async function ask(fleets: readonly Fleet[], present: readonly string[]) {
    const asked: string[] = [];
    server = await fakePrometheus((query) => {
      asked.push(query);
      return query.includes('__name__') ? present.map((name) => ({ metric: { __name__: name }, at: always(1) })) : [flow];
    });
    const metrics = makePrometheusSource({ url: server.url }, { now: () => range.to });
    const runner = makeQueryRunner(metrics, () => range.to, () => undefined);
    const signals = makeLiveSignals({ metrics, runner, fleets, scrapeMs: async () => 5_000, now: () => range.to });
    const answer = await signals.load('lb-zone-flows', range);
    return { answer, asked, rows: (await probeCapabilities({ fleets, signals, range })).filter((row) => row.signal === 'lb-zone-flows' || row.signal === 'zone-cpu') };
  }

  it('are asked of CloudWatch alone', async () => {
    const { answer, rows } = await ask([cluster('kube-state-metrics'), cluster('cloudwatch')], ['aws_networkelb_new_flow_count_sum']);
    expect(answer).toMatchObject({ state: 'available', frame: { series: [{ labels: { loadBalancer: 'net/x/1', zone: 'a' } }] } });
    expect(rows.map(({ signal, state }) => [signal, state]).sort()).toEqual([['lb-zone-flows', 'available'], ['zone-cpu', 'not-observable']]);
  });

  it('are not asked where they are not configured, and the setting is named', async () => {
    const { answer, rows } = await ask([cluster('kube-state-metrics')], []);
    expect(answer).toMatchObject({ frame: null, state: 'not-observable', queries: [], mend: 'set loadBalancers: {from: cloudwatch}' });
    expect(rows.find(({ signal }) => signal === 'lb-zone-flows')).toMatchObject({ probed: false, mend: 'set loadBalancers: {from: cloudwatch}' });
  });

  it('without an exporter nothing is asked but what is there', async () => {
    const { answer, asked } = await ask([cluster('cloudwatch')], []);
    expect(answer).toMatchObject({ frame: null, state: 'not-observable', mend: expect.stringContaining('yet-another-cloudwatch-exporter') as string });
    expect(asked.filter((query) => !query.includes('__name__'))).toEqual([]);
  });
});

describe('the topology mode of services', () => {
  const ksm: Fleet = { name: null, dialect: findDialect('kube-state-metrics')!, context: { selector: 'job="ksm"', labels: { pod: 'pod', namespace: 'namespace', zone: null } } };
  async function ask(present: readonly string[], rows: readonly FakeSeries[]) {
    server = await fakePrometheus((query) => (query.includes('__name__') ? present.map((name) => ({ metric: { __name__: name }, at: always(1) })) : query.includes('topology_mode') ? rows : []));
    const metrics = makePrometheusSource({ url: server.url }, { now: () => range.to });
    const runner = makeQueryRunner(metrics, () => range.to, () => undefined);
    return makeLiveSignals({ metrics, runner, fleets: [ksm], scrapeMs: async () => 5_000, now: () => range.to }).load('topology-mode', range);
  }
  const hostile = '"} or vector(1) <script>';
  it('is a flag by service, names from outside kept as they are', async () => {
    const { frame, state } = await ask(['kube_service_annotations'], [{ metric: { namespace: 'shop', service: hostile }, at: (seconds) => (seconds < START + 30 ? 1 : 0) }]);
    expect(state).toBe('available');
    expect(frame!.series).toEqual([{ labels: { namespace: 'shop', service: hostile }, values: [1, 1, 1, 0, 0, 0, 0] }]);
  });
  it.each([['annotations are not collected', []], ['they are, without a row', ['kube_service_annotations']]])('%s: not observable, with the flag', async (_name, present) => {
    expect(await ask(present, [])).toMatchObject({ frame: null, state: 'not-observable', mend: expect.stringContaining('--metric-annotations-allowlist') as string });
  });
});
