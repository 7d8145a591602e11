import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../lib/domain/findings';
import type { RolloutDetail } from '../../lib/domain/rollout-detail';
import type { SeriesFrame } from '../../lib/domain/series';
import type { SignalName } from '../../lib/domain/signals';
import { loadDetector } from '../../lib/server/use-cases/load-detector';
import { loadSignal } from '../../lib/server/use-cases/load-signal';
import { engineMismatches } from './both-engines';
import { instantBy } from './counters';
import { controlLength, controlSeries } from './rollout-series';
import { type SmallStore, startSmallPrometheus } from './small-prometheus';
import { startSmallVictoria } from './small-victoria';

/** Controls of rollout errors on modelled series, each read by Weir from a real Prometheus and from a real VictoriaMetrics. */

const engines = ['prometheus', 'victoria'] as const;
const names = ['overlap', 'oom', 'scaling', 'rollback', 'burst', 'gap'] as const;
type Engine = (typeof engines)[number];
type Control = (typeof names)[number];

const stores: Partial<Record<Engine, SmallStore>> = {};

beforeAll(async () => {
  const series = controlSeries();
  const folder = path.resolve('.lab/rollout-controls');
  stores.prometheus = await startSmallPrometheus(path.join(folder, 'prometheus'), controlLength, series);
  stores.victoria = await startSmallVictoria(path.join(folder, 'victoria'), stores.prometheus, series);
  const config = path.join(folder, 'weir.yaml');
  writeFileSync(config, `environments:\n${engines.flatMap((engine) => names.map((name) => environment(engine, name))).join('')}`);
  process.env.WEIR_CONFIG = config;
});

afterAll(async () => {
  for (const store of Object.values(stores)) await store.stop();
});

describe.each(engines)('on %s', (engine) => {
  it('two overlapping rollouts are both named, each with its own errors', async () => {
    const { findings, detail } = await ask(engine, 'overlap');
    expect(rolloutFindings(findings)).toEqual([
      { workload: 'overlap/cart', failed: 5, nearMisses: 0, alsoRolling: ['overlap/shop'] },
      { workload: 'overlap/shop', failed: 6, nearMisses: 3, alsoRolling: ['overlap/cart'] },
    ]);
    expect(Object.fromEntries(detail.rollouts.map(({ workload, image }) => [workload, image]))).toEqual({
      'overlap/shop': { before: 'shop:1', after: 'shop:2' }, 'overlap/cart': { before: 'cart:1', after: 'cart:2' },
    });
  });

  it('an OOM kill during a rollout is named as another suspect', async () => {
    const { findings } = await ask(engine, 'oom');
    expect(rolloutFindings(findings).map(({ workload, failed }) => ({ workload, failed }))).toEqual([{ workload: 'oom/shop', failed: 6 }]);
    expect(findings[0]!.against.map(({ code, text }) => `${code} ${text}`).join()).toMatch(/^oom-kill .*oom\/db \(db-a-0\)/);
  });

  it('a scaling from 3 to 9 and back is no rollout', async () => {
    const { findings, detail } = await ask(engine, 'scaling');
    expect(findings).toEqual([]);
    expect(detail.rollouts).toEqual([]);
  });

  it('a rollback is a rollout of its own', async () => {
    const { findings, detail } = await ask(engine, 'rollback');
    expect(detail.rollouts.map(({ oldReplicaSets, newReplicaSet }) => [...oldReplicaSets, newReplicaSet])).toEqual([['shop-a1', 'shop-b2'], ['shop-b2', 'shop-a1']]);
    expect(rolloutFindings(findings).map(({ failed }) => failed).sort()).toEqual([4, 5]);
  });

  it('a burst without a rollout is pinned on none', async () => {
    const { findings, detail } = await ask(engine, 'burst');
    expect(findings.map(({ kind }) => kind)).toEqual(['error-burst']);
    expect(findings[0]!.data).toMatchObject({ failed: 12, codes: { 502: 12 } });
    expect(detail.perRollout.map(({ failed }) => failed)).toEqual([0]);
  });

  it('errors in a scrape gap are counted once the scrapes are back, and a note says so', async () => {
    const { findings, trust } = await ask(engine, 'gap');
    expect(rolloutFindings(findings).map(({ failed }) => failed)).toEqual([5]);
    expect(trust).toContain('scrape-gap');
  });

  it.each<[Control, SignalName, readonly string[], Record<string, number>]>([
    ['overlap', 'gateway-errors', ['instance', 'code', 'subject'], { 'p-1 502 kube_overlap__cart__cart_example_org____cart': 5, 'p-1 502 kube_overlap__shop__shop_example_org____shop': 6 }],
    ['overlap', 'near-misses', ['subject'], { kube_overlap__cart__cart_example_org____cart: 0, kube_overlap__shop__shop_example_org____shop: 3 }],
    ['oom', 'oom-kills', ['workload', 'pod'], { 'db db-a-0': 1 }],
  ])('%s: %s adds up to the events', async (control, signal, by, expected) => {
    expect(totals(await frame(engine, control, signal), by)).toEqual(expected);
  });

  it.each<[SignalName, readonly string[], Record<string, readonly (number | null)[]>]>([
    ['replicaset-pods', ['replicaset'], { 'shop-a1': [3, 2, 0], 'shop-b2': [0, 2, 3] }],
    ['replicaset-image', ['replicaset', 'image'], { 'shop-a1 shop:1': [1, 1, null], 'shop-b2 shop:2': [null, 1, 1] }],
    ['pod-ready', ['pod'], { 'shop-a-0': [1, null, null], 'shop-a-1': [1, 1, null], 'shop-a-2': [1, 1, null], 'shop-b-0': [null, 1, 1], 'shop-b-1': [null, 1, 1], 'shop-b-2': [null, null, 1] }],
  ])('%s is right before, midway and after a rollout', async (signal, by, expected) => {
    const { at, series } = await frame(engine, 'oom', signal);
    const times = [900, 1_260, 2_100].map((second) => at.indexOf((stores.prometheus!.from + second * 1_000) as never));
    const shop = series.filter(({ labels }) => labels.workload === 'shop');
    expect(Object.fromEntries(shop.map(({ labels, values }) => [by.map((label) => labels[label]).join(' '), times.map((i) => values[i] ?? null)]))).toEqual(expected);
  });
});

describe('where the engines differ', () => {
  const onBoth = async (query: string, second: number) => Promise.all(engines.map(async (engine) => (await instantBy(stores[engine]!.url, query, '', stores.prometheus!.from + second * 1_000))[''] ?? null));

  it('increase() of one counter is not the same, and on one of them not the count', async () => {
    const [prometheus, victoria] = await onBoth('sum(increase(skipper_serve_route_count{job="overlap",code="502",route=~".*shop"}[2m]))', 1_330);
    expect(prometheus).toBeLessThan(3);
    expect(victoria).toBeGreaterThan(5);
  });

  it.each<[Control, SignalName]>([
    ['overlap', 'gateway-errors'], ['overlap', 'near-misses'], ['overlap', 'instance-requests'], ['overlap', 'replicaset-pods'], ['overlap', 'replicaset-image'], ['overlap', 'pod-ready'],
    ['oom', 'oom-kills'], ['gap', 'gateway-errors'], ['rollback', 'replicaset-pods'], ['scaling', 'pod-ready'],
  ])('%s: Weir reads %s alike, levels up to a scrape', async (control, signal) => {
    expect(engineMismatches(signal, await frame('prometheus', control, signal), await frame('victoria', control, signal))).toEqual([]);
  });

  it('a signal that needs rate() says so on VictoriaMetrics, an exact one does not', async () => {
    const codes = async (engine: Engine, signal: SignalName) => (await loadSignal(signal, request(engine, 'overlap'))).trust.map(({ code }) => code);
    expect(await codes('victoria', 'zone-latency')).toContain('engine-rate');
    expect(await codes('prometheus', 'zone-latency')).not.toContain('engine-rate');
    expect(await codes('victoria', 'gateway-errors')).not.toContain('engine-rate');
  });
});

/** The range that Weir is asked about: all but the first and last minute. */
const request = (engine: Engine, control: Control) => ({ env: `${engine}-${control}`, from: String(stores.prometheus!.from + 60_000), to: String(stores.prometheus!.to - 60_000), maxPoints: null });

async function ask(engine: Engine, control: Control): Promise<{ findings: readonly Finding[]; detail: RolloutDetail; trust: readonly string[] }> {
  const { data, trust, failures } = await loadDetector('rollout-errors', request(engine, control));
  if (data.kind === 'not-checked') throw new Error(`${data.why} ${JSON.stringify(failures)}`);
  return { findings: data.findings, detail: data.detail, trust: trust.map(({ code }) => code) };
}

async function frame(engine: Engine, control: Control, signal: SignalName): Promise<SeriesFrame> {
  const { data, failures } = await loadSignal(signal, request(engine, control));
  if (data.frame === null) throw new Error(`${signal}: ${data.reason}; ${JSON.stringify(failures)}`);
  return data.frame;
}

function rolloutFindings(findings: readonly Finding[]) {
  return findings.flatMap((finding) => (finding.kind === 'rollout-errors' ? [finding] : []))
    .map(({ data: { workload, failed, nearMisses, alsoRolling } }) => ({ workload, failed, nearMisses, alsoRolling: [...alsoRolling] }))
    .sort((a, b) => (a.workload < b.workload ? -1 : Number(a.workload > b.workload)));
}

function totals({ series }: SeriesFrame, by: readonly string[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { labels, values } of series) {
    const key = by.map((label) => labels[label] ?? '').join(' ');
    sums[key] = (sums[key] ?? 0) + values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  }
  return sums;
}

function environment(engine: Engine, name: Control): string {
  return `  - name: ${engine}-${name}
    metrics: {type: prometheus, url: "${stores[engine]!.url}", scrapeIntervalSeconds: 5}
    zones: {from: target-label, label: az}
    proxies: [{name: ${name}, dialect: skipper, selector: {job: ${name}}}]
    workloads: {from: kube-state-metrics, selector: {job: ksm-${name}}}
`;
}
