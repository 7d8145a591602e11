/** Thresholds of the 404 split; the configuration may override each. */
export interface NotFoundParams {
  /** Least share of an instance's requests that find no route, and how far above its fleet it must lie. */
  readonly instanceMissShare: number;
  readonly timesFleet: number;
  /** Misses below this are no finding, whatever their share. */
  readonly leastMisses: number;
  /** Scrapes that must show it. */
  readonly leastScrapes: number;
  /** Chance of a false instance finding that is allowed, per run of scrapes. */
  readonly alarmChance: number;
  /** A table with less than this share of the fleet's median routes is short. */
  readonly shortTable: number;
  /** Background misses at this many times the normal rate, for this long, are a wave. */
  readonly waveTimes: number;
  readonly waveSeconds: number;
  /** Requests a host must have lost before it is called lost. */
  readonly leastLost: number;
  /** Samples that a share needs before it is used. */
  readonly leastSamples: number;
}

export const defaultParams: NotFoundParams = {
  instanceMissShare: 0.25,
  timesFleet: 3,
  leastMisses: 10,
  leastScrapes: 2,
  alarmChance: 1e-6,
  shortTable: 0.5,
  waveTimes: 5,
  waveSeconds: 30,
  leastLost: 20,
  leastSamples: 10,
};
