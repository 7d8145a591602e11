import type { EpochMs } from '../../domain/units';
import type { RawSeries } from '../../ports/metrics-source';
import type { TrustNote } from '../../domain/trust';
import { type Life, alignTo } from './increments';

/** When each process of a fleet was scraped, on a grid. */
export interface FleetLife {
  of(key: string): Life;
  readonly notes: readonly TrustNote[];
  /** Scrapes that are there, and those between first and last scrape of each process. */
  readonly present: number;
  readonly expected: number;
}

/**
 * Reads the lives of all processes off their `up` series.
 *
 * A counter that shows up at index i began at 0 inside the window when its process was scraped just before (the counter is
 * new), or when anything of the fleet was scraped before (the process is new). When the data itself begins there, nobody
 * knows how long the counter ran before: its first value does not count, and a note says so.
 */
export function readLives(grid: readonly EpochMs[], up: readonly RawSeries[], keyOf: (labels: RawSeries['labels']) => string, fleet: string): FleetLife {
  const lives = new Map<string, boolean[]>();
  for (const series of up) {
    const alive = alignTo(grid, series.points).map((value) => value === 1);
    const known = lives.get(keyOf(series.labels));
    lives.set(keyOf(series.labels), known ? known.map((was, i) => was || alive[i]!) : alive);
  }
  const begins = [...lives.values()].map((alive) => alive.indexOf(true)).filter((index) => index >= 0);
  const dataBegins = begins.length > 0 ? begins.reduce((a, b) => Math.min(a, b)) : 0;
  const bornInside = (index: number) => index > dataBegins;
  const gaps = countGaps(lives);
  return {
    of: (key) => ({ alive: (index) => lives.get(key)?.[index] ?? false, bornInside }),
    notes: [...gapNotes(gaps, fleet), ...staleNotes(lives, grid, fleet)],
    present: gaps.present,
    expected: gaps.present + gaps.missing,
  };
}

/** A life that knows nothing of processes: a counter born after the left edge counts. */
export const anyLife: Life = { alive: () => true, bornInside: (index) => index > 0 };

interface Gaps {
  readonly instances: readonly string[];
  readonly missing: number;
  readonly present: number;
}

function countGaps(lives: ReadonlyMap<string, readonly boolean[]>): Gaps {
  const instances: string[] = [];
  let missing = 0;
  let present = 0;
  for (const [key, alive] of lives) {
    const inside = alive.slice(Math.max(0, alive.indexOf(true)), alive.lastIndexOf(true) + 1);
    const lost = inside.filter((is) => !is).length;
    present += inside.length - lost;
    missing += lost;
    if (lost > 0) instances.push(key);
  }
  return { instances: instances.sort(), missing, present };
}

function gapNotes(gaps: Gaps, fleet: string): TrustNote[] {
  if (gaps.missing === 0) return [];
  const named = gaps.instances.slice(0, 3).join(', ') + (gaps.instances.length > 3 ? ` and ${gaps.instances.length - 3} more` : '');
  return [
    {
      code: 'scrape-gap',
      about: fleet,
      effect: `${gaps.missing} of ${gaps.missing + gaps.present} scrapes are missing (${named}); counts of the gap appear in the step after it`,
      mend: 'look at the scrape errors of these targets (up == 0, scrape timeout, restarts)',
    },
  ];
}

function staleNotes(lives: ReadonlyMap<string, readonly boolean[]>, grid: readonly EpochMs[], fleet: string): TrustNote[] {
  const last = [...lives.values()].reduce((most, alive) => Math.max(most, alive.lastIndexOf(true)), -1);
  if (last < 0 || grid.length - 1 - last < 3) return [];
  return [
    {
      code: 'stale-source',
      about: fleet,
      effect: `nothing of this fleet was scraped after ${new Date(grid[last]!).toISOString()}; the rest of the range is not known`,
      mend: 'check that the metrics source scrapes this fleet and that the selector still matches',
    },
  ];
}
