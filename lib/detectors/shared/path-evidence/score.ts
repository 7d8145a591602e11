import { pathFeatures, type Feature } from './features';

/** Learned weights of path traits; a trait that is not in it says nothing. */
export interface PathModel {
  readonly about: string;
  readonly bias: number;
  readonly weights: Readonly<Record<string, number>>;
}

export interface PathPart {
  readonly code: string;
  readonly weight: number;
}

/** Log-odds of scanner against real route with the parts that make them. `total` is the sum of the parts. */
export interface PathScore {
  readonly total: number;
  readonly parts: readonly PathPart[];
}

/** No single kind of evidence decides alone. */
export const CAP = 2.5;
/** From here on a path alone is called a scanner's. */
export const SCANNER_AT = 2;

/** Adds the learned weights, capped by kind: each shape for itself, the words of a path together. */
export function scoreWith(model: PathModel, path: string): PathScore {
  return scoreFeatures(model, pathFeatures(path));
}

/** The same of traits that were found before. */
export function scoreFeatures(model: PathModel, features: readonly Feature[]): PathScore {
  const sums = new Map<string, number>([['path-prior', model.bias]]);
  for (const feature of features) {
    const weight = Object.hasOwn(model.weights, feature) ? model.weights[feature]! : 0;
    if (weight === 0) continue;
    const code = codeOf(feature);
    sums.set(code, (sums.get(code) ?? 0) + weight);
  }
  const parts = [...sums].map(([code, weight]) => ({ code, weight: Math.max(-CAP, Math.min(CAP, weight)) }));
  return { total: parts.reduce((sum, part) => sum + part.weight, 0), parts };
}

function codeOf(feature: string): string {
  if (feature.startsWith('w:')) return 'path-words';
  if (feature.startsWith('k:')) return 'path-stem';
  if (feature.startsWith('ext:')) return 'path-extension';
  return `path-${feature.slice('shape:'.length)}`;
}
