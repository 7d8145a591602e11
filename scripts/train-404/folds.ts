import { SCANNER_AT, scoreFeatures, type PathModel } from '../../lib/detectors/shared/path-evidence/score';
import { fit, moveTo } from './fit';
import { seededDraws } from '../../lib/detectors/shared/statistics/seeded';
import { SITE, type LabelledPath } from './rows';

export const FOLDS = 5;
/** Share of real routes, macro-average over applications nobody trained on, that may be called scanner. */
const ALLOWED_FALSE = 0.04;
const LOWEST = 0.75;

export interface Scored {
  readonly row: LabelledPath;
  readonly score: number;
}

/** Fold of each source: hostile and real apart, in the order of `seed`, dealt in turn. */
export function dealFolds(rows: readonly LabelledPath[], seed: number, folds = FOLDS): ReadonlyMap<string, number> {
  const random = seededDraws(seed);
  const dealt = new Map<string, number>();
  for (const hostile of [true, false]) {
    const sources = [...new Set(rows.filter((row) => row.hostile === hostile).map(({ source }) => source))].sort().map((source) => [random(), source] as const).sort(([a], [b]) => a - b);
    sources.forEach(([, source], at) => dealt.set(source, at % folds));
  }
  return dealt;
}

/** Scores each fold's sources by what was made of the others. */
export function scoreFolds(rows: readonly LabelledPath[], seed: number, make: (rest: readonly LabelledPath[]) => (row: LabelledPath) => number): Scored[] {
  const dealt = dealFolds(rows, seed);
  return Array.from({ length: FOLDS }, (_, fold) => {
    const score = make(rows.filter(({ source }) => dealt.get(source) !== fold));
    return rows.filter(({ source }) => dealt.get(source) === fold).map((row) => ({ row, score: score(row) }));
  }).flat();
}

const scoreOf = (model: PathModel) => ({ features }: LabelledPath) => scoreFeatures(model, features).total;

/**
 * Fits, and chooses the threshold by folds within the given rows alone: the lowest at which few routes of applications that the inner
 * models did not see are called scanner. Whoever scores other rows with it gets an honest figure.
 */
export function train(rows: readonly LabelledPath[]): PathModel {
  const thresholds = [11, 12, 13].map((seed) => thresholdOf(scoreFolds(rows, seed, (rest) => scoreOf(fit(rest))).filter(({ row }) => !row.hostile)));
  return moveTo(fit(rows), thresholds.reduce((sum, one) => sum + one, 0) / thresholds.length);
}

function thresholdOf(real: readonly Scored[]): number {
  const sources = [...new Set(real.map(({ row }) => row.source))];
  const size = new Map(sources.map((source) => [source, real.filter(({ row }) => row.source === source).length]));
  let above = 0;
  for (const { row, score } of [...real].sort((a, b) => b.score - a.score)) {
    above += 1 / (size.get(row.source)! * sources.length);
    if (above > ALLOWED_FALSE) return Math.max(LOWEST, score + 0.01);
  }
  return LOWEST;
}

export const trained = (rest: readonly LabelledPath[]) => scoreOf(train(rest));

/** Macro-average over sources, never pooled: word lists differ a hundredfold in size. */
export interface Rates {
  readonly recall: number;
  /** The same without the rows that are plain words. */
  readonly recallWithoutWords: number;
  readonly falseRate: number;
  readonly bySource: readonly SourceRate[];
}

export interface SourceRate {
  readonly source: string;
  readonly hostile: boolean;
  readonly rate: number;
  readonly rows: number;
}

export function ratesOf(scored: readonly Scored[], threshold = SCANNER_AT): Rates {
  const sources = [...new Set(scored.map(({ row }) => row.source))].sort();
  const bySource = sources.map((source): SourceRate => {
    const own = scored.filter(({ row }) => row.source === source);
    return { source, hostile: own[0]!.row.hostile, rate: own.filter(({ score }) => score >= threshold).length / own.length, rows: own.length };
  });
  const mean = (hostile: boolean) => {
    const own = bySource.filter((one) => one.hostile === hostile && one.source !== SITE);
    return own.reduce((sum, { rate }) => sum + rate, 0) / Math.max(1, own.length);
  };
  const labelled = sources.flatMap((source) => {
    const own = scored.filter(({ row }) => row.source === source && row.hostile && !row.word);
    return own.length === 0 ? [] : [own.filter(({ score }) => score >= threshold).length / own.length];
  });
  return { recall: mean(true), recallWithoutWords: labelled.reduce((sum, rate) => sum + rate, 0) / Math.max(1, labelled.length), falseRate: mean(false), bySource };
}
