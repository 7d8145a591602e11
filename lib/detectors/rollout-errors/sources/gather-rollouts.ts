import type { DetectorInput } from '../../../domain/detector';
import type { ClusterEvent, Rollout, RolloutMarker } from '../../../domain/rollout-detail';
import type { SignalName } from '../../../domain/signals';
import { byTime, byWorkload, findRollouts } from '../find-rollouts';
import { clusterEvents } from './cluster-events';
import { readMarkers } from './markers';
import { mergeMarkers, mergeWindows } from './merge-sources';
import { statedWorkload } from './named-workloads';
import { type PhaseWindow, argoRollouts, deploymentReasons, flaggerCanaries, phaseWindows } from './phase-windows';
import { revisionRollouts } from './revision-rollouts';

/** Signals that tell of rollouts or of what may be taken for one. All are optional. */
export const rolloutSignals = [
  'replicaset-pods', 'replicaset-image', 'pod-ready', 'pod-terminating', 'deployment-reason', 'statefulset-revisions', 'daemonset-status',
  'argo-rollout-phase', 'argo-app-phase', 'flux-revision', 'flagger-phase', 'oom-kills', 'container-restarts', 'pod-evictions', 'cordoned-pods',
] as const satisfies readonly SignalName[];

export interface Gathered {
  /** Oldest first; each change once, with all sources that saw it. */
  readonly rollouts: readonly Rollout[];
  readonly events: readonly ClusterEvent[];
  readonly markers: readonly RolloutMarker[];
  /** All workloads (`namespace/name`) that some source knows, sorted. */
  readonly workloads: readonly string[];
  /** False: no source of rollouts could be looked at. */
  readonly known: boolean;
}

const tellRollouts: readonly SignalName[] = ['replicaset-pods', 'statefulset-revisions', 'daemonset-status', 'deployment-reason', 'argo-rollout-phase', 'flagger-phase'];

/** Rollouts of all sources in a range, and what else happened to the workloads. */
export function gatherRollouts({ signals, annotations }: Pick<DetectorInput<unknown>, 'signals' | 'annotations'>): Gathered {
  const pods = signals['replicaset-pods'];
  const seen = [...(pods ? findRollouts({ ...signals, 'replicaset-pods': pods }) : []), ...revisionRollouts(signals)];
  const withPods = new Set(pods ? byWorkload(pods).keys() : []);
  const windows = windowsOf(signals);
  const stepMs = pods?.stepMs ?? Object.values(signals)[0]?.stepMs ?? 0;
  // Argo's phase and a condition's reason also move when pods die; Flagger's status moves for a new version alone.
  const merged = mergeWindows(seen, windows, stepMs, ({ source, workload }) => source === 'flagger' || !withPods.has(workload));
  const workloads = [...new Set([...withPods, ...merged.map(({ workload }) => workload), ...named(signals)])].sort();
  const { markers, reach } = readMarkers(signals['argo-app-phase'], signals['flux-revision'], annotations?.annotations ?? [], workloads);
  const joined = mergeMarkers([...merged, ...stated(markers, workloads)].sort(byTime), markers, reach, stepMs);
  const rollouts = joined.rollouts;
  return {
    rollouts, markers: joined.markers, events: clusterEvents(signals, rollouts),
    workloads: [...new Set([...workloads, ...rollouts.map(({ workload }) => workload)])].sort(),
    known: tellRollouts.some((signal) => signals[signal] !== undefined),
  };
}

function windowsOf(signals: DetectorInput<unknown>['signals']): PhaseWindow[] {
  const { 'deployment-reason': reasons, 'argo-rollout-phase': argo, 'flagger-phase': flagger } = signals;
  return [
    ...(argo ? phaseWindows(argo, argoRollouts) : []),
    ...(flagger ? phaseWindows(flagger, flaggerCanaries) : []),
    ...(reasons ? phaseWindows(reasons, deploymentReasons) : []),
  ];
}

/** Workloads of sources that count no ReplicaSets. */
function named(signals: DetectorInput<unknown>['signals']): string[] {
  return (['statefulset-revisions', 'daemonset-status', 'argo-rollout-phase', 'flagger-phase', 'deployment-reason'] as const).flatMap((signal) => {
    const frame = signals[signal];
    return frame ? [...byWorkload(frame).keys()] : [];
  });
}

/** Notes whose tags state a workload that no other source knows: all that is known of its rollouts. */
function stated(markers: readonly RolloutMarker[], workloads: readonly string[]): Rollout[] {
  return markers.flatMap(({ source, from, to, tags, workloads: known }): Rollout[] => {
    const workload = known.length > 0 ? null : statedWorkload(tags);
    if (workload === null || workloads.includes(workload)) return [];
    return [{ workload, from, to, ongoing: false, oldReplicaSets: [], newReplicaSet: '', image: null, source, sources: [source], strategy: null, pods: [] }];
  });
}
