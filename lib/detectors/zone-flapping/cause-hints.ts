import type { Evidence, FlipCause } from '../../domain/findings';
import type { Value } from '../../domain/series';
import { hintsHold } from '../shared/hints';
import { type Around, closeness, endsOf, knownInside, valueAt } from './around';
import type { ClusterView } from './cluster-view';

export interface HintChange { readonly service: string; readonly index: number; readonly lost: boolean; readonly before: number; readonly after: number }

const FULL = 0.999;
export const areFull = (share: number) => share >= FULL;

/** Cause when hints changed around the flip; null when none did. */
export function causeByHints(around: Around, view: ClusterView): FlipCause | null {
  const changes = [...view.hintedShare].flatMap(([service, shares]) => nearestHintChange(service, shares, around) ?? []);
  const lost = changes.filter((change) => change.lost);
  const regained = changes.filter((change) => !change.lost);
  const nearest = (list: readonly HintChange[]) => Math.min(Infinity, ...list.map((change) => Math.abs(change.index - around.at)));
  if (lost.length > 0 && nearest(lost) <= nearest(regained)) return { ...causeOfLoss(lost, around, view), against: doubtsOf(lost, regained, around, view) };
  if (regained.length === 0) return null;
  return {
    code: 'hints-regained', confidence: closeness(nearest(regained)), evidence: [...regained.map(tellHint), ...whatEnded(regained, around, view)],
    against: doubtsOf(regained, lost, around, view),
  };
}

function causeOfLoss(lost: readonly HintChange[], around: Around, view: ClusterView): FlipCause {
  const confidence = closeness(Math.min(...lost.map((change) => Math.abs(change.index - around.at))));
  const hints = lost.map(tellHint);
  const nodes = nodesThatCame(around, view);
  if (nodes !== null) {
    const text = `${nodes} ready ${nodes === 1 ? 'node has' : 'nodes have'} no zone label: the controller then removes all hints.`;
    const all = lost.length === view.hintedShare.size ? [{ code: 'all-services', text: `All ${lost.length} observed services lost their hints.` }] : [];
    return { code: 'node-without-zone', confidence, evidence: [{ code: 'nodes-without-zone', text }, ...all, ...hints] };
  }
  for (const change of lost) {
    const ended = zoneThatLostEndpoints(change.service, around, view);
    if (ended) return { code: 'zone-lost-endpoints', confidence, evidence: [ended, ...hints] };
  }
  for (const change of lost) {
    const overload = overloadEvidence(change, around, view);
    if (overload) return { code: 'overload-rule', confidence, evidence: [overload, ...hints] };
  }
  return { code: 'hints-lost', confidence, evidence: hints };
}

/** Ready nodes without a zone, when their number rose at the flip. Such a node that was there before the hints went did not take them. */
function nodesThatCame(around: Around, view: ClusterView): number | null {
  const inside = knownInside(view.nodesWithoutZone, around);
  if (inside.length === 0) return null;
  const most = Math.max(...inside);
  const before = valueAt(view.nodesWithoutZone!, around.from) ?? inside[0]!;
  return most > 0 && (most > before || inside[0]! < most) ? most : null;
}

/** What speaks against the cause, or limits it. */
function doubtsOf(chosen: readonly HintChange[], others: readonly HintChange[], around: Around, view: ClusterView): Evidence[] {
  const late = chosen.every((change) => change.index > around.at);
  // Services that have no hints anyway say nothing: only those that held them all through.
  const kept = chosen[0]?.lost ? [...view.hintedShare.values()].filter((shares) => { const known = knownInside(shares, around); return known.length > 0 && known.every(areFull); }).length : 0;
  const seconds = Math.round((Math.min(...chosen.map((change) => change.index - around.at)) * view.stepMs) / 1000);
  return [
    ...(late ? [{ code: 'after-the-flip', text: `The hints were seen to change ${seconds} s after the traffic moved: scrapes of the cluster may lag, or the cause is another.` }] : []),
    ...(kept > 0 ? [{ code: 'others-kept', text: `${kept} other ${kept === 1 ? 'service' : 'services'} kept the hints.` }] : []),
    ...(others.length > 0 ? [{ code: 'other-way', text: `${others.length} other ${others.length === 1 ? 'service changed' : 'services changed'} the other way.` }] : []),
  ];
}

/** What had taken the hints and is over, for the way back. */
function whatEnded(regained: readonly HintChange[], around: Around, view: ClusterView): Evidence[] {
  const nodes = view.nodesWithoutZone ? endsOf(view.nodesWithoutZone, around) : null;
  if (nodes && nodes[0] > 0 && nodes[1] === 0) return [{ code: 'nodes-have-zones', text: 'Every ready node has a zone label again.' }];
  return regained.flatMap(({ service, index }) => {
    const zones = view.readyEndpoints.get(service);
    const cpu = cpuAt(view, index);
    if (!zones || cpu === null) return [];
    const [before, after] = [readyAt(zones, around.from), readyAt(zones, index)];
    if (before < 1 || after < 1 || before === after) return [];
    const [unsafe, safe] = [hintsHold(cpu, before), hintsHold(cpu, after)];
    return !unsafe.safe && safe.safe ? [{ code: 'safe-replica-count', text: `${service} had ${before}, then ${after} ready endpoints: the overload rule allows hints again.` }] : [];
  });
}

function nearestHintChange(service: string, shares: readonly Value[], around: Around): HintChange | null {
  let nearest: HintChange | null = null;
  let known = valueAt(shares, around.from);
  for (let i = Math.max(0, around.from) + 1; i <= Math.min(shares.length - 1, around.to); i += 1) {
    const value = shares[i] ?? null;
    if (value === null) continue;
    if (known !== null && areFull(known) !== areFull(value)) {
      const change = { service, index: i, lost: !areFull(value), before: known, after: value };
      if (!nearest || Math.abs(i - around.at) < Math.abs(nearest.index - around.at)) nearest = change;
    }
    known = value;
  }
  return nearest;
}

/** A zone of the service whose last ready endpoint went at the flip. */
export function zoneThatLostEndpoints(service: string, around: Around, view: ClusterView): Evidence | null {
  for (const [zone, ready] of view.readyEndpoints.get(service) ?? []) {
    // A zone without endpoints has no series: gone from the answer, while other zones are still counted, is none.
    const counted = knownInside(filledWith0(service, ready, view), around);
    const before = valueAt(ready, around.from);
    if (before !== null && before > 0 && counted.includes(0)) {
      return { code: 'zone-without-endpoints', text: `${service} lost its last ready endpoint in zone ${zone}.` };
    }
  }
  return null;
}

/** Filled columns of each cluster, service and zone: each flip asks for them again. */
const filled = new WeakMap<ClusterView['readyEndpoints'], Map<string, Map<readonly Value[], readonly Value[]>>>();

/** Ready endpoints of one zone with 0 where only the service's other zones are counted; null where none is. */
export function filledWith0(service: string, ready: readonly Value[], view: ClusterView): readonly Value[] {
  const services = filled.get(view.readyEndpoints) ?? new Map<string, Map<readonly Value[], readonly Value[]>>();
  filled.set(view.readyEndpoints, services);
  const columns = services.get(service) ?? new Map<readonly Value[], readonly Value[]>();
  services.set(service, columns);
  const known = columns.get(ready);
  if (known) return known;
  const all = [...(view.readyEndpoints.get(service)?.values() ?? [])];
  const made = ready.map((value, i) => value ?? (all.some((zone) => (zone[i] ?? null) !== null) ? 0 : null));
  columns.set(ready, made);
  return made;
}

/** The ready count crossed into one that the controller's formula does not allow for the zones' CPU. */
function overloadEvidence(change: HintChange, around: Around, view: ClusterView): Evidence | null {
  const zones = view.readyEndpoints.get(change.service);
  const cpu = cpuAt(view, change.index);
  if (!zones || cpu === null) return null;
  const [before, after] = [readyAt(zones, around.from), readyAt(zones, change.index)];
  if (after < 1) return null;
  const row = hintsHold(cpu, after);
  if ((row.safe && !row.tie) || row.reason === 'one-zone') return null;
  const rule = row.reason !== 'fewer-endpoints-than-zones'
    ? `the zones need ${row.tie ? 'more than' : `${row.needed} of`} ${after} endpoints by the controller's overload rule`
    : `${after} endpoints are fewer than the zones`;
  return { code: 'unsafe-replica-count', text: `${change.service} had ${before}, then ${after} ready endpoints: ${rule}.` };
}

function cpuAt(view: ClusterView, index: number): Record<string, number> | null {
  const cpu = Object.fromEntries([...view.cpuByZone].flatMap(([zone, values]) => {
    const value = valueAt(values, index);
    return value === null ? [] : [[zone, value] as const];
  }));
  return Object.values(cpu).some((value) => value > 0) ? cpu : null;
}

function readyAt(zones: ReadonlyMap<string, readonly Value[]>, i: number): number {
  return [...zones.values()].reduce((sum, values) => sum + (values[Math.max(0, i)] ?? valueInGap(values, zones, i)), 0);
}

/** Null while another zone is counted is none; null everywhere is a gap: the last known. */
function valueInGap(values: readonly Value[], zones: ReadonlyMap<string, readonly Value[]>, i: number): number {
  const counted = [...zones.values()].some((other) => (other[Math.max(0, i)] ?? null) !== null);
  return counted ? 0 : (valueAt(values, i) ?? 0);
}

function tellHint(change: HintChange): Evidence {
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  return {
    code: change.lost ? 'hints-lost' : 'hints-regained',
    text: `Hinted endpoints of ${change.service} went from ${percent(change.before)} to ${percent(change.after)}.`,
  };
}
