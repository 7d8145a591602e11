import { notFoundSplit } from './not-found-split';
import { rolloutErrors } from './rollout-errors';
import { zoneFlapping } from './zone-flapping';

/** All detectors. A new one is a folder and a line here; the contract suite walks this list. */
export const detectors = [zoneFlapping, notFoundSplit, rolloutErrors] as const;

type Registered = (typeof detectors)[number];
export type DetectorId = Registered['id'];
export type DetectorOf<Id extends DetectorId> = Extract<Registered, { id: Id }>;

export const detectorIds = detectors.map((detector) => detector.id) as readonly DetectorId[];

/** True when text from outside names a detector. */
export function isDetectorId(text: string): text is DetectorId {
  return detectorIds.some((id) => id === text);
}
