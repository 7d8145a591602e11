import type { DetectorInput } from '../../domain/detector';
import type { Value } from '../../domain/series';
import type { HintForecast, ScalerForecast } from '../../domain/zone-detail';
import { unsafeReplicas } from '../shared/hints';
import type { ClusterView } from './causes';
import { asksForHints } from './topology-mode';

/** Counts looked at: up to twice the ready ones, at least this many, at most 200. */
const LEAST_RANGE = 12;
const MOST_RANGE = 200;

/**
 * At which replica counts do the hints of each service not hold, on the CPU that the zones have now? Most services of a cluster
 * never ask for hints: their rows say so.
 */
export function forecastHints(view: ClusterView): HintForecast[] {
  const cpu = cpuNow(view);
  if (!cpu) return [];
  return [...view.readyEndpoints.keys()].filter((service) => view.hintedShare.has(service)).sort().flatMap((service) => {
    const known = [...view.readyEndpoints.get(service)!.values()].map(lastKnown).filter((value) => value !== null);
    const ready = Math.round(known.reduce((sum, value) => sum + value, 0));
    if (ready < 1) return [];
    const { unsafe } = unsafeReplicas(cpu, 1, Math.min(MOST_RANGE, Math.max(LEAST_RANGE, 2 * ready)));
    return [{ service, ready, unsafe, safeNow: !unsafe.includes(ready), nearest: nearestTo(ready, unsafe), ...withoutHints(service, view) }];
  });
}

/**
 * Which replica counts of each autoscaler's range are unsafe? Ranges are cut off at a count that is never reached by chance. A
 * Deployment whose service of the same name has no use for hints is left out; of others it is not known which service they serve.
 */
export function forecastScalers(input: DetectorInput<unknown>, view: ClusterView): ScalerForecast[] {
  const cpu = cpuNow(view);
  const bounds = new Map<string, Map<string, number>>();
  for (const { labels, values } of input.signals['hpa-range']?.series ?? []) {
    const value = lastKnown(values);
    if (value === null) continue;
    const workload = `${labels.namespace ?? ''}/${labels.workload ?? ''}`;
    bounds.set(workload, (bounds.get(workload) ?? new Map()).set(labels.bound ?? '', value));
  }
  return [...bounds].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([workload, known]) => {
    const [min, max] = [known.get('min'), known.get('max')];
    if (view.hintedShare.has(workload) && withoutHints(workload, view).without) return [];
    if (!cpu || min === undefined || max === undefined || max < 1 || max < min) return [];
    const { unsafe } = unsafeReplicas(cpu, Math.max(1, min), Math.max(1, min, Math.min(max, MOST_RANGE)));
    return [{ workload, min, max, current: known.get('current') ?? null, unsafe }];
  });
}

/** A service at an unsafe count may ask for hints all through and have none: asking is what counts, where it is known. */
function withoutHints(service: string, view: ClusterView): Pick<HintForecast, 'without'> {
  const asks = asksForHints(service, view);
  if (asks === true) return {};
  if (asks === false && view.topologyMode?.get(service)?.some((flag) => flag !== null && flag > 0)) return { without: 'left' };
  return (view.hintedShare.get(service) ?? []).some((share) => share !== null && share > 0) ? {} : { without: 'none' };
}

function nearestTo(ready: number, unsafe: readonly number[]): HintForecast['nearest'] {
  if (unsafe.length === 0) return null;
  const count = unsafe.reduce((best, one) => (Math.abs(one - ready) < Math.abs(best - ready) ? one : best));
  return { count, distance: Math.abs(count - ready) };
}

function cpuNow(view: ClusterView): Record<string, number> | null {
  const cpu = Object.fromEntries([...view.cpuByZone].flatMap(([zone, values]) => {
    const value = lastKnown(values);
    return value !== null && value >= 0 ? [[zone, value] as const] : [];
  }));
  return Object.values(cpu).some((value) => value > 0) ? cpu : null;
}

function lastKnown(values: readonly Value[]): Value {
  return values.findLast((value) => value !== null) ?? null;
}
