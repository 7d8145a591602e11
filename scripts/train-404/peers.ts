import type { LabelledPath } from './rows';

/**
 * The two usual ways, on the same folds.
 *
 * Path lists as rule sets use them: `technology_probing` is compared whole, the others are looked for anywhere in the lower-case path.
 * A list never scores itself. The largest word list is no rule set and stays out.
 */
export function pathLists(rows: readonly LabelledPath[]): (row: LabelledPath) => boolean {
  const own = rows.filter(({ hostile, source }) => hostile && /^(?:crowdsec|crs):/.test(source)).map(({ source, path }) => ({ source, text: path.toLowerCase() }));
  const whole = new Map(own.filter(({ source }) => source.endsWith('technology_probing')).map(({ source, text }) => [text, source]));
  const parts = own.filter(({ source }) => !source.endsWith('technology_probing'));
  return ({ path, source }) => {
    const text = path.toLowerCase();
    return (whole.has(text) && whole.get(text) !== source) || parts.some((one) => one.source !== source && text.includes(one.text));
  };
}

const SMOOTHING = 0.5;
const tokensOf = (path: string) => [...new Set(path.toLowerCase().split(/[^a-z0-9.]+/).flatMap((part) => [part, ...part.split('.').slice(1).map((end) => `.${end}`)]).filter((part) => part !== ''))];

/** Multinomial naive Bayes over the words and extensions of a path, sources alike: log-odds of scanner. A word it never saw says nothing. */
export function naiveBayes(rows: readonly LabelledPath[]): (row: LabelledPath) => number {
  const size = new Map<string, number>();
  for (const { source } of rows) size.set(source, (size.get(source) ?? 0) + 1);
  const counts = new Map<string, [real: number, hostile: number]>();
  const sums: [number, number] = [0, 0];
  for (const { path, hostile, source } of rows) {
    const side = hostile ? 1 : 0;
    for (const token of tokensOf(path)) {
      const pair = counts.get(token) ?? [0, 0];
      pair[side] += 100 / size.get(source)!;
      sums[side] += 100 / size.get(source)!;
      counts.set(token, pair);
    }
  }
  const of = (token: string, side: 0 | 1) => Math.log(((counts.get(token)?.[side] ?? 0) + SMOOTHING) / (sums[side] + SMOOTHING * counts.size));
  return ({ path }) => tokensOf(path).filter((token) => counts.has(token)).reduce((sum, token) => sum + of(token, 1) - of(token, 0), 0);
}
