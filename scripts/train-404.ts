/**
 * Trains the path model of the 404 split: logistic regression over the traits of `features.ts`.
 *
 *   npx tsx scripts/train-404.ts DATA           writes lib/detectors/shared/path-evidence/model.json
 *   npx tsx scripts/train-404.ts DATA --folds   only prints the five-fold figures, each source scored by a model without it
 *
 * DATA holds `scanner.tsv` and `legit.tsv`. Each source (word list, application) counts alike, so that the largest does not decide.
 * No chance inside: the same data gives the same bytes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathFeatures } from '../lib/detectors/shared/path-evidence/features';
import { scoreWith, type PathModel } from '../lib/detectors/shared/path-evidence/score';
import { macroRates, trainModel, type LabelledPath } from './train-404/fit';

const MODEL_FILE = path.join(import.meta.dirname, '../lib/detectors/shared/path-evidence/model.json');
const FOLDS = 5;

function readRows(folder: string): LabelledPath[] {
  const lines = (name: string) => readFileSync(path.join(folder, name), 'utf8').split('\n').slice(1).filter((line) => line !== '');
  const scanner = lines('scanner.tsv').map((line) => line.split('\t')).map(([source, , text]) => ({ source: source!, path: text!, hostile: true }));
  const legit = lines('legit.tsv').map((line) => line.split('\t')).map(([source, , , text]) => ({ source: source!, path: text!, hostile: false }));
  const seen = new Set<string>();
  const fresh = [...scanner, ...legit].filter((row) => !seen.has(`${row.source} ${row.path}`) && seen.add(`${row.source} ${row.path}`));
  return fresh.map((row) => ({ ...row, features: pathFeatures(row.path) }));
}

/** Fold of each source: sorted by name, dealt in turn, hostile and real apart. */
function foldOf(rows: readonly LabelledPath[]): Map<string, number> {
  const folds = new Map<string, number>();
  for (const hostile of [true, false]) {
    const sources = [...new Set(rows.filter((row) => row.hostile === hostile).map((row) => row.source))].sort();
    sources.forEach((source, at) => folds.set(source, at % FOLDS));
  }
  return folds;
}

function printFolds(rows: readonly LabelledPath[]): void {
  const folds = foldOf(rows);
  const scored = Array.from({ length: FOLDS }, (_, fold) => {
    const model = trainModel(rows.filter((row) => folds.get(row.source) !== fold));
    return rows.filter((row) => folds.get(row.source) === fold).map((row) => ({ row, score: scoreWith(model, row.path).total }));
  }).flat();
  const rates = macroRates(scored);
  for (const line of rates.bySource) console.log(`${line.hostile ? 'recall' : 'false '} ${line.rate.toFixed(3)}  n ${String(line.rows).padStart(5)}  ${line.source}`);
  for (const line of rates.byThreshold) console.log(`threshold ${line.threshold.toFixed(2)}: recall ${line.recall.toFixed(3)}, real routes called scanner ${line.falseRate.toFixed(3)}`);
  console.log(`five-fold by source, macro-average: scanner recall ${rates.recall.toFixed(3)}, real routes called scanner ${rates.falseRate.toFixed(3)}`);
  console.log('beside it (reference, other sources): path lists 0.24 at 0.08, naive Bayes 0.71 at 0.23');
}

function writeModel(model: PathModel): void {
  const line = ([name, weight]: [string, number]) => `    ${JSON.stringify(name)}: ${weight}`;
  const weights = Object.entries(model.weights).map(line).join(',\n');
  const text = `{\n  "about": ${JSON.stringify(model.about)},\n  "bias": ${model.bias},\n  "weights": {\n${weights}\n  }\n}\n`;
  writeFileSync(MODEL_FILE, text);
  console.log(`${Object.keys(model.weights).length} weights, ${text.length} bytes`);
}

const [folder, flag] = process.argv.slice(2);
if (!folder) {
  console.error('usage: train-404.ts DATA [--folds]: DATA is the folder of scanner.tsv and legit.tsv');
  process.exit(2);
}
const rows = readRows(folder);
if (flag === '--folds') printFolds(rows);
else writeModel(trainModel(rows));
