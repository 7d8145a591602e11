import type { RangeResult } from '../../ports/metrics-source';

/** A point takes about 80 bytes: this bounds the memory of one source's answers to some 120 MB. */
const MOST_POINTS = 1_500_000;
const MOST_AGE_MS = 10 * 60_000;

interface Kept {
  readonly result: RangeResult;
  readonly points: number;
  readonly until: number;
}

/** Answers about the settled past, least recently used first out. Bounded by what they hold, not by how many they are. */
export class KeptAnswers {
  private readonly kept = new Map<string, Kept>();
  private points = 0;

  constructor(private readonly clock: () => number = () => performance.now()) {}

  get(key: string): RangeResult | undefined {
    const found = this.kept.get(key);
    if (!found) return undefined;
    this.drop(key);
    if (found.until < this.clock()) return undefined;
    this.put(key, found);
    return found.result;
  }

  set(key: string, result: RangeResult): void {
    this.drop(key);
    // An answer without series is kept too, and weighs something: keys must not grow without bound.
    const points = 100 + result.series.reduce((sum, series) => sum + series.points.length + 10, 0);
    if (points > MOST_POINTS / 4) return;
    this.put(key, { result, points, until: this.clock() + MOST_AGE_MS });
    for (const [oldest] of this.kept) {
      if (this.points <= MOST_POINTS) break;
      this.drop(oldest);
    }
  }

  private put(key: string, entry: Kept): void {
    this.kept.set(key, entry);
    this.points += entry.points;
  }

  private drop(key: string): void {
    const known = this.kept.get(key);
    if (!known) return;
    this.kept.delete(key);
    this.points -= known.points;
  }
}
