const WAYS = 8;

/** What a set of bounded size can say about a member. */
export type Membership = 'in' | 'never' | 'unknown';

/**
 * Remembers which fingerprints were seen lately, in fixed memory: 8 places a bucket, newest first, the oldest goes when a bucket is full.
 *   bucket  [ newest | . | . | . | . | . | . | oldest ] -> forgotten
 * "Never" is said only of buckets that forgot nothing so far; two texts share a fingerprint once in about 2^29 look-ups.
 */
export class RecentSet {
  private readonly tags: Int32Array;
  private readonly overflowed: Uint8Array;
  private readonly mask: number;
  /** Members that were forgotten. */
  forgotten = 0;
  added = 0;

  /** `places` is rounded up to a power of two. */
  constructor(places: number) {
    const buckets = 2 ** Math.ceil(Math.log2(Math.max(1, places / WAYS)));
    this.tags = new Int32Array(buckets * WAYS);
    this.overflowed = new Uint8Array(buckets);
    this.mask = buckets - 1;
  }

  add(a: number, b: number): void {
    const bucket = (a ^ (a >>> 15)) & this.mask;
    const first = bucket * WAYS;
    // 0 marks an empty place.
    const tag = b === 0 ? 1 : b | 0;
    const { tags } = this;
    if (tags[first] === tag) return;
    let at = first + 1;
    const end = first + WAYS;
    while (at < end && tags[at] !== tag && tags[at] !== 0) at += 1;
    if (at === end || tags[at] === 0) this.added += 1;
    if (at === end) {
      at = end - 1;
      this.forgotten += 1;
      this.overflowed[bucket] = 1;
    }
    for (; at > first; at -= 1) tags[at] = tags[at - 1]!;
    tags[first] = tag;
  }

  has(a: number, b: number): Membership {
    const bucket = (a ^ (a >>> 15)) & this.mask;
    const tag = b === 0 ? 1 : b | 0;
    for (let at = bucket * WAYS; at < (bucket + 1) * WAYS; at += 1) if (this.tags[at] === tag) return 'in';
    return this.overflowed[bucket] === 1 ? 'unknown' : 'never';
  }
}
