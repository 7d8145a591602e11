import { ratesOf, scoreFolds, trained, type Rates } from './folds';
import { naiveBayes, pathLists } from './peers';
import type { LabelledPath } from './rows';

/** Ten ways to deal the sources to five folds; chosen before any figure was seen. */
const SEEDS = Array.from({ length: 10 }, (_, at) => 101 + at);

interface Line {
  readonly name: string;
  readonly runs: readonly Rates[];
}

/** Lines of the table that sets the model beside path lists and naive Bayes, and of the one by source. */
export function evaluate(rows: readonly LabelledPath[], say: (text: string) => void): string[] {
  const listed = pathLists(rows);
  const lists = ratesOf(rows.map((row) => ({ row, score: listed(row) ? 1 : 0 })), 1);
  const runs = SEEDS.map((seed) => {
    const made = { ours: ratesOf(scoreFolds(rows, seed, trained)), bayes: scoreFolds(rows, seed, naiveBayes) };
    say(`folds ${seed}: recall ${made.ours.recall.toFixed(3)}, real routes called scanner ${made.ours.falseRate.toFixed(3)}`);
    return made;
  });
  const ours: Line = { name: '**Weir, threshold chosen inside the training folds**', runs: runs.map((one) => one.ours) };
  const lines: Line[] = [
    ours,
    { name: 'path lists of the rule sets (never the scored one)', runs: [lists] },
    { name: 'naive Bayes, log-odds above 0', runs: runs.map(({ bayes }) => ratesOf(bayes, 1e-9)) },
    { name: 'naive Bayes, log-odds above 2', runs: runs.map(({ bayes }) => ratesOf(bayes, 2)) },
  ];
  return [
    '| by path alone | scanner recall: mean (range) | the same without plain words | real routes called scanner: mean (range) |', '|---|---|---|---|',
    ...lines.map(({ name, runs: own }) => `| ${name} | ${spread(own.map(({ recall }) => recall))} | ${spread(own.map(({ recallWithoutWords }) => recallWithoutWords))} | ${spread(own.map(({ falseRate }) => falseRate))} |`),
    '', 'The same by source, mean over the ways to deal:', '',
    '| source | paths | called scanner: Weir | path lists | naive Bayes above 0 |', '|---|---|---|---|---|',
    ...lists.bySource.map(({ source, hostile, rows: count, rate }, at) => `| ${source}${hostile ? '' : ' (application)'} | ${count} | ${mean(ours.runs.map(({ bySource }) => bySource[at]!.rate)).toFixed(3)} | ${rate.toFixed(3)} | ${mean(lines[2]!.runs.map(({ bySource }) => bySource[at]!.rate)).toFixed(3)} |`),
  ];
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function spread(values: readonly number[]): string {
  const middle = mean(values).toFixed(3);
  return values.length === 1 ? middle : `${middle} (${Math.min(...values).toFixed(3)} to ${Math.max(...values).toFixed(3)})`;
}
