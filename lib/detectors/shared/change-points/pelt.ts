/** What the search minimises: least squares around segment means, plus a fixed price for each further segment. */
export interface PeltInput {
  /** One array per dimension, all of one length, already divided by their noise. */
  readonly dims: readonly Float64Array[];
  /** Weight of each point (1: noise as scaled); null: all 1. */
  readonly weights: Float64Array | null;
  readonly penalty: number;
  /** Fewest points of a segment, at least 1. */
  readonly leastSegment: number;
  /** Most split positions kept open at once. Up to it the answer is exact; beyond it the worst old ones are let go. */
  readonly maxCandidates: number;
}

/** Comparisons that a search may cost: a few seconds. */
const MOST_COMPARISONS = 2e8;
const LEAST_CANDIDATES = 100;

/** Split positions to keep open for `n` points: `most`, and fewer where a flat series would otherwise take minutes (`n * most`). */
export function candidatesFor(n: number, most: number): number {
  return Math.min(most, Math.max(LEAST_CANDIDATES, Math.floor(MOST_COMPARISONS / Math.max(1, n))));
}

/**
 * Pruned exact search for changes of the mean (PELT, Killick et al. 2012). Answers the first index of each new segment.
 * A position is let go only after `leastSegment` further points: before that the better split is not yet allowed, and
 * letting go at once would lose the optimum. O(n) while changes keep coming; bounded by n * maxCandidates on flat series.
 */
export function pelt(input: PeltInput): number[] {
  const { penalty, leastSegment, maxCandidates } = input;
  const n = input.dims[0]?.length ?? 0;
  if (n < 2 * leastSegment) return [];
  const sums = new SegmentCost(input.dims, input.weights);
  const best = new Float64Array(n + 1).fill(Infinity);
  const from = new Int32Array(n + 1);
  best[0] = -penalty;
  let open: number[] = [0];
  let value = new Float64Array(Math.min(n + 1, maxCandidates + 2));
  const endOf = new Int32Array(n + 1).fill(n + leastSegment + 1);
  for (let end = leastSegment; end <= n; end += 1) {
    const newest = end - leastSegment;
    if (newest >= leastSegment) open.push(newest);
    if (open.length > value.length) value = new Float64Array(open.length * 2);
    let lowest = Infinity;
    let at = 0;
    for (let i = 0; i < open.length; i += 1) {
      const start = open[i]!;
      const cost = best[start]! + sums.of(start, end);
      value[i] = cost;
      if (cost < lowest) { lowest = cost; at = start; }
    }
    best[end] = lowest + penalty;
    from[end] = at;
    open = prune({ open, value, limit: best[end]!, end, leastSegment, endOf, maxCandidates });
  }
  return walkBack(from, n);
}

interface PruneStep {
  readonly open: number[];
  readonly value: Float64Array;
  readonly limit: number;
  readonly end: number;
  readonly leastSegment: number;
  /** For each position the first end at which it is out of the race. */
  readonly endOf: Int32Array;
  readonly maxCandidates: number;
}

function prune({ open, value, limit, end, leastSegment, endOf, maxCandidates }: PruneStep): number[] {
  let kept = 0;
  for (let i = 0; i < open.length; i += 1) {
    const start = open[i]!;
    if (value[i]! > limit) endOf[start] = Math.min(endOf[start]!, end + leastSegment);
    if (endOf[start]! <= end + 1) continue;
    open[kept] = start;
    value[kept] = value[i]!;
    kept += 1;
  }
  open.length = kept;
  return kept > maxCandidates ? letGo(open, value, maxCandidates) : open;
}

/** Keeps the younger half (a change may just be starting there) and the best of the older ones. */
function letGo(open: readonly number[], value: Float64Array, maxCandidates: number): number[] {
  const young = Math.floor(maxCandidates / 2);
  const old = open.length - young;
  const ranked = Array.from({ length: old }, (_, i) => i).sort((a, b) => value[a]! - value[b]! || a - b);
  const keep = ranked.slice(0, Math.floor(maxCandidates / 4)).sort((a, b) => a - b);
  return [...keep.map((i) => open[i]!), ...open.slice(old)];
}

function walkBack(from: Int32Array, n: number): number[] {
  const points: number[] = [];
  for (let end = from[n]!; end > 0; end = from[end]!) points.push(end);
  return points.reverse();
}

/** Weighted squared error of `[start, end)` around its mean, over all dimensions, in O(dimensions). */
class SegmentCost {
  private readonly count: number;
  private readonly weight: Float64Array;
  private readonly squares: Float64Array;
  private readonly sums: Float64Array;

  constructor(dims: readonly Float64Array[], weights: Float64Array | null) {
    const n = dims[0]!.length;
    this.count = dims.length;
    this.weight = new Float64Array(n + 1);
    this.squares = new Float64Array(n + 1);
    this.sums = new Float64Array((n + 1) * dims.length);
    const centre = dims.map((dim) => dim.reduce((sum, x) => sum + x, 0) / n);
    for (let i = 0; i < n; i += 1) {
      const w = weights ? weights[i]! : 1;
      let squares = 0;
      for (let k = 0; k < dims.length; k += 1) {
        const x = dims[k]![i]! - centre[k]!;
        squares += w * x * x;
        this.sums[(i + 1) * dims.length + k] = this.sums[i * dims.length + k]! + w * x;
      }
      this.weight[i + 1] = this.weight[i]! + w;
      this.squares[i + 1] = this.squares[i]! + squares;
    }
  }

  of(start: number, end: number): number {
    const weight = this.weight[end]! - this.weight[start]!;
    if (weight <= 0) return 0;
    const { count, sums } = this;
    const high = end * count;
    const low = start * count;
    let explained = 0;
    for (let k = 0; k < count; k += 1) {
      const sum = sums[high + k]! - sums[low + k]!;
      explained += sum * sum;
    }
    return Math.max(0, this.squares[end]! - this.squares[start]! - explained / weight);
  }
}
