import type { Value } from '../../domain/series';
import type { HintForecast } from '../../domain/zone-detail';
import { unsafeReplicas } from '../shared/hints';
import type { ClusterView } from './causes';

/** Counts looked at: up to twice the ready ones, at least this many, at most 200. */
const LEAST_RANGE = 12;
const MOST_RANGE = 200;

/** At which replica counts do the hints of each service not hold, on the CPU that the zones have now? */
export function forecastHints(view: ClusterView): HintForecast[] {
  const cpu = Object.fromEntries([...view.cpuByZone].flatMap(([zone, values]) => {
    const value = lastKnown(values);
    return value !== null && value >= 0 ? [[zone, value] as const] : [];
  }));
  if (!Object.values(cpu).some((value) => value > 0)) return [];
  return [...view.readyEndpoints.keys()].filter((service) => view.hintedShare.has(service)).sort().flatMap((service) => {
    const known = [...view.readyEndpoints.get(service)!.values()].map(lastKnown).filter((value) => value !== null);
    const ready = Math.round(known.reduce((sum, value) => sum + value, 0));
    if (ready < 1) return [];
    const table = unsafeReplicas(cpu, 1, Math.min(MOST_RANGE, Math.max(LEAST_RANGE, 2 * ready)));
    return [{ service, ready, unsafe: table.unsafe, safeNow: !table.unsafe.includes(ready) }];
  });
}

function lastKnown(values: readonly Value[]): Value {
  return values.findLast((value) => value !== null) ?? null;
}
