import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathFeatures } from '../../lib/detectors/shared/path-evidence/features';

/** A path of a word list or a route of an application, with its traits. */
export interface LabelledPath {
  readonly source: string;
  readonly path: string;
  readonly hostile: boolean;
  /** Plain words of a word list (shape `word`): an application could serve them as well, so the list is no label for them. */
  readonly word: boolean;
  readonly features: readonly string[];
}

/** A real site of the logs: trained with like any application, shown by itself, never part of the averages over `legit.tsv`. */
export const SITE = 'site:semicomplete-2015';
/** What only one client was served may be a chance hit of a scanner. */
const LEAST_CLIENTS = 2;

/**
 * Rows of `scanner.tsv` and `legit.tsv`, and what the site of the logs served; each path once per source. The values that were filled into
 * route parameters are the data set's own invention and alike in all applications (`team-7`, `summer-sale`): their words are taken out,
 * lest a model learns them.
 */
export function readRows(folder: string): LabelledPath[] {
  const lines = (name: string) => readFileSync(path.join(folder, name), 'utf8').split('\n').slice(1).filter((line) => line !== '').map((line) => line.split('\t'));
  const hostile = lines('paths/scanner.tsv').map(([source, shape, text]) => ({ source: source!, path: text!, hostile: true, word: shape === 'word', features: pathFeatures(text!) }));
  const real = lines('paths/legit.tsv').map(([source, , , text, template]) => ({ source: source!, path: text!, hostile: false, word: false, features: withoutValues(text!, template!) }));
  const site = lines('logs/semicomplete-2015.served.tsv').filter(([, , clients]) => Number(clients) >= LEAST_CLIENTS)
    .map(([text]) => ({ source: SITE, path: text!, hostile: false, word: false, features: pathFeatures(text!) }));
  const seen = new Set<string>();
  return [...hostile, ...real, ...site].filter((row) => !seen.has(`${row.source} ${row.path}`) && seen.add(`${row.source} ${row.path}`));
}

function withoutValues(text: string, template: string): string[] {
  const own = new Set(pathFeatures(template.replace(/\{[^}]*\}/g, '0')));
  return pathFeatures(text).filter((name) => !name.startsWith('w:') || own.has(name));
}
