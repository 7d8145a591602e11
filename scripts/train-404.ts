/**
 * Trains the path model of the 404 split: logistic regression over the traits of `features.ts`.
 *
 *   npx tsx scripts/train-404.ts DATA           writes lib/detectors/shared/path-evidence/model.json
 *   npx tsx scripts/train-404.ts DATA --folds   prints the five-fold figures beside those of path lists and naive Bayes on the same folds:
 *                                               each source scored by a model without it, ten ways to deal the sources (about 5 minutes)
 *   npx tsx scripts/train-404.ts DATA --docs    the same, and writes public/docs/404-evaluation.md
 *
 * DATA is the folder of `paths` and `logs`. Each source (word list, application) counts alike, so that the largest does not decide.
 * No chance inside: the same data gives the same bytes.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PathModel } from '../lib/detectors/shared/path-evidence/score';
import { train } from './train-404/folds';
import { evaluate } from './train-404/report';
import { readRows } from './train-404/rows';

const root = path.join(import.meta.dirname, '..');
const MODEL_FILE = path.join(root, 'lib/detectors/shared/path-evidence/model.json');
const DOCS_FILE = path.join(root, 'public/docs/404-evaluation.md');

function writeModel(model: PathModel): void {
  const line = ([name, weight]: [string, number]) => `    ${JSON.stringify(name)}: ${weight}`;
  const weights = Object.entries(model.weights).map(line).join(',\n');
  const text = `{\n  "about": ${JSON.stringify(model.about)},\n  "bias": ${model.bias},\n  "weights": {\n${weights}\n  }\n}\n`;
  writeFileSync(MODEL_FILE, text);
  console.log(`${Object.keys(model.weights).length} weights, ${text.length} bytes`);
}

function document(table: readonly string[]): string {
  return [
    '# 404s by path alone: how well it does', '',
    'Made by `npx tsx scripts/train-404.ts DATA --docs` from the development split (word lists and rule sets of scanners; routes of real applications).',
    'Macro-average: every source counts alike. Every source is scored by a model that was trained without it, five folds, ten ways to deal the sources to folds.',
    'The threshold is chosen by folds inside the training sources, so it never saw what is scored. The traits, the strength of the ridge and the floor of the threshold were',
    'chosen while looking at folds of this same split: sources of other kinds may do worse. Values filled into route parameters are not learned from.', '',
    ...table, '',
    'Plain words (shape `word` of the data: `/cacti/`, `/admin`) are asked for by scanners and served by applications: the data calls its word lists no labels for them,',
    'and Weir leaves them unknown until context tells. An earlier model that learned them from these lists had a recall of 0.80, and called `/pricing/` and `/me` scanners.', '',
    'What is not called scanner is unknown or benign here, never a route miss: by path alone nobody can tell that a route was there. Context (success history, instances, campaigns) decides the rest.', '',
  ].join('\n');
}

const [folder, flag] = process.argv.slice(2);
if (!folder || (flag !== undefined && flag !== '--folds' && flag !== '--docs')) {
  console.error('usage: train-404.ts DATA [--folds | --docs]: DATA is the folder of paths and logs');
  process.exit(2);
}
const rows = readRows(folder);
if (flag === undefined) writeModel(train(rows));
else {
  const table = evaluate(rows, console.log);
  console.log(table.join('\n'));
  if (flag === '--docs') writeFileSync(DOCS_FILE, document(table));
}
