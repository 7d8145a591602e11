import type { Evidence, FlipCause } from '../../domain/findings';
import type { Value } from '../../domain/series';
import { hintsHold } from '../shared/hints';
import type { ZoneParams } from './params';

/** What is known of the cluster around a flip. Null or an empty map: not known, which is no evidence either way. */
export interface ClusterView {
  readonly stepMs: number;
  /** Service to share of its ready endpoints with a hint. */
  readonly hintedShare: ReadonlyMap<string, readonly Value[]>;
  /** Service to zone to ready endpoints. */
  readonly readyEndpoints: ReadonlyMap<string, ReadonlyMap<string, readonly Value[]>>;
  readonly cpuByZone: ReadonlyMap<string, readonly Value[]>;
  readonly nodesWithoutZone: readonly Value[] | null;
  /** Ready proxy pods by zone. */
  readonly readyPods: ReadonlyMap<string, readonly Value[]>;
}

/** Window around a flip as indices: causes come before their effect, scrapes may show them a little later. */
interface Around { readonly from: number; readonly at: number; readonly to: number }

interface HintChange { readonly service: string; readonly index: number; readonly lost: boolean; readonly before: number; readonly after: number }

const FULL = 0.999;

/** Cause of one flip at index `at`, by what changed around it. The confidence says how close and how complete the match is. */
export function causeOfFlip(at: number, view: ClusterView, params: ZoneParams): FlipCause {
  const steps = params.causeWindowSeconds * 1000 / view.stepMs;
  const around = { from: at - Math.max(3, Math.ceil(steps)), at, to: at + Math.max(2, Math.ceil(steps / 3)) };
  const changes = [...view.hintedShare].flatMap(([service, shares]) => nearestHintChange(service, shares, around) ?? []);
  const lost = changes.filter((change) => change.lost);
  const regained = changes.filter((change) => !change.lost);
  const nearest = (list: readonly HintChange[]) => Math.min(Infinity, ...list.map((change) => Math.abs(change.index - at)));
  if (lost.length > 0 && nearest(lost) <= nearest(regained)) return causeOfLoss(lost, around, view);
  if (regained.length > 0) return { code: 'hints-regained', confidence: closeness(nearest(regained)), evidence: regained.map(tellHint) };
  return causeWithoutHints(around, view);
}

function causeOfLoss(lost: readonly HintChange[], around: Around, view: ClusterView): FlipCause {
  const distance = Math.min(...lost.map((change) => Math.abs(change.index - around.at)));
  const hints = lost.map(tellHint);
  const confidence = closeness(distance);
  const nodes = largest(view.nodesWithoutZone, around);
  if (nodes !== null && nodes > 0) {
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

/** No hint changed: endpoints of a zone, then the number of proxies, else unknown with what was looked at. */
function causeWithoutHints(around: Around, view: ClusterView): FlipCause {
  for (const service of view.readyEndpoints.keys()) {
    const ended = zoneThatLostEndpoints(service, around, view);
    if (ended) return { code: 'zone-lost-endpoints', confidence: 0.6, evidence: [ended] };
  }
  const scaled = [...view.readyPods].flatMap(([zone, pods]): Evidence[] => {
    const [before, after] = [at(pods, around.from), at(pods, around.to)];
    if (before === null || after === null || before === after) return [];
    return [{ code: 'ready-pods', text: `Ready proxy pods in zone ${zone} went from ${before} to ${after}.` }];
  });
  if (scaled.length > 0) return { code: 'scaling', confidence: 0.5, evidence: scaled };
  const text = view.hintedShare.size > 0
    ? 'No observed service lost or regained its hints around this flip.'
    : 'Hints are not observed here, so their loss can be neither shown nor ruled out.';
  return { code: 'unknown', confidence: 0, evidence: [{ code: view.hintedShare.size > 0 ? 'hints-unchanged' : 'hints-not-observed', text }] };
}

function nearestHintChange(service: string, shares: readonly Value[], around: Around): HintChange | null {
  let nearest: HintChange | null = null;
  let known = at(shares, around.from);
  for (let i = Math.max(0, around.from) + 1; i <= Math.min(shares.length - 1, around.to); i += 1) {
    const value = shares[i] ?? null;
    if (value === null) continue;
    if (known !== null && (known >= FULL) !== (value >= FULL)) {
      const change = { service, index: i, lost: value < FULL, before: known, after: value };
      if (!nearest || Math.abs(i - around.at) < Math.abs(nearest.index - around.at)) nearest = change;
    }
    known = value;
  }
  return nearest;
}

function zoneThatLostEndpoints(service: string, around: Around, view: ClusterView): Evidence | null {
  for (const [zone, ready] of view.readyEndpoints.get(service) ?? []) {
    const [before, after] = [at(ready, around.from), smallest(ready, around)];
    if (before !== null && before > 0 && after === 0) {
      return { code: 'zone-without-endpoints', text: `${service} lost its last ready endpoint in zone ${zone}.` };
    }
  }
  return null;
}

/** The ready count crossed into one that the controller's formula does not allow for the zones' CPU. */
function overloadEvidence(change: HintChange, around: Around, view: ClusterView): Evidence | null {
  const zones = view.readyEndpoints.get(change.service);
  const cpu = Object.fromEntries([...view.cpuByZone].flatMap(([zone, values]) => {
    const value = at(values, change.index);
    return value === null ? [] : [[zone, value] as const];
  }));
  if (!zones || !Object.values(cpu).some((value) => value > 0)) return null;
  const readyAt = (i: number) => [...zones.values()].reduce((sum, values) => sum + (at(values, i) ?? 0), 0);
  const [before, after] = [readyAt(around.from), readyAt(change.index)];
  if (after < 1) return null;
  const row = hintsHold(cpu, after);
  if ((row.safe && !row.tie) || row.reason === 'one-zone') return null;
  const rule = row.reason !== 'fewer-endpoints-than-zones'
    ? `the zones need ${row.tie ? 'more than' : `${row.needed} of`} ${after} endpoints by the controller's overload rule`
    : `${after} endpoints are fewer than the zones`;
  return { code: 'unsafe-replica-count', text: `${change.service} had ${before}, then ${after} ready endpoints: ${rule}.` };
}

/** Confidence by how many steps lie between the change and the flip. */
function closeness(steps: number): number {
  if (steps <= 2) return 0.9;
  return steps <= 6 ? 0.75 : 0.55;
}

function tellHint(change: HintChange): Evidence {
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  return {
    code: change.lost ? 'hints-lost' : 'hints-regained',
    text: `Hinted endpoints of ${change.service} went from ${percent(change.before)} to ${percent(change.after)}.`,
  };
}

/** Last known value at or before an index, looking back a few steps. */
function at(values: readonly Value[], index: number): Value {
  for (let i = Math.min(index, values.length - 1); i >= Math.max(0, index - 6); i -= 1) {
    const value = values[i] ?? null;
    if (value !== null) return value;
  }
  return index < 0 ? (values[0] ?? null) : null;
}

function inside(values: readonly Value[] | null, around: Around): number[] {
  return (values ?? []).slice(Math.max(0, around.from), around.to + 1).filter((value) => value !== null);
}

function largest(values: readonly Value[] | null, around: Around): Value {
  const known = inside(values, around);
  return known.length > 0 ? Math.max(...known) : null;
}

function smallest(values: readonly Value[], around: Around): Value {
  const known = inside(values, around);
  return known.length > 0 ? Math.min(...known) : null;
}
