import type { DetectorRun } from '@/lib/domain/detector';
import type { ZoneDetail } from '@/lib/domain/zone-detail';
import { plural } from '@/lib/present/format';
import { clipText } from '@/lib/present/hostile-text';
import type { ZoneModels } from '@/lib/present/zones';

/** The answer of the zones page in one line, for the fleet that is drawn; findings of other fleets are named, not passed over. */
export function zoneHeadline(run: DetectorRun<ZoneDetail> | null, models: ZoneModels | null): string {
  if (run === null) return 'Zones';
  if (run.kind === 'not-checked') return 'Zones could not be checked';
  if (models === null) return 'No traffic by zone in this range';
  const elsewhere = [...new Set(run.findings.flatMap(({ proxy }) => (proxy === null || proxy === models.proxy ? [] : [nameOf(proxy)])))];
  const who = models.proxies.length > 1 ? ` of ${nameOf(models.proxy)}` : '';
  return `${ownPart(run, models, who)}${elsewhere.length === 0 ? '' : `; see also ${elsewhere.join(', ')}`}`;
}

function ownPart(run: Extract<DetectorRun<ZoneDetail>, { kind: 'checked' }>, models: ZoneModels, who: string): string {
  const kinds = run.findings.filter(({ proxy }) => proxy === null || proxy === models.proxy).map(({ kind }) => kind);
  if (models.flips.length > 0) return `${plural(models.flips.length, 'flip')}${who} between spread and concentrated`;
  if (kinds.includes('zone-concentrated')) return `Traffic${who} is concentrated`;
  if (kinds.includes('zone-drained')) return `Traffic${who} left a zone`;
  return `Traffic${who} kept its spread over the zones`;
}

const nameOf = (proxy: string) => clipText(proxy, 40).text;
