import type { DetectorRun } from '@/lib/domain/detector';
import type { ZoneDetail } from '@/lib/domain/zone-detail';
import { plural } from '@/lib/present/format';
import type { ZoneModels } from '@/lib/present/zones';

/** The answer of the zones page in one line. */
export function zoneHeadline(run: DetectorRun<ZoneDetail> | null, models: ZoneModels | null): string {
  if (run === null) return 'Zones';
  if (run.kind === 'not-checked') return 'Zones could not be checked';
  if (models === null) return 'No traffic by zone in this range';
  if (models.flips.length === 0) return 'Traffic kept its spread over the zones';
  return `${plural(models.flips.length, 'flip')} between spread and concentrated`;
}
