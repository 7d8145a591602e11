import type { Value } from '../../../domain/series';
import { differenceCorrelation, differenceNoise, overallDeviation } from './noise';
import { candidatesFor, pelt } from './pelt';

export interface ChangePointParams {
  /** `noise`: each dimension by the noise of its first differences; `unit-variance`: by its overall deviation; `auto`: chosen. */
  readonly scale: 'auto' | 'noise' | 'unit-variance';
  /** Price of a further segment in units of (dimensions * ln n). */
  readonly penaltyFactor: number;
  /** Fewest points of a segment. */
  readonly leastSegment: number;
  /** Noise is never taken to be less than this, in units of the values; 0: no floor. */
  readonly noiseFloor: number;
  /** Split positions kept open at once (see `pelt`); very long series keep fewer (`candidatesFor`). */
  readonly maxCandidates: number;
}

export const changePointDefaults: ChangePointParams = {
  scale: 'auto', penaltyFactor: 3, leastSegment: 3, noiseFloor: 0, maxCandidates: 3_000,
};

export interface ChangePoints {
  /** 0-based index of the first point of each new segment, in the indices of the input (gaps included). */
  readonly changePoints: number[];
  /** The scale in use: the one asked for, or the one that `auto` chose. */
  readonly scale: 'noise' | 'unit-variance';
}

/** Correlation of first differences below which a series counts as levels with independent noise (see `chooseScale`). */
const LEVELS_BELOW = -0.3;

/**
 * Where do the levels of one or several series change together? One array per dimension; null is a gap: the point is left
 * out in all dimensions and the indices of the others stay. Throws RangeError for dimensions of unequal length.
 * Rule and penalty: reference/detectors.md 3(a).
 */
export function findChangePoints(
  values: readonly (readonly Value[])[], params: Partial<ChangePointParams> = {},
): ChangePoints {
  const all = { ...changePointDefaults, ...params };
  const length = values[0]?.length ?? 0;
  if (values.some((dim) => dim.length !== length)) throw new RangeError('values: all dimensions must have the same length');
  const present = Array.from({ length }, (_, i) => i).filter((i) => values.every((dim) => Number.isFinite(dim[i])));
  const dims = values.map((dim) => Float64Array.from(present, (i) => dim[i]!));
  const scale = all.scale === 'auto' ? chooseScale(dims) : all.scale;
  const scaled = dims.map((dim) => divide(dim, scaleOf(dim, scale, all.noiseFloor))).filter((dim) => dim !== null);
  if (scaled.length === 0) return { changePoints: [], scale };
  const found = pelt({
    dims: scaled, weights: null, leastSegment: all.leastSegment, maxCandidates: candidatesFor(present.length, all.maxCandidates),
    penalty: all.penaltyFactor * scaled.length * Math.log(Math.max(2, present.length)),
  });
  return { changePoints: found.map((i) => present[i]!), scale };
}

/**
 * Levels with independent noise (shares of requests, benchmark results) have differences that undo each other; there the
 * noise of differences is right and finds small, frequent steps. Series with trend or memory read as all steps on that
 * scale; they get the overall deviation.
 */
export function chooseScale(dims: readonly ArrayLike<number>[]): 'noise' | 'unit-variance' {
  const correlations = dims.map(differenceCorrelation).filter((value) => value !== null);
  if (correlations.length === 0) return 'unit-variance';
  const mean = correlations.reduce((sum, value) => sum + value, 0) / correlations.length;
  return mean < LEVELS_BELOW ? 'noise' : 'unit-variance';
}

function scaleOf(dim: Float64Array, scale: 'noise' | 'unit-variance', floor: number): number {
  if (scale === 'unit-variance') return Math.max(overallDeviation(dim), floor);
  const noise = Math.max(differenceNoise(dim), floor);
  // More than half of all differences are 0 (a counter at rest): no noise to be had, the overall deviation must do.
  return noise > 0 ? noise : overallDeviation(dim);
}

/** Null for a constant dimension: it has no changes and would divide by nothing. */
function divide(dim: Float64Array, scale: number): Float64Array | null {
  if (!(scale > 0)) return null;
  return dim.map((x) => x / scale);
}
