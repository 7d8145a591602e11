/** How many different things there were: exact up to a bound, then "at least". */
export interface DistinctCount {
  readonly count: number;
  /** True: there were more, the table was full. */
  readonly atLeast: boolean;
}

/** Counts different things by a fingerprint of 32 bits in bounded memory: of 4096 things two look alike once in 500 counts. */
export class Distinct {
  private readonly seen = new Set<number>();
  private full = false;

  constructor(private readonly most: number) {}

  add(key: number): void {
    if (this.seen.size < this.most) this.seen.add(key);
    else if (!this.seen.has(key)) this.full = true;
  }

  value(): DistinctCount {
    return { count: this.seen.size, atLeast: this.full };
  }
}
