import { classifyBatch } from '@/lib/detectors/not-found-split';
import type { NotFoundClass } from '@/lib/domain/not-found-detail';
import { toWindows, type Lacking } from './not-found-contract';
import { play, type Event, type Plan } from './not-found-sessions';

/** How many 404s of one truth were called what, and how many windows (host and ten minutes) without any fault were called an outage. */
export interface Score {
  readonly counts: ReadonlyMap<string, number>;
  readonly windows: number;
  readonly outages: number;
}

/** Plays the plan with each seed, classifies each ten minutes as one batch and adds up. */
export function scoreBatches(plan: Omit<Plan, 'seed'>, seeds: readonly number[], lacking: readonly Lacking[] = []): Score {
  const counts = new Map<string, number>();
  let [windows, outages] = [0, 0];
  for (const seed of seeds) {
    for (const { requests, events } of toWindows(play({ ...plan, seed }), lacking)) {
      const called = new Map<string, boolean>();
      classifyBatch(requests).forEach(({ class: said }, at) => {
        const { truth, host } = events[at]!;
        counts.set(`${truth}>${said}`, (counts.get(`${truth}>${said}`) ?? 0) + 1);
        called.set(host, called.get(host) === true || said === 'route-miss');
      });
      windows += called.size;
      outages += [...called.values()].filter(Boolean).length;
    }
  }
  return { counts, windows, outages };
}

/** Share of the 404s of a truth that were called so; NaN when there were none. */
export function shareOf({ counts }: Score, truth: Event['truth'], said: NotFoundClass): number {
  const all = [...counts].filter(([key]) => key.startsWith(`${truth}>`)).reduce((sum, [, count]) => sum + count, 0);
  return (counts.get(`${truth}>${said}`) ?? 0) / all;
}

/** Share of all 404s that nobody could tell. */
export function unknownShare({ counts }: Score): number {
  const sum = (keep: (key: string) => boolean) => [...counts].filter(([key]) => keep(key)).reduce((total, [, count]) => total + count, 0);
  return sum((key) => key.endsWith('>unknown')) / sum(() => true);
}
