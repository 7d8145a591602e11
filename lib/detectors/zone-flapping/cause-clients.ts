import type { Evidence } from '../../domain/findings';
import type { Value } from '../../domain/series';
import { type Around, isKnownThrough, isSteady, knownInside, LOOK_STEPS, meanOver } from './around';
import { areFull, filledWith0 } from './cause-hints';
import type { ClusterView } from './cluster-view';
import { localShareMove } from './local-share';
import { notLookedAt, seen, type Tried } from './tried';

/** How far hints explain that traffic follows its clients. */
type Held = 'own' | 'some-services' | 'no';

/**
 * Exclusion alone. `excluded`: the fleet's own service held full hints all through, so each client stays with the
 * endpoints of its zone, and these, the pods and the hints are known at nearly every step and did not change: nothing that
 * Weir knows of but the clients can then move a share. What is left open keeps it from more: a hint may name another
 * zone without going away, and something shorter than a scrape is not seen.
 */
const BASE = { excluded: 0.75, own: 0.5, 'some-services': 0.35, no: 0.3 } as const;
/** New connections are the clients' own doing: a trace of the move itself. */
const CONNECTIONS = 0.1;
/** The proxies still choose their backends as before: their own rule is out of it. */
const SAME_WAY = 0.05;
const OTHER_WAY = -0.15;

/** Clients by zone have no counter of their own: only when pods, endpoints and hints are all known and unchanged. */
export function byClients(around: Around, view: ClusterView): Tried {
  if (view.hintedShare.size === 0 || view.readyPods.size === 0) return notLookedAt;
  const held = hintsHeld(around, view);
  const base = held === 'own' && isExcluded(around, view) ? 'excluded' : held;
  const connections = connectionsMoved(around, view);
  const way = localShareMove(around, view);
  const evidence = [
    hintWords[held](view), ...(connections ? [connections] : []),
    ...(way === 'same' ? [{ code: 'local-share-same', text: "The proxies sent as much as before to their own zone's endpoints: their own choice of zones did not change." }] : []),
  ];
  const against = [
    base === 'excluded' ? strictly : byExclusion,
    ...(held === 'some-services' ? [{ code: 'own-service-unknown', text: "The fleet's own service is not found among those whose hints are seen: its hints may have changed." }] : []),
    ...(way !== null && way !== 'same' ? [way] : []),
  ];
  const confidence = BASE[base] + (connections ? CONNECTIONS : 0) + (way === null ? 0 : way === 'same' ? SAME_WAY : OTHER_WAY);
  return seen('client-mix', confidence, evidence, against);
}

const hintWords: Readonly<Record<Held, (view: ClusterView) => Evidence>> = {
  own: (view) => ({ code: 'hints-held', text: `${view.service} kept its hints: traffic follows the clients of each zone.` }),
  'some-services': () => ({ code: 'hints-held', text: 'Every service with hints kept them: traffic follows the clients of each zone.' }),
  no: () => ({ code: 'hints-absent', text: 'No hint changed.' }),
};

const byExclusion = { code: 'by-exclusion', text: 'Clients by zone are not measured here: this is what is left when hints, endpoints and proxy pods did not change.' };
const strictly = { code: 'by-exclusion', text: 'Clients by zone are not measured here: hints, endpoints and proxy pods are known all through and did not change, which leaves the clients. A hint that names another zone without going away would look the same.' };

/** The fleet's own service had hints all through; where it is not found, some service had and none had them in part. */
function hintsHeld(around: Around, view: ClusterView): Held {
  const full = (shares: readonly Value[] | undefined) => { const known = knownInside(shares, around); return known.length > 0 && known.every(areFull); };
  if (view.service !== undefined && view.hintedShare.has(view.service)) return full(view.hintedShare.get(view.service)) ? 'own' : 'no';
  const some = [...view.hintedShare.values()].some(full) && [...view.hintedShare.values()].every((shares) => full(shares) || knownInside(shares, around).every((value) => value === 0));
  return some ? 'some-services' : 'no';
}

/** Hints, endpoints of the own service and pods are known nearly all through, and the last two are the same numbers throughout. */
function isExcluded(around: Around, view: ClusterView): boolean {
  const service = view.service ?? '';
  const endpoints = [...(view.readyEndpoints.get(service)?.values() ?? [])].map((ready) => filledWith0(service, ready, view));
  const steady = (columns: readonly (readonly Value[])[]) => columns.length > 0 && columns.every((values) => isSteady(values, around));
  return isKnownThrough(view.hintedShare.get(service) ?? [], around) && steady(endpoints) && steady([...view.readyPods.values()]);
}

/** Shares of new connections by zone moved with the flip. */
function connectionsMoved(around: Around, view: ClusterView): Evidence | null {
  const shares = (from: number, to: number) => {
    const means = [...(view.connections ?? [])].map(([zone, values]) => [zone, meanOver(values, from, to) ?? 0] as const);
    const total = means.reduce((sum, [, rate]) => sum + rate, 0);
    return total > 0 ? new Map(means.map(([zone, rate]) => [zone, rate / total])) : null;
  };
  const [before, after] = [shares(around.at - LOOK_STEPS, around.at), shares(around.at + 1, around.at + 1 + LOOK_STEPS)];
  if (!before || !after) return null;
  const [zone, move] = [...after].map(([name, share]) => [name, share - (before.get(name) ?? 0)] as const).sort((a, b) => b[1] - a[1])[0] ?? ['', 0];
  if (move < 0.1) return null;
  return { code: 'connections-moved', text: `The share of new connections in zone ${zone} rose by ${Math.round(move * 100)} points with it.` };
}
