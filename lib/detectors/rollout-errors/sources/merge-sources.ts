import type { Rollout, RolloutMarker, RolloutSource } from '../../../domain/rollout-detail';
import type { PhaseWindow } from './phase-windows';

/** How far the marks of two sources of one rollout may be apart: both are seen once per scrape. */
const SLACK_STEPS = 2;
/** Notes are written before the first pod moves or after the last, by a person or a pipeline. */
const NOTE_SLACK_MS = 2 * 60_000;

/**
 * One rollout per change, however many sources saw it: a controller's window that meets rollouts of its workload becomes their
 * source; one that meets none is a rollout of its own only where the workload's pods cannot be seen (`unseen`), as they know better.
 */
export function mergeWindows(rollouts: readonly Rollout[], windows: readonly PhaseWindow[], stepMs: number, unseen: (window: PhaseWindow) => boolean): Rollout[] {
  const merged = [...rollouts];
  for (const window of windows) {
    const slack = SLACK_STEPS * stepMs;
    const hits = merged.flatMap((rollout, i) => (covers(window, rollout) && rollout.from <= window.to + slack && rollout.to >= window.from - slack ? [i] : []));
    for (const i of hits) merged[i] = confirmed(merged[i]!, window);
    if (hits.length === 0 && unseen(window)) merged.push(asRollout(window));
  }
  return merged;
}

/** Flagger's canary stands for two Deployments: the one that people change and the primary that follows. */
function covers({ source, workload }: PhaseWindow, rollout: Rollout): boolean {
  return rollout.workload === workload || (source === 'flagger' && rollout.workload === `${workload}-primary`);
}

function confirmed(rollout: Rollout, { source, last, strategy }: PhaseWindow): Rollout {
  const halted = rollout.ongoing && last === 'paused';
  const state = rollout.ongoing && last === 'stuck' ? 'stuck' : halted ? 'ongoing' : rollout.state;
  return { ...withSource(rollout, source), ...(state ? { state } : {}), ...(halted ? { paused: true } : {}), strategy: strategy ?? rollout.strategy ?? null };
}

function asRollout({ source, workload, from, to, last, strategy }: PhaseWindow): Rollout {
  const ongoing = last !== 'done' && last !== 'aborted';
  return {
    workload, from, to, ongoing, oldReplicaSets: [], newReplicaSet: '', image: null, source, sources: [source],
    state: last === 'stuck' ? 'stuck' : last === 'aborted' ? 'aborted' : ongoing ? 'ongoing' : 'complete',
    ...(last === 'paused' ? { paused: true } : {}), strategy, pods: [],
  };
}

function withSource(rollout: Rollout, source: RolloutSource): Rollout {
  const known = rollout.sources ?? [rollout.source];
  return known.includes(source) ? rollout : { ...rollout, sources: [...known, source] };
}

/**
 * Markers become sources of the rollouts that they meet in time, if they name the workload, or name none and a rollout in their
 * reach begins meanwhile. Gives both back, each with the other's name.
 */
export function mergeMarkers(rollouts: readonly Rollout[], markers: readonly RolloutMarker[], reach: ReadonlyMap<RolloutMarker, string | null>, stepMs: number): { rollouts: Rollout[]; markers: RolloutMarker[] } {
  const merged = [...rollouts];
  const marked = markers.map((marker): RolloutMarker => {
    const met = rollouts.flatMap((rollout, i) => (meets(marker, rollout, reach, stepMs) ? [i] : []));
    for (const i of met) merged[i] = withSource(merged[i]!, marker.source);
    return marker.workloads.length > 0 ? marker : { ...marker, workloads: [...new Set(met.map((i) => rollouts[i]!.workload))].sort() };
  });
  return { rollouts: merged, markers: marked };
}

function meets(marker: RolloutMarker, rollout: Rollout, reach: ReadonlyMap<RolloutMarker, string | null>, stepMs: number): boolean {
  if (marker.workloads.length > 0) return marker.workloads.includes(rollout.workload) && rollout.from <= marker.to + NOTE_SLACK_MS && rollout.to >= marker.from - NOTE_SLACK_MS;
  const namespace = reach.get(marker);
  if (namespace === undefined || (namespace !== null && !rollout.workload.startsWith(`${namespace}/`))) return false;
  // A tool may report only when what it applied is ready, but it reports nothing before it applied it.
  return rollout.from >= marker.from - NOTE_SLACK_MS && rollout.from <= marker.to + SLACK_STEPS * stepMs;
}
