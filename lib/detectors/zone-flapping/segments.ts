import { candidatesFor, pelt } from '../shared/change-points/pelt';
import { type ExpectedShare, expectedOver } from './expected';
import type { ZoneParams } from './params';
import { hellinger, normalise, shareOf, type ShareNoise, type ShareSteps } from './shares';

/** A stretch with one distribution. Positions count known steps. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  readonly shares: readonly number[];
  readonly expected: readonly number[];
  /** Distance from the reference distribution that the change of ready pods does not explain. */
  readonly deviation: number;
}

/** Split positions that the search keeps open on a range of usual length. */
const MOST_CANDIDATES = 1_000;

/** True when a range is so long that the search keeps fewer positions open than it would like. */
export function isSearchedCoarsely(steps: number): boolean {
  return candidatesFor(steps, MOST_CANDIDATES) < MOST_CANDIDATES;
}

/** Cuts the known steps where the distribution changes (reference/detectors.md 3(a)) and measures each piece. */
export function findSegments(steps: ShareSteps, noise: ShareNoise, expected: ExpectedShare, params: ZoneParams): Segment[] {
  const n = steps.index.length;
  const points = pelt({
    dims: steps.roots.map((root, z) => root.map((value) => value / noise.byZone[z]!)),
    weights: noise.weights,
    penalty: params.penaltyFactor * steps.roots.length * Math.log(Math.max(2, n)),
    leastSegment: params.leastSegment,
    maxCandidates: candidatesFor(n, MOST_CANDIDATES),
  });
  const starts = [0, ...points];
  const bare = starts.map((from, i) => {
    const to = starts[i + 1] ?? n;
    return { from, to, shares: shareOf(steps, from, to), expected: expectedOver(expected, steps, from, to) };
  });
  const reference = referenceOf(bare, params);
  return bare.map((piece) => ({ ...piece, deviation: deviationOf(piece, reference) }));
}

type Bare = Omit<Segment, 'deviation'>;

/** The distribution nearest to what is expected, pooled over all pieces like it: the spread state. */
function referenceOf(pieces: readonly Bare[], params: ZoneParams): Bare {
  const nearest = pieces.reduce((best, piece) =>
    hellinger(piece.shares, piece.expected) < hellinger(best.shares, best.expected) ? piece : best);
  const alike = pieces.filter((piece) => hellinger(piece.shares, nearest.shares) < params.leastDistance);
  const pool = (pick: (piece: Bare) => readonly number[]) => nearest.shares.map((_, z) =>
    alike.reduce((sum, piece) => sum + pick(piece)[z]! * (piece.to - piece.from), 0));
  return {
    ...nearest,
    shares: normalise(pool((piece) => piece.shares)) ?? nearest.shares,
    expected: normalise(pool((piece) => piece.expected)) ?? nearest.expected,
  };
}

/**
 * Traffic may follow the pods (hints off) or not (clients decide): a piece deviates by the lesser of its distances from the
 * reference as it is and from the reference moved along with the ready pods. So scaling, rollouts and drains are no flips.
 */
function deviationOf(piece: Bare, reference: Bare): number {
  const plain = hellinger(piece.shares, reference.shares);
  const moved = normalise(reference.shares.map((share, z) =>
    reference.expected[z]! > 0 ? (share * piece.expected[z]!) / reference.expected[z]! : piece.expected[z]!));
  return moved ? Math.min(plain, hellinger(piece.shares, moved)) : plain;
}
