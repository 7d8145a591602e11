/** Scores of the Turing Change Point Dataset (van den Burg & Williams, arXiv 2003.06222), as its own metrics.py takes them. */
export interface TcpdSeries {
  readonly n: number;
  readonly dim: number;
  readonly series: readonly (readonly (number | null)[])[];
  /** Annotator to 0-based indices of the first point of each new segment. */
  readonly annotations: Readonly<Record<string, readonly number[]>>;
}

const MARGIN = 5;

/** Positions that have a partner: each true point takes its nearest unused prediction within the margin. */
function matched(truth: readonly number[], found: readonly number[]): number {
  const left = new Set(found);
  let hits = 0;
  for (const point of truth) {
    const near = [...left].filter((other) => Math.abs(other - point) <= MARGIN).sort((a, b) => Math.abs(a - point) - Math.abs(b - point) || a - b)[0];
    if (near === undefined) continue;
    left.delete(near);
    hits += 1;
  }
  return hits;
}

const withStart = (points: readonly number[]) => [...new Set([0, ...points])].sort((a, b) => a - b);

/** Precision over the union of all annotators, recall as their mean; index 0 counts as found by all. */
export function tcpdF1(annotations: TcpdSeries['annotations'], found: readonly number[]): number {
  const all = Object.values(annotations).map(withStart);
  const predicted = withStart(found);
  const precision = matched(withStart(all.flat()), predicted) / predicted.length;
  const recall = all.reduce((sum, points) => sum + matched(points, predicted) / points.length, 0) / all.length;
  return precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0;
}

function segmentsOf(points: readonly number[], n: number): (readonly [number, number])[] {
  const starts = withStart(points).filter((point) => point < n);
  return starts.map((from, i) => [from, starts[i + 1] ?? n] as const);
}

/** Mean over annotators: each true segment's best Jaccard overlap with a found one, weighted by its length. */
export function tcpdCovering(annotations: TcpdSeries['annotations'], found: readonly number[], n: number): number {
  const predicted = segmentsOf(found, n);
  const overlap = ([a, b]: readonly [number, number], [c, d]: readonly [number, number]) => {
    const both = Math.max(0, Math.min(b, d) - Math.max(a, c));
    return both / (b - a + d - c - both);
  };
  const all = Object.values(annotations).map((points) =>
    segmentsOf(points, n).reduce((sum, span) => sum + ((span[1] - span[0]) / n) * Math.max(...predicted.map((other) => overlap(span, other))), 0));
  return all.reduce((sum, value) => sum + value, 0) / all.length;
}
