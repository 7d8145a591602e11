import type { LabelledSeries, SeriesFrame } from '../../lib/domain/series';
import { isSignalName, type SignalName, signalCatalog } from '../../lib/domain/signals';

/** The signals behind rollouts that a fleet of either proxy has. */
export const rolloutSignals = ['gateway-errors', 'near-misses', 'instance-requests', 'scrape-up', 'replicaset-pods', 'replicaset-image', 'pod-ready'] as const satisfies readonly SignalName[];

/** Signals that not each fleet and collector has; where one is missing, it must be missing from both engines. */
export const optionalSignals: readonly SignalName[] = ['retries', 'ejections', 'host-health', 'direct-responses', 'deployment-strategy', 'disruption-budgets', 'pod-terminating', 'container-restarts', 'deployment-reason', 'oom-kills'].filter(isSignalName);

/**
 * Where two engines that scraped the same targets at moments of their own differ in a signal. Counts: the sum of each series,
 * up to one (the lab's own probe of a new process may come before or after the first scrape); requests up to what one scrape holds, since
 * the engine that scrapes later does not know what came before its first scrape. Levels: the same series, each known and above 0 in as many steps, up to two.
 */
export function engineMismatches(signal: SignalName, a: SeriesFrame, b: SeriesFrame): string[] {
  const [left, right] = [byLabels(a), byLabels(b)];
  return [...new Set([...left.keys(), ...right.keys()])].sort().flatMap((key) => {
    const [one, other] = [left.get(key), right.get(key)];
    const [first, second] = signalCatalog[signal].kind === 'count' ? [sumOf(one), sumOf(other)] : [stepsOn(one), stepsOn(other)];
    const allowed = signalCatalog[signal].kind !== 'count' ? 2 : signal === 'instance-requests' ? Math.max(1, 0.04 * Math.max(first, second)) : 1;
    return Math.abs(first - second) <= allowed ? [] : [`${signal} ${key}: ${first} and ${second}`];
  });
}

const byLabels = ({ series }: SeriesFrame) => new Map(series.map((one) => [JSON.stringify(one.labels), one]));
const sumOf = (series: LabelledSeries | undefined) => (series?.values ?? []).reduce<number>((sum, value) => sum + (value ?? 0), 0);
const stepsOn = (series: LabelledSeries | undefined) => (series?.values ?? []).filter((value) => value !== null && value > 0).length;
