import type { QueryRecord } from '../../domain/answer';
import type { CapabilityState } from '../../domain/capability';
import type { Dialect, DialectContext, SignalPlan, SignalQuery } from '../../domain/dialect';
import type { SeriesFrame } from '../../domain/series';
import { type SignalName, signalCatalog } from '../../domain/signals';
import { type ResolvedRange, stepTimes } from '../../domain/time-range';
import type { TrustNote } from '../../domain/trust';
import { epochMs, millis } from '../../domain/units';
import type { MetricsSource } from '../../ports/metrics-source';
import type { SignalAnswer, SignalSource } from '../../ports/signal-source';
import { addCounters, fineRange, finite, processKey } from './counters';
import { FrameBuilder, addValues, maxValues } from './frames';
import { alignTo } from './increments';
import { type FleetLife, readLives } from './life';
import type { QueryRunner } from './runner';
import { engineNotes, incompleteNotes, resultNotes, zoneUnknownNotes } from './trust';

/** One proxy fleet, or the cluster: who is asked, and how its labels are called. */
export interface Fleet {
  /** Name in the configuration; null for the cluster. */
  readonly name: string | null;
  readonly dialect: Dialect;
  readonly context: Pick<DialectContext, 'selector' | 'labels' | 'zoneJoin' | 'periodSeconds'>;
}

export interface LiveSignalsDeps {
  readonly metrics: MetricsSource;
  readonly runner: QueryRunner;
  readonly fleets: readonly Fleet[];
  readonly scrapeMs: () => Promise<number>;
  readonly now: () => number;
}

export interface LiveSignals extends SignalSource {
  /** One fleet alone; null when its dialect does not know the signal. */
  loadFleet(signal: SignalName, fleet: Fleet, range: ResolvedRange): Promise<FleetAnswer | null>;
}

export interface FleetAnswer {
  readonly plan: SignalPlan;
  readonly frame: SeriesFrame | null;
  readonly queries: readonly QueryRecord[];
  readonly trust: readonly TrustNote[];
}

/** Signals from dialects and a metrics source. Throws SourceError when the source fails. */
export function makeLiveSignals(deps: LiveSignalsDeps): LiveSignals {
  const { metrics, runner } = deps;
  const record = (purpose: string, query: string, range: ResolvedRange): QueryRecord => ({ source: metrics.type, purpose, query, range, link: metrics.link(query, range) });

  /** Which of the dialect's metrics are there: looked for once per fleet and range. */
  async function presentMetrics({ dialect, context }: Fleet, range: ResolvedRange): Promise<readonly string[] | null> {
    if (!dialect.metrics?.length) return null;
    const chunkMs = Math.max(60_000, Math.ceil((range.to - range.from) / 8 / 60_000) * 60_000);
    const names = `__name__=~"${dialect.metrics.join('|')}"`;
    const inside = context.selector === '' ? names : `${names},${context.selector}`;
    const query = `count by (__name__) (last_over_time({${inside}}[${chunkMs / 1000}s]))`;
    const coarse = { from: epochMs(Math.min(range.from + chunkMs, range.to)), to: epochMs(Math.ceil(range.to / chunkMs) * chunkMs), stepMs: millis(chunkMs) };
    const { series } = await runner.range(query, coarse);
    return series.flatMap(({ labels }) => (labels.__name__ ? [labels.__name__] : [])).sort();
  }

  async function contextOf(fleet: Fleet, range: ResolvedRange): Promise<DialectContext> {
    const scrapeMs = await deps.scrapeMs();
    const windowMs = Math.max(4 * scrapeMs, range.stepMs);
    return { ...fleet.context, scrapeMs, rateWindow: `${windowMs / 1000}s`, present: await presentMetrics(fleet, range) };
  }

  /** The lives of the fleet's processes on a grid; null where the fleet has no `up` series. */
  async function livesOf(fleet: Fleet, context: DialectContext, grid: ResolvedRange): Promise<FleetLife | null> {
    const plan = fleet.dialect.plan('scrape-up', context);
    if (!plan || plan.state === 'not-observable') return null;
    const results = await Promise.all(plan.queries.map((each) => runner.range(each.promql, grid)));
    const series = results.flatMap((result) => result.series);
    return series.length === 0 ? null : readLives(stepTimes(grid), series, processKey(context), fleet.name ?? 'cluster');
  }

  async function loadFleet(signal: SignalName, fleet: Fleet, range: ResolvedRange): Promise<FleetAnswer | null> {
    const context = await contextOf(fleet, range);
    const plan = fleet.dialect.plan(signal, context);
    if (!plan) return null;
    if (plan.state === 'not-observable') return { plan, frame: null, queries: [], trust: [] };
    const meta = signalCatalog[signal];
    const merge = meta.kind === 'gauge' ? maxValues : addValues;
    const builder = new FrameBuilder(signal, range, merge);
    const about = fleet.name ?? 'cluster';
    const parts = await Promise.all(plan.queries.map((each) => loadQuery(signal, fleet, context, each, range, builder)));
    const empty = parts.every((part) => part.empty);
    const frame = builder.build();
    const trust = [...parts.flatMap((part) => part.trust), ...zoneUnknownNotes(signal, frame, about), ...incompleteNotes(range, deps.now(), context.scrapeMs)];
    const queries = parts.flatMap((part) => part.queries);
    if (empty && plan.collector) {
      const reason = `${plan.collector}: no series in this range`;
      const note: TrustNote = { code: 'collector-missing', about: `${about}: ${plan.collector}`, effect: `what needs ${plan.collector} is not known in this range`, mend: plan.mend ?? 'let the metrics source scrape it' };
      return { plan: { state: 'not-observable', reason, mend: plan.mend }, frame: null, queries, trust: [...trust, note] };
    }
    return { plan, frame, queries, trust };
  }

  async function loadQuery(signal: SignalName, fleet: Fleet, context: DialectContext, each: SignalQuery, range: ResolvedRange, builder: FrameBuilder) {
    const meta = signalCatalog[signal];
    const fixed = { ...each.fixed, ...(fleet.name === null ? {} : { proxy: fleet.name }) };
    const about = fleet.name ?? 'cluster';
    if (meta.kind !== 'count' && !each.raw) {
      const result = await runner.range(each.promql, range);
      const grid = stepTimes(range);
      for (const series of result.series) builder.add(builder.labelsOf(series.labels, each.labels, fixed), finite(alignTo(grid, series.points)));
      return { empty: result.series.length === 0, queries: [record(signal, each.promql, range)], trust: [...resultNotes(result, range, about), ...engineNotes(result, each.promql, deps.now(), about)] };
    }
    const fine = fineRange(range, context.scrapeMs);
    const [result, lives] = await Promise.all([runner.range(each.promql, fine), fleet.dialect.scope === 'proxy' ? livesOf(fleet, context, fine) : null]);
    const uncounted = addCounters(result, { fine, range, lives, each, fixed, context, builder, perSecond: meta.kind === 'rate' });
    const first: TrustNote[] = uncounted
      ? [{ code: 'first-sample', about, effect: 'counters begin with the data: what they counted before their first scrape is not in the sums', mend: 'choose a range that begins after the first scrape of this fleet' }]
      : [];
    return { empty: result.series.length === 0, queries: [record(signal, each.promql, fine)], trust: [...resultNotes(result, fine, about), ...engineNotes(result, each.promql, deps.now(), about), ...(lives?.notes ?? []), ...first] };
  }

  return {
    loadFleet,
    async load(signal, range) {
      const scope = signalCatalog[signal].labels.some((label) => label === 'proxy') ? 'proxy' : 'cluster';
      const asked = deps.fleets.filter((fleet) => fleet.dialect.scope === scope && (scope === 'proxy' || knowsSignal(fleet, signal)));
      const answers = (await Promise.all(asked.map((fleet) => loadFleet(signal, fleet, range)))).filter((answer) => answer !== null);
      return join(signal, range, answers, scope);
    },
  };
}

/** True when the fleet's dialect has words for the signal, whatever the source then has. */
export function knowsSignal({ dialect, context }: Fleet, signal: SignalName): boolean {
  return dialect.plan(signal, { ...context, rateWindow: '1m', scrapeMs: 15_000, present: null }) !== null;
}

const deliverySignals: readonly SignalName[] = ['argo-rollout-phase', 'argo-app-phase', 'flux-revision', 'flagger-phase'];

/** Why a signal of the cluster is asked of nobody, and the setting that mends it. */
export function notConfigured(signal: SignalName): { readonly reason: string; readonly mend: string } {
  return signal === 'lb-zone-flows' || signal === 'lb-zone-requests'
    ? { reason: 'no load balancer metrics are configured for this environment', mend: 'set loadBalancers: {from: cloudwatch}' }
    : deliverySignals.includes(signal)
    ? { reason: 'delivery tools are not configured for this environment', mend: 'set delivery: {selector: {}} or workloads: {from: kube-state-metrics}' }
    : { reason: 'kube-state-metrics is not configured for this environment', mend: 'set workloads: {from: kube-state-metrics}' };
}

const STATE_ORDER: readonly CapabilityState[] = ['not-observable', 'available', 'inferred'];

function join(signal: SignalName, range: ResolvedRange, answers: readonly FleetAnswer[], scope: string): SignalAnswer {
  if (answers.length === 0) {
    const why = scope === 'proxy' ? { reason: 'no configured proxy knows this signal', mend: null } : notConfigured(signal);
    return { signal, frame: null, state: 'not-observable', ...why, queries: [], trust: [] };
  }
  const frames = answers.flatMap((answer) => (answer.frame ? [answer.frame] : []));
  const seen = answers.filter((answer) => answer.frame !== null);
  const telling = seen.length > 0 ? seen : answers;
  const state = telling.map((answer) => answer.plan.state).reduce((a, b) => (STATE_ORDER.indexOf(a) > STATE_ORDER.indexOf(b) ? a : b));
  return {
    signal,
    frame: frames.length === 0 ? null : { at: stepTimes(range), stepMs: range.stepMs, series: frames.flatMap((frame) => frame.series) },
    state,
    reason: [...new Set(telling.map((answer) => answer.plan.reason))].join('; '),
    mend: telling.map((answer) => answer.plan.mend).find((mend) => mend !== null) ?? null,
    queries: answers.flatMap((answer) => answer.queries),
    trust: answers.flatMap((answer) => answer.trust),
  };
}
