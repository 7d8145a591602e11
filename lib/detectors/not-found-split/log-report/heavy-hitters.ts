/** One counted thing. The true count lies between `count - error` and `count`. */
export interface HeavyHitter<Detail> {
  readonly key: string;
  count: number;
  error: number;
  /** What was gathered since this key took its place. */
  detail: Detail;
}

/**
 * Space-saving (Metwally, Agrawal, El Abbadi 2005): the largest of any number of keys in fixed memory. A key beyond the capacity takes the place of the
 * smallest one and inherits its count as error; every key that has more than `total / capacity` is in the table.
 */
export class HeavyHitters<Detail> {
  private readonly byKey = new Map<string, HeavyHitter<Detail>>();
  /** Keys that lost their place. With 0 all counts are exact. */
  replaced = 0;

  constructor(private readonly capacity: number, private readonly makeDetail: () => Detail) {}

  /** Counts `weight` for a key and gives its entry, to add detail. */
  add(key: string, weight: number): HeavyHitter<Detail> {
    const known = this.byKey.get(key);
    if (known !== undefined) {
      known.count += weight;
      return known;
    }
    const error = this.byKey.size < this.capacity ? 0 : this.dropSmallest();
    const entry = { key, count: error + weight, error, detail: this.makeDetail() };
    this.byKey.set(key, entry);
    return entry;
  }

  /** The first `most`, largest first; equal counts in order of their keys. */
  top(most: number): HeavyHitter<Detail>[] {
    return [...this.byKey.values()].sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1)).slice(0, most);
  }

  private dropSmallest(): number {
    let smallest: HeavyHitter<Detail> | undefined;
    for (const entry of this.byKey.values()) if (smallest === undefined || entry.count < smallest.count) smallest = entry;
    this.byKey.delete(smallest!.key);
    this.replaced += 1;
    return smallest!.count;
  }
}
