import type { DetectorRun } from '@/lib/domain/detector';
import type { ZoneDetail } from '@/lib/domain/zone-detail';
import { clipText } from '@/lib/present/hostile-text';
import { forecastText } from '@/lib/present/zones';
import { asSentence } from '../ui/as-sentence';

/** Replica counts at which the controller will withdraw the hints. */
export function ForecastList({ zones, loading }: { readonly zones: DetectorRun<ZoneDetail> | null; readonly loading: boolean }) {
  if (loading || zones === null) return <p className="text-ink-3">…</p>;
  if (zones.kind === 'not-checked') return <p className="text-ink-2">Not checked. {asSentence(zones.why)}</p>;
  if (zones.detail.forecast.length === 0) return <p className="text-ink-2">Cannot tell: ready endpoints and node CPU by zone are not collected here.</p>;
  return (
    <ul className="[&>li+li]:mt-2 [&>li+li]:border-t [&>li+li]:border-line [&>li+li]:pt-2">
      {zones.detail.forecast.map((one) => (
        <li key={one.service} className="text-ink-2">
          <b className={one.safeNow ? 'block font-medium text-ink' : 'block font-medium text-warn'}>{clipText(one.service, 48).text}</b>{forecastText(one)}
        </li>
      ))}
    </ul>
  );
}
