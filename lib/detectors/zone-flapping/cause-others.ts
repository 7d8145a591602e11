import type { Evidence } from '../../domain/findings';
import type { Value } from '../../domain/series';
import { type Around, closeness, endsOf, firstChange, valueAt } from './around';
import { filledWith0 } from './cause-hints';
import { type ClusterView, isNamedAfter } from './cluster-view';
import { notLookedAt, notSeen, seen, type Tried } from './tried';

/** A service's zone lost its last ready endpoint, or got one back: with each endpoint bound to its own zone that moves traffic by itself. */
export function byEndpoints(around: Around, view: ClusterView): Tried {
  if (view.readyEndpoints.size === 0) return notLookedAt;
  let nearest: { readonly index: number; readonly evidence: Evidence } | null = null;
  for (const [service, zones] of view.readyEndpoints) for (const [zone, ready] of zones) {
    const counts = filledWith0(service, ready, view);
    const index = firstChange(counts, around, (value) => value > 0);
    if (index === null || (nearest && Math.abs(index - around.at) >= Math.abs(nearest.index - around.at))) continue;
    const evidence = (counts[index] ?? 0) > 0
      ? { code: 'zone-has-endpoints', text: `${service} got a ready endpoint in zone ${zone} again, which had none.` }
      : { code: 'zone-without-endpoints', text: `${service} lost its last ready endpoint in zone ${zone}.` };
    nearest = { index, evidence };
  }
  if (nearest) return seen('zone-lost-endpoints', closeness(Math.abs(nearest.index - around.at)) * 0.8, [nearest.evidence]);
  return notSeen('endpoints-stayed', 'No zone lost its last ready endpoint.');
}

/** The fleet's own pods changed: by a rollout where ReplicaSets show one, else by scaling. */
export function byPods(around: Around, view: ClusterView): Tried {
  const changed = [...view.readyPods].flatMap(([zone, pods]): Evidence[] => {
    const ends = endsOf(pods, around);
    return !ends || ends[0] === ends[1] ? [] : [{ code: 'ready-pods', text: `Ready proxy pods in zone ${zone} went from ${ends[0]} to ${ends[1]}.` }];
  });
  const rolling = [...(view.replicaSets ?? [])].filter(([workload, sets]) => isNamedAfter(workload, view.fleet) && rolls(sets, around)).map(([workload]) => workload);
  if (rolling.length > 0) {
    const text = `${rolling.join(', ')} was rolling out: pods of two ReplicaSets at once.`;
    return seen('rollout', changed.length > 0 ? 0.7 : 0.45, [{ code: 'rollout', text }, ...changed], changed.length > 0 ? [] : [{ code: 'pods-unchanged', text: 'The ready proxy pods by zone were the same before and after.' }]);
  }
  if (changed.length > 0) return seen('scaling', 0.5, changed);
  return view.readyPods.size > 0 ? notSeen('pods-unchanged', 'The ready proxy pods by zone did not change.') : notLookedAt;
}

/** Within the window one ReplicaSet lost pods and another got some. */
function rolls(sets: ReadonlyMap<string, readonly Value[]>, around: Around): boolean {
  const moves = [...sets.values()].map((pods) => (valueAt(pods, around.to) ?? 0) - (valueAt(pods, around.from) ?? 0));
  return moves.some((move) => move > 0) && moves.some((move) => move < 0);
}
