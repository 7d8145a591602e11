import type { Burst, WorkloadAssociation } from '../domain/rollout-detail';
import type { HopRole } from '../domain/verdict';
import type { ChartMarker, ChartModel, ChartRegion } from './chart-model';
import { gatewayColor } from './colors';
import { codesText } from './finding';
import { formatDuration, formatP, plural } from './format';
import { clipText } from './hostile-text';
import { hasAny, hasKnown, sumKnown } from './values';
import type { SeenDetail, SeenRollout } from './rollout-extras';
import { roleWords } from './words';

export interface BurstRow {
  readonly key: string;
  readonly burst: Burst;
  readonly codes: string;
  readonly failed: number;
  /** `during milo/apiserver (p < 0.001)`, without p where there are too few bursts; `no rollout near` when none was. */
  readonly rollouts: string;
}

/** With fewer bursts a p of "began in its rollouts" is near 1 or near the one burst's luck: it tells nothing. */
const LEAST_BURSTS = 5;

/** Answering hop of sampled errors, one row per role and service. */
export interface HopRow {
  readonly role: HopRole;
  readonly label: string;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly samples: number;
}

/** Why there are no hops to show. */
function noHopsText(detail: SeenDetail): string {
  if (!hasAny(Object.values(detail.errors).flat())) return 'No gateway error in this range, so there is no trace of one.';
  return detail.hops === null ? 'No traces could be looked at: there is no trace source, or it is down.' : 'No trace of these errors was kept: there may be too few for the sampling.';
}

export interface RolloutModels {
  /** `17 gateway errors, 2 rollouts`. */
  readonly headline: string;
  /** Null: neither an error nor a rollout. */
  readonly errors: ChartModel | null;
  /** Null: retries that saved a request are not counted here. */
  readonly nearMisses: ChartModel | null;
  readonly bursts: readonly BurstRow[];
  readonly workloads: readonly WorkloadAssociation[];
  /** Too few bursts in the range for an association with a workload: its p and q say nothing. */
  readonly fewBursts: boolean;
  readonly timelines: readonly TimelineModel[];
  readonly hops: readonly HopRow[] | null;
  readonly hopStatuses: readonly string[];
  /** Why `hops` is null or empty. */
  readonly noHops: string;
}

/** Charts and rows of the rollouts page. */
export function rolloutModels(detail: SeenDetail): RolloutModels {
  const hops = hopRows(detail);
  const fewBursts = detail.bursts.length < LEAST_BURSTS;
  return {
    headline: headlineOf(detail),
    errors: hasErrorsOrRollouts(detail) ? errorsChart(detail) : null,
    nearMisses: nearMissChart(detail),
    bursts: detail.bursts.map((burst) => burstRow(burst, fewBursts)),
    fewBursts,
    workloads: [...detail.perWorkload].sort((a, b) => a.q - b.q || (a.workload < b.workload ? -1 : 1)),
    timelines: detail.rollouts.map(timeline),
    hops,
    noHops: noHopsText(detail),
    hopStatuses: [...new Set((hops ?? []).flatMap((row) => Object.keys(row.byStatus)))].sort(),
  };
}

/** An empty chart says nothing; rollouts without errors say a lot. */
export function hasErrorsOrRollouts(detail: SeenDetail): boolean {
  return detail.rollouts.length > 0 || hasAny(Object.values(detail.errors).flat());
}

/** Counts only: whether one caused the other, the findings say. */
function headlineOf({ errors, rollouts }: SeenDetail): string {
  const total = sumKnown(Object.values(errors).flat());
  const counted = total === null ? 'Gateway errors not known' : total === 0 ? 'No gateway error' : plural(total, 'gateway error');
  return `${counted}, ${rollouts.length === 0 ? 'no rollout' : plural(rollouts.length, 'rollout')}`;
}

/** Gateway errors by code as exact counts per step, rollouts as regions behind them. */
export function errorsChart(detail: SeenDetail): ChartModel {
  const codes = Object.keys(detail.errors).filter((code) => hasKnown(detail.errors[code]!)).sort(byRankThenName);
  return {
    id: 'gateway-errors', title: 'Gateway errors and rollouts', unit: 'requests', kind: 'stacked-bar', at: detail.at,
    series: codes.map((code) => ({ key: code, label: clipText(code, 12).text, colorVar: gatewayColor(code), values: detail.errors[code]! })),
    regions: detail.rollouts.map(rolloutRegion),
    markers: noteMarkers(detail),
    note: `exact counts per ${formatDuration(detail.stepMs)}`,
  };
}

/** What delivery tools and people noted, at the time it began. */
function noteMarkers({ markers }: Pick<SeenDetail, 'markers'>): readonly ChartMarker[] {
  return (markers ?? []).map(({ from, source, text }) => ({ at: from, label: clipText(`${source}: ${text}`, 60).text, tone: 'info' }));
}

/** 503 first: usually the most frequent, so the base of the stack is the steadiest. */
const rank = ['503', '502', '504', '500'];
function byRankThenName(a: string, b: string): number {
  const place = (code: string) => (rank.includes(code) ? rank.indexOf(code) : rank.length);
  return place(a) - place(b) || (a < b ? -1 : 1);
}

function rolloutRegion(rollout: SeenRollout): ChartRegion {
  const image = imageText(rollout);
  return { from: rollout.from, to: rollout.to, label: `${clipText(rollout.workload, 48).text}${image ? `  ${image}` : ''}${rollout.ongoing ? ', going on' : ''}`, tone: 'rollout' };
}

/** `v0.24.1 → v0.24.2`: tags alone when both images have the same name. */
export function imageText({ image }: Pick<SeenRollout, 'image'>): string | null {
  if (!image || (image.before === null && image.after === null)) return null;
  const [before, after] = [splitImage(image.before), splitImage(image.after)];
  const sameName = before !== null && after !== null && before.name === after.name;
  const text = (part: typeof before) => (part === null ? 'not known' : clipText(sameName ? part.tag : part.full, 48).text);
  return `${text(before)} → ${text(after)}`;
}

/** A digest counts as tag, cut as people cut it. The port of a registry is no tag. */
function splitImage(image: string | null): { readonly name: string; readonly tag: string; readonly full: string } | null {
  if (image === null) return null;
  const digest = /^(.*)@sha256:([0-9a-f]{12})[0-9a-f]*$/.exec(image);
  if (digest) return { name: digest[1]!, tag: digest[2]!, full: `${digest[1]}@${digest[2]}` };
  const tag = /^(.*):([^:/]+)$/.exec(image);
  return tag ? { name: tag[1]!, tag: tag[2]!, full: image } : { name: image, tag: 'no tag', full: image };
}

function nearMissChart(detail: SeenDetail): ChartModel | null {
  if (detail.nearMisses === null || !hasAny(detail.nearMisses)) return null;
  return {
    id: 'near-misses', title: 'Failed attempts that a retry saved', unit: 'attempts', kind: 'stacked-bar', at: detail.at, regions: detail.rollouts.map(rolloutRegion),
    series: [{ key: 'near-misses', label: 'saved by a retry', colorVar: '--zone-5', values: detail.nearMisses }],
    note: `exact counts per ${formatDuration(detail.stepMs)}; the client saw none of these`,
  };
}

function burstRow(burst: Burst, few: boolean): BurstRow {
  const near = burst.rollouts.filter((one) => one.relation !== 'none');
  return {
    key: `${burst.from}-${burst.to}`, burst, codes: codesText(burst.codes), failed: Object.values(burst.codes).reduce((sum, count) => sum + count, 0),
    rollouts: near.length === 0 ? 'no rollout near' : near.map((one) => `${one.relation === 'during' ? 'during' : 'just after'} ${clipText(one.workload, 48).text}${few ? '' : ` (${formatP(one.p)})`}`).join('; '),
  };
}

/** Null: no traces were looked at. Rows by how many samples they have. */
export function hopRows(detail: SeenDetail): readonly HopRow[] | null {
  if (detail.hops === null) return null;
  const rows = new Map<string, { role: HopRole; label: string; byStatus: Record<string, number>; samples: number }>();
  for (const hop of detail.hops) {
    const key = JSON.stringify([hop.role, hop.service]);
    const row = rows.get(key) ?? { role: hop.role, label: hopLabel(hop.role, hop.service), byStatus: {}, samples: 0 };
    row.byStatus[String(hop.status)] = (row.byStatus[String(hop.status)] ?? 0) + hop.samples;
    row.samples += hop.samples;
    rows.set(key, row);
  }
  return [...rows.values()].sort((a, b) => b.samples - a.samples || (a.label < b.label ? -1 : 1));
}

/** `proxy, skipper-ingress`; the role alone when the service is not known. */
export function hopLabel(role: HopRole, service: string | null): string {
  return service === null ? roleWords[role] : `${roleWords[role]}, ${clipText(service, 48).text}`;
}

/** One bar of a pod: from created to ready (starting), from ready to gone (serving). Unknown ends are null. */
export interface PodBar {
  readonly pod: string;
  readonly generation: 'old' | 'new';
  readonly from: number;
  readonly to: number;
  readonly readyAt: number | null;
  /** When its deletion began; null: not known, or not yet. */
  readonly terminatingAt: number | null;
  /** Its start lies before (its end after) what was looked at. */
  readonly openStart: boolean;
  readonly openEnd: boolean;
}

export interface TimelineModel {
  readonly key: string;
  readonly title: string;
  readonly from: number;
  readonly to: number;
  readonly rolloutFrom: number;
  readonly rolloutTo: number;
  readonly pods: readonly PodBar[];
}

/** Pods of a rollout over time, new ones below the old, with a margin of a tenth around it. */
export function timeline(rollout: SeenRollout): TimelineModel {
  const margin = Math.max(10_000, (rollout.to - rollout.from) * 0.1);
  const [from, to] = [rollout.from - margin, rollout.to + margin];
  const clamp = (at: number) => Math.min(to, Math.max(from, at));
  const pods = rollout.pods.map((pod) => ({
    pod: clipText(pod.pod, 60).text,
    generation: pod.replicaset === rollout.newReplicaSet ? ('new' as const) : ('old' as const),
    from: clamp(pod.created ?? from),
    to: clamp(pod.gone ?? to),
    readyAt: pod.ready === null ? null : clamp(pod.ready),
    terminatingAt: pod.terminating === null || pod.terminating === undefined ? null : clamp(pod.terminating),
    openStart: pod.created === null || pod.created < from,
    openEnd: pod.gone === null || pod.gone > to,
  }));
  const order = (pod: PodBar) => (pod.generation === 'old' ? 0 : 1);
  return {
    key: `${rollout.workload}@${rollout.from}`, title: clipText(rollout.workload, 60).text, from, to, rolloutFrom: rollout.from, rolloutTo: rollout.to,
    pods: pods.sort((a, b) => order(a) - order(b) || a.from - b.from || (a.pod < b.pod ? -1 : 1)),
  };
}
