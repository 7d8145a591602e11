import type { DetectorRun } from './detector';
import type { Finding } from './findings';
import type { NotFoundDetail } from './not-found-detail';
import type { RolloutDetail } from './rollout-detail';
import type { ZoneDetail } from './zone-detail';

/** The overview: what needs eyes, and what its four strips draw. */
export interface Overview {
  readonly findings: readonly Finding[];
  readonly zones: DetectorRun<ZoneDetail>;
  readonly notFound: DetectorRun<NotFoundDetail>;
  readonly rollouts: DetectorRun<RolloutDetail>;
  readonly peakRps: number | null;
  readonly scrapes: { readonly present: number; readonly expected: number } | null;
}
