import { knownBefore } from './prior';
import type { LabelledPath } from './rows';

/** Rows as numbers: the traits of row i are `columns[start[i] .. start[i + 1])`. */
export interface Inputs {
  readonly names: readonly string[];
  /** Sources that have the trait. */
  readonly sources: readonly number[];
  /** Of these, applications. */
  readonly applications: readonly number[];
  readonly words: readonly boolean[];
  readonly start: Int32Array;
  readonly columns: Int32Array;
  readonly target: Float64Array;
  readonly share: Float64Array;
}

/** A word must occur in this many paths; in few it would only be learned by heart. */
const LEAST_PATHS = 2;
/** A source with few rows counts a little less: n / (n + SMALL). */
const SMALL = 10;

export function inputsOf(rows: readonly LabelledPath[]): Inputs {
  const [paths, sources, applications] = [new Map<string, number>(), new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  for (const { features, source, hostile } of rows) {
    for (const name of features) {
      paths.set(name, (paths.get(name) ?? 0) + 1);
      sources.set(name, (sources.get(name) ?? new Set()).add(source));
      if (!hostile) applications.set(name, (applications.get(name) ?? new Set()).add(source));
    }
  }
  const names = [...new Set([...knownBefore, ...[...paths].filter(([, count]) => count >= LEAST_PATHS).map(([name]) => name)])].sort();
  const index = new Map(names.map((name, at) => [name, at]));
  const lists = rows.map(({ features }) => features.flatMap((name) => index.get(name) ?? []));
  const start = new Int32Array(rows.length + 1);
  lists.forEach((list, at) => { start[at + 1] = start[at]! + list.length; });
  return {
    names, sources: names.map((name) => sources.get(name)?.size ?? 0), applications: names.map((name) => applications.get(name)?.size ?? 0), words: names.map((name) => name.startsWith('w:')),
    start, columns: Int32Array.from(lists.flat()), target: Float64Array.from(rows, ({ hostile }) => (hostile ? 1 : 0)), share: shares(rows),
  };
}

/** Weight of each row: sources alike, hostile and real halves alike. */
function shares(rows: readonly LabelledPath[]): Float64Array {
  const size = new Map<string, number>();
  for (const { source } of rows) size.set(source, (size.get(source) ?? 0) + 1);
  const raw = rows.map(({ source }) => 1 / (size.get(source)! + SMALL));
  const sum = (hostile: boolean) => raw.reduce((total, weight, at) => total + (rows[at]!.hostile === hostile ? weight : 0), 0);
  const [hostile, real] = [sum(true), sum(false)];
  return Float64Array.from(raw, (weight, at) => weight / (2 * (rows[at]!.hostile ? hostile : real)));
}
