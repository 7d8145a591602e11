import type { Value } from '../../domain/series';
import type { EpochMs } from '../../domain/units';
import type { TopologyModeChange, ZoneDetail } from '../../domain/zone-detail';
import type { ClusterView } from './cluster-view';

/** Who asks for hints by its annotation, and when that changed. Nothing where annotations are not collected. */
export function topologyModes(view: ClusterView, at: readonly EpochMs[]): Pick<ZoneDetail, 'topologyModes'> {
  if (!view.topologyMode?.size) return {};
  const changes = [...view.topologyMode].flatMap(([service, flags]) => changesOf(service, flags, at));
  return {
    topologyModes: {
      auto: [...view.topologyMode.keys()].filter((service) => asksForHints(service, view)).sort(),
      changes: changes.sort((a, b) => a.at - b.at || (a.service < b.service ? -1 : 1)),
    },
  };
}

/** The annotation is there at the last step at which the service is seen; null: not collected, or the service is not seen. */
export function asksForHints(service: string, view: ClusterView): boolean | null {
  const last = view.topologyMode?.get(service)?.findLast((flag) => flag !== null) ?? null;
  return last === null ? null : last > 0;
}

/** A gap is no change: one inside it is dated to its end. */
function changesOf(service: string, flags: readonly Value[], at: readonly EpochMs[]): TopologyModeChange[] {
  const changes: TopologyModeChange[] = [];
  let known: boolean | null = null;
  for (let i = 0; i < at.length; i += 1) {
    const flag = flags[i] ?? null;
    if (flag === null) continue;
    const auto = flag > 0;
    if (known !== null && known !== auto) changes.push({ service, at: at[i]!, to: auto ? 'auto' : 'none' });
    known = auto;
  }
  return changes;
}
