import { CAP, SCANNER_AT, scoreWith, type PathModel } from '../../lib/detectors/shared/path-evidence/score';

export interface LabelledPath {
  readonly source: string;
  readonly path: string;
  readonly hostile: boolean;
  readonly features?: readonly string[];
}

const ROUNDS = 400;
const RIDGE = 0.0003;
/** A source with few rows counts a little less: n / (n + SMALL). */
const SMALL = 10;
/** A word must occur in this many paths; in few it would only be learned by heart. */
const LEAST_PATHS = 2;
const LEAST_WEIGHT = 0.15;
/** Share of real routes (macro-average, training rows) that may lie above the threshold. */
const ALLOWED_FALSE = 0.03;
/** And then as much lower: applications nobody trained on look stranger than those of the training rows. */
const MARGIN = 0.67;

/**
 * What is known before any data, in log-odds: payloads and traversal are in no route table, content systems do serve their entry points.
 * The ridge pulls towards these instead of towards 0, so that a kind of probe missing from the word lists is still known.
 */
const PRIOR: Readonly<Record<string, number>> = {
  'shape:payload': 2.2, 'shape:traversal': 2.2, 'shape:dotfile': 2.4, 'shape:inner-extension': 1, 'shape:cgi': 1.5, 'shape:odd-characters': 0.8,
  'shape:php-in-content': 2, 'shape:device-admin': 2.5, 'shape:query': -1.2, 'shape:cms-core': -2.5, 'shape:php-of-words': -1.5, 'shape:hashed-asset': -2.5,
  'shape:api-version': -0.5, 'shape:id-segment': -0.5, 'shape:deep-api': -0.5, 'shape:root': -2,
  'ext:archive': 2, 'ext:backup': 2, 'ext:config': 1.5, 'ext:key': 1.5, 'ext:legacy': 1.5, 'ext:script': 1,
  'ext:php': -0.2, 'ext:asset': -1.2, 'ext:json': -0.8, 'ext:page': -1.8, 'ext:document': -0.8, 'ext:markup': -0.8, 'ext:other': -0.6, 'ext:none': -1, 'ext:none-at-root': -0.5,
};
/** Traits whose share differs from application to application too much to be learned from few: pulled harder. */
const STIFF = new Set(['ext:php', 'ext:php-below', 'shape:php-of-words', 'shape:cms-core', 'shape:hashed-asset', 'ext:none-at-root', 'ext:page', 'ext:asset', 'ext:json', 'ext:document', 'ext:markup', 'ext:other', 'shape:deep', 'shape:query']);
const STIFFNESS = 20;

/** Weight of each row: sources alike, hostile and real halves alike. */
function rowWeights(rows: readonly LabelledPath[]): number[] {
  const size = new Map<string, number>();
  for (const row of rows) size.set(row.source, (size.get(row.source) ?? 0) + 1);
  const raw = rows.map((row) => 1 / (size.get(row.source)! + SMALL));
  const sum = (hostile: boolean) => raw.reduce((total, weight, at) => total + (rows[at]!.hostile === hostile ? weight : 0), 0);
  const [hostile, real] = [sum(true), sum(false)];
  return raw.map((weight, at) => weight / (2 * (rows[at]!.hostile ? hostile : real)));
}

/** Logistic regression by full-batch gradient descent with momentum; deterministic. Shifted so that SCANNER_AT allows few real routes. */
export function trainModel(rows: readonly LabelledPath[]): PathModel {
  const names = vocabulary(rows);
  const index = new Map(names.map((name, at) => [name, at]));
  const columns = rows.map((row) => row.features!.flatMap((name) => index.get(name) ?? []));
  const sampleWeights = rowWeights(rows);
  const prior = Float64Array.from(names, (name) => PRIOR[name] ?? 0);
  const weights = Float64Array.from(prior);
  const speed = new Float64Array(names.length);
  const slope = new Float64Array(names.length);
  let bias = 0;
  let biasSpeed = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    let biasSlope = 0;
    for (let at = 0; at < slope.length; at += 1) slope[at] = RIDGE * (weights[at]! - prior[at]!) * (STIFF.has(names[at]!) ? STIFFNESS : 1);
    columns.forEach((list, at) => {
      let sum = bias;
      for (const column of list) sum += weights[column]!;
      const error = (1 / (1 + Math.exp(-sum)) - (rows[at]!.hostile ? 1 : 0)) * sampleWeights[at]!;
      biasSlope += error;
      for (const column of list) slope[column]! += error;
    });
    for (let at = 0; at < weights.length; at += 1) {
      speed[at] = 0.9 * speed[at]! - 0.5 * slope[at]!;
      weights[at]! += speed[at]!;
    }
    biasSpeed = 0.9 * biasSpeed - 0.5 * biasSlope;
    bias += biasSpeed;
  }
  return calibrate(rows, toModel(names, weights, bias));
}

function vocabulary(rows: readonly LabelledPath[]): string[] {
  const seen = new Map<string, number>(Object.keys(PRIOR).map((name) => [name, LEAST_PATHS]));
  for (const row of rows) for (const name of row.features!) seen.set(name, (seen.get(name) ?? 0) + 1);
  return [...seen].filter(([, paths]) => paths >= LEAST_PATHS).map(([name]) => name).sort();
}

function toModel(names: readonly string[], weights: Float64Array, bias: number): PathModel {
  const kept = names.flatMap((name, at) => (Math.abs(weights[at]!) >= LEAST_WEIGHT ? [[name, Math.round(weights[at]! * 100) / 100] as const] : []));
  return {
    about: 'Log-odds of path traits, scanner (+) against real route (-). Made by scripts/train-404.ts; do not edit by hand.',
    bias: Math.round(bias * 100) / 100,
    weights: Object.fromEntries(kept),
  };
}

/** Moves the bias so that the allowed share of real training routes lies at or above SCANNER_AT. */
function calibrate(rows: readonly LabelledPath[], model: PathModel): PathModel {
  for (let shift = -1.5; shift <= 6; shift += 0.05) {
    const moved = withBias(model, model.bias - shift);
    const scored = rows.filter((row) => !row.hostile).map((row) => ({ row, score: scoreWith(moved, row.path).total }));
    if (macroRates(scored).falseRate <= ALLOWED_FALSE) return withBias(model, model.bias - shift - MARGIN);
  }
  return model;
}

const EXTENSION_CLASSES = ['php', 'legacy', 'archive', 'backup', 'config', 'key', 'script', 'document', 'page', 'markup', 'json', 'asset', 'other', 'none', 'none-at-root'];

/** Each path has exactly one extension class: what the cap would cut off the bias goes there. */
function withBias(model: PathModel, bias: number): PathModel {
  const rest = Math.max(0, bias - CAP);
  const moved = EXTENSION_CLASSES.map((name) => [`ext:${name}`, Math.round(((model.weights[`ext:${name}`] ?? 0) + rest) * 100) / 100] as const);
  return { ...model, bias: Math.round((bias - rest) * 100) / 100, weights: { ...model.weights, ...Object.fromEntries(moved) } };
}

export interface Rates {
  readonly recall: number;
  readonly falseRate: number;
  readonly bySource: readonly { readonly source: string; readonly hostile: boolean; readonly rate: number; readonly rows: number }[];
  readonly byThreshold: readonly { readonly threshold: number; readonly recall: number; readonly falseRate: number }[];
}

/** Share called scanner, averaged over sources (never pooled), at SCANNER_AT and at some thresholds round it. */
export function macroRates(scored: readonly { readonly row: LabelledPath; readonly score: number }[]): Rates {
  const sources = [...new Set(scored.map(({ row }) => row.source))].sort();
  const at = (threshold: number) => sources.map((source) => {
    const own = scored.filter(({ row }) => row.source === source);
    const rate = own.filter(({ score }) => score >= threshold).length / own.length;
    return { source, hostile: own[0]!.row.hostile, rate, rows: own.length };
  });
  const mean = (list: readonly { hostile: boolean; rate: number }[], hostile: boolean) => {
    const own = list.filter((line) => line.hostile === hostile);
    return own.length === 0 ? 0 : own.reduce((sum, line) => sum + line.rate, 0) / own.length;
  };
  const bySource = at(SCANNER_AT);
  const byThreshold = [-0.5, 0, 0.5, 1, 1.5, 2, 2.5, 3].map((threshold) => {
    const list = at(threshold);
    return { threshold, recall: mean(list, true), falseRate: mean(list, false) };
  });
  return { recall: mean(bySource, true), falseRate: mean(bySource, false), bySource, byThreshold };
}
