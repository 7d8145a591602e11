/** Settings of the zone detector. The defaults serve steps of 5 to 60 s and 5 to 5,000 requests a second. */
export interface ZoneParams {
  /** Smallest Hellinger distance between two states that counts, 0..1. 0.07: an even third against 43 %. */
  readonly leastDistance: number;
  /** The same for one lasting move, which has no return to prove it. 0.1: an even third against 47 %. */
  readonly leastLastingDistance: number;
  /** A distance must also be this many times its own noise. */
  readonly noiseFactor: number;
  /** Price of a further segment in units of (zones * ln n). */
  readonly penaltyFactor: number;
  /** Fewest steps of a segment. */
  readonly leastSegment: number;
  /** Flapping: at least so many returns within `withinSeconds`. */
  readonly leastReturns: number;
  readonly withinSeconds: number;
  /** A move that takes longer than this is a drift, not a flip. */
  readonly maxTransitionSeconds: number;
  /** Steps with fewer requests than this are taken as not known. */
  readonly leastRequestsPerStep: number;
  /** Window of rate() behind `zones`; null: not known (a switch then shows up to one window late, see `leavesOldLevel`). */
  readonly rateWindowSeconds: number | null;
  /** How far before a flip a change of hints, nodes or pods may lie to be its cause; a third of it after the flip. */
  readonly causeWindowSeconds: number;
}

export const zoneDefaults: ZoneParams = {
  leastDistance: 0.07,
  leastLastingDistance: 0.1,
  noiseFactor: 2.5,
  penaltyFactor: 1.5,
  leastSegment: 3,
  leastReturns: 2,
  withinSeconds: 3600,
  maxTransitionSeconds: 300,
  leastRequestsPerStep: 5,
  rateWindowSeconds: null,
  causeWindowSeconds: 90,
};
