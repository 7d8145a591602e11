import { type LedgerMethod, type LedgerPart, type MissInstance, type MissedTarget, type NotFoundClass, type NotFoundDetail, notFoundClasses } from '../domain/not-found-detail';
import type { Value } from '../domain/series';
import type { ChartModel } from './chart-model';
import { UNKNOWN_COLOR, notFoundColor } from './colors';
import { classEvidenceText } from './evidence';
import { formatCount, formatDuration, formatPercent } from './format';
import { type ClippedText, clipText } from './hostile-text';
import { type CampaignsModel, campaignsModel } from './not-found-campaigns';
import { hasKnown } from './values';
import { capital, classWords } from './words';
import { zoneName } from './zones';

/** Drawn from the bottom up: the steady parts first, so that a burst of route misses stands on a level base. */
const STACK_ORDER: readonly NotFoundClass[] = ['scanner', 'application', 'benign', 'unknown', 'route-miss'];

const methodWords: Record<LedgerMethod, string> = {
  counter: 'counted by the proxy',
  'instance-step': 'step of one instance against its fleet',
  difference: 'difference to the rate before',
  flag: "the proxy's own mark in traces",
  'trace-sample': 'sampled traces, scaled to the counter',
  'path-evidence': 'evidence from paths and clients',
  none: 'nothing tells',
};

export interface PartRow {
  readonly class: NotFoundClass;
  readonly label: string;
  readonly colorVar: string;
  readonly requests: number;
  readonly share: number | null;
  readonly low: number;
  readonly high: number;
  readonly method: string;
  /** What else is known of this part; null: nothing. */
  readonly note: string | null;
}

export interface InstanceRow {
  readonly instance: MissInstance;
  readonly name: ClippedText;
  readonly zone: string;
  /** Misses far more than its fleet does: worth the eye. */
  readonly outlier: boolean;
  /** When its route table last changed; null: not known. */
  readonly tableChangedAt: number | null;
  /** What its lack of routes hit while it lasted; null: no finding names it. */
  readonly blast: BlastRow | null;
}

export interface BlastRow {
  readonly first: number;
  readonly last: number;
  readonly requests: number;
  readonly trafficShare: number | null;
  /** Hosts that were hit; null: nothing names hosts. */
  readonly hosts: readonly ClippedText[] | null;
}

export interface TargetRow {
  readonly host: ClippedText | null;
  readonly path: ClippedText;
  readonly classLabel: string;
  readonly colorVar: string;
  readonly target: MissedTarget;
  readonly evidence: readonly { readonly code: string; readonly text: string; readonly weight: number }[];
}

export interface NotFoundModels {
  /** `26,330 answers with 404: 36 % route miss, 36 % scanner`. */
  readonly headline: string;
  readonly ledger: ChartModel;
  readonly parts: readonly PartRow[];
  readonly total: number;
  readonly instances: readonly InstanceRow[];
  /** Null: the size of the route table is not exported here. */
  readonly routes: ChartModel | null;
  /** Null: no traces could be looked at. */
  readonly targets: readonly TargetRow[] | null;
  readonly sampled: number;
  /** Null: there is none, or no traces could be looked at. */
  readonly campaigns: CampaignsModel | null;
}

/** Charts and rows of the page "Not found". */
export function notFoundModels(detail: NotFoundDetail, maxInstances = 24): NotFoundModels {
  return {
    headline: headlineOf(detail),
    ledger: ledgerChart(detail),
    parts: partRows(detail),
    total: detail.requests,
    instances: instanceRows(detail),
    routes: routesChart(detail, maxInstances),
    targets: detail.targets === null ? null : detail.targets.map(targetRow),
    sampled: detail.sampled,
    campaigns: campaignsModel(detail.campaigns ?? [], detail.requests),
  };
}

/** Total and its two largest parts. */
function headlineOf({ requests, parts }: NotFoundDetail): string {
  if (requests <= 0) return 'No 404 in this range';
  const largest = [...parts].filter((part) => part.requests > 0).sort((a, b) => b.requests - a.requests).slice(0, 2);
  const shares = largest.map((part) => `${formatPercent(part.requests / requests)} ${classWords[part.class]}`).join(', ');
  return `${formatCount(requests)} ${requests === 1 ? 'answer' : 'answers'} with 404${shares === '' ? '' : `: ${shares}`}`;
}

/**
 * 404 answers per step by class. Where the counter is known but the classes do not reach it, the rest is shown as unknown:
 * the bars always add up to the counter.
 */
export function ledgerChart(detail: NotFoundDetail): ChartModel {
  const series = STACK_ORDER.map((name) => ({
    key: name, label: classWords[name], colorVar: notFoundColor(name),
    values: name === 'unknown' ? unknownWithRest(detail) : detail.classes[name],
  }));
  return {
    id: 'not-found-ledger', title: '404 by cause', unit: 'requests', kind: 'stacked-bar', at: detail.at, series,
    note: `requests per ${formatDuration(detail.stepMs)}, adds up to the counter`,
  };
}

function unknownWithRest({ classes, total }: NotFoundDetail): Value[] {
  return total.map((sum, i) => {
    if (sum === null) return classes.unknown[i] ?? null;
    const others = notFoundClasses.filter((name) => name !== 'unknown').reduce((part, name) => part + (classes[name][i] ?? 0), 0);
    return Math.max(0, sum - others);
  });
}

/** Parts in the fixed order of the classes; a class without a part is 0 only when the ledger has parts at all. */
function partRows({ parts, requests, applicationProbes }: NotFoundDetail): PartRow[] {
  return notFoundClasses.flatMap((name) => {
    const part = parts.find((one) => one.class === name);
    return part ? [{ ...partRow(part, requests), note: name === 'application' && part.requests > 0 ? probesText(applicationProbes ?? null) : null }] : [];
  });
}

/** An application that answers every path answers probes too: said where samples show it. */
function probesText(probes: { readonly samples: number; readonly hostile: number } | null): string | null {
  if (probes === null || probes.hostile === 0) return null;
  return `Answered by an application; ${formatCount(probes.hostile)} of ${formatCount(probes.samples)} looked-at ones ask for paths as scanners do`;
}

function partRow(part: LedgerPart, total: number): Omit<PartRow, 'note'> {
  return {
    class: part.class, label: classWords[part.class], colorVar: notFoundColor(part.class), requests: part.requests,
    share: total > 0 ? part.requests / total : null, low: part.low, high: part.high,
    method: capital(part.methods.length === 0 ? methodWords.none : part.methods.map((method) => methodWords[method]).join('; ')),
  };
}

function instanceRows({ instances, at }: NotFoundDetail): InstanceRow[] {
  const end = at.at(-1);
  return [...instances]
    .sort((a, b) => (b.missShare ?? -1) - (a.missShare ?? -1) || b.misses - a.misses || (a.instance < b.instance ? -1 : 1))
    .map((instance) => ({
      instance, name: clipText(instance.instance, 48), zone: zoneName(instance.zone), outlier: isOutlier(instance),
      tableChangedAt: end === undefined || instance.tableAgeSeconds === null ? null : end - instance.tableAgeSeconds * 1000,
      blast: blastRow(instance),
    }));
}

function blastRow({ hit }: MissInstance): BlastRow | null {
  if (hit === undefined) return null;
  const { first, last, requests, trafficShare, hosts } = hit;
  return { first, last, requests, trafficShare, hosts: hosts?.map((host) => clipText(host, 40)) ?? null };
}

/** A mark for the eye only; whether it is a finding, the detector decides. */
function isOutlier({ missShare, fleetMissShare, routes, fleetRoutes }: MissInstance): boolean {
  const missesMore = missShare !== null && fleetMissShare !== null && missShare > Math.max(0.2, fleetMissShare * 5);
  const smallTable = routes !== null && fleetRoutes !== null && routes < fleetRoutes / 2;
  return missesMore || smallTable;
}

/** Route-table size of each instance, outliers first in colour; the rest of a large fleet shares the neutral one. */
function routesChart(detail: NotFoundDetail, max: number): ChartModel | null {
  const known = instanceRows(detail).filter((row) => hasKnown(row.instance.routesPerStep)).slice(0, max);
  if (known.length === 0) return null;
  return {
    id: 'route-table', title: 'Route table by instance', unit: 'routes', kind: 'step', at: detail.at,
    series: known.map((row) => ({
      key: `${row.instance.proxy}/${row.instance.instance}`, label: row.name.text, colorVar: row.outlier ? '--nf-route-miss' : UNKNOWN_COLOR, values: row.instance.routesPerStep,
    })),
    note: known.length < detail.instances.length ? `${known.length} of ${detail.instances.length} instances` : 'routes that each instance holds',
  };
}

/** Which of the hosts and paths a reader wants to see. */
export interface TargetFilter {
  readonly class: NotFoundClass | null;
  readonly host: string | null;
  readonly hideCampaigns: boolean;
}

/** Rows that a filter leaves. Hosts are compared as they came: upper and lower case are one host. */
export function filterTargets(rows: readonly TargetRow[], { class: kind, host, hideCampaigns }: TargetFilter): readonly TargetRow[] {
  return rows.filter(({ target }) => (kind === null || target.class === kind) && (host === null || target.host?.toLowerCase() === host.toLowerCase()) && !(hideCampaigns && target.class === 'scanner'));
}

/** Hosts to choose from, most samples first. */
export function targetHosts(rows: readonly TargetRow[], most = 50): readonly string[] {
  const counts = new Map<string, number>();
  for (const { target } of rows) if (target.host !== null) counts.set(target.host.toLowerCase(), (counts.get(target.host.toLowerCase()) ?? 0) + target.samples);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, most).map(([host]) => host);
}

function targetRow(target: MissedTarget): TargetRow {
  return {
    host: target.host === null ? null : clipText(target.host, 48),
    path: clipText(target.path, 72),
    classLabel: classWords[target.class],
    colorVar: notFoundColor(target.class),
    target,
    evidence: [...target.evidence].sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight)).map((one) => ({ code: one.code, weight: one.weight, text: classEvidenceText(one.code) })),
  };
}
