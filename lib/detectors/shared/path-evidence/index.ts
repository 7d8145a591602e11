import model from './model.json';
import { featuresOf } from './features';
import { isAutomatic, isFamousDoor, isInterface, isStaleAsset, templateOf } from './kinds';
import { SCANNER_AT, scoreFeatures, type PathScore } from './score';
import { splitPath } from './split-path';

export { CAP, SCANNER_AT, type PathPart, type PathScore } from './score';

/** All that a path says by itself, found in one pass. */
export interface PathFacts {
  /** Log-odds of scanner (+) against real route (-), by the model trained on the development split. */
  readonly score: PathScore;
  /** Browsers, phones and crawlers ask for it by themselves. */
  readonly automatic: boolean;
  /** An interface rather than a page: lost APIs and API probes look alike. */
  readonly interface: boolean;
  /** A front door of a common content system: scanners knock there whether or not a site has it. */
  readonly famousDoor: boolean;
  /** A build artefact that a release replaces. */
  readonly staleAsset: boolean;
  /** The path alone is enough to call it a scanner's. */
  readonly hostile: boolean;
  /** Path with ids replaced by `*`, without query. */
  readonly template: string;
}

/** Reads a path of any text: never throws, linear time, at most MAX_PATH characters are looked at. */
export function readPath(path: string): PathFacts {
  const parts = splitPath(path);
  const score = scoreFeatures(model, featuresOf(parts));
  const automatic = isAutomatic(parts);
  return {
    score, automatic, hostile: !automatic && score.total >= SCANNER_AT,
    interface: isInterface(parts), famousDoor: isFamousDoor(parts), staleAsset: isStaleAsset(parts), template: templateOf(parts),
  };
}

/** Path with numbers, ids and hashes replaced by `*`: groups of the same route. */
export function pathTemplate(path: string): string {
  return templateOf(splitPath(path));
}
