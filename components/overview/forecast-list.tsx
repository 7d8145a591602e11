import type { DetectorRun } from '@/lib/domain/detector';
import type { HintForecast, ZoneDetail } from '@/lib/domain/zone-detail';
import { unhintedText } from '@/lib/present/hinted-services';
import { clipText } from '@/lib/present/hostile-text';
import { FORECAST_INTRO, forecastModel, forecastText } from '@/lib/present/zones';
import { asSentence } from '../ui/as-sentence';
import { AsideRoom } from './aside-room';

/** Replica counts at which the controller will withdraw the hints, for the services that have any. */
export function ForecastList({ zones, loading }: { readonly zones: DetectorRun<ZoneDetail> | null; readonly loading: boolean }) {
  if (loading || zones === null) return <AsideRoom lines={8} />;
  if (zones.kind === 'not-checked') return <p className="text-ink-2">Not checked. {asSentence(zones.why)}</p>;
  if (zones.detail.forecast.length === 0) return <p className="text-ink-2">Cannot tell: ready endpoints and node CPU by zone are not collected here.</p>;
  const { shown, others } = forecastModel(zones.detail, zones.findings);
  return (
    <>
      <p className="mb-2 text-xs text-ink-3">{FORECAST_INTRO}</p>
      {shown.length === 0 ? <p className="text-ink-2">No service had hints in this range.</p> : <Rows rows={shown} />}
      {others.length === 0 ? null : (
        <details className="mt-2 border-t border-line pt-2">
          <summary className="cursor-pointer text-xs text-ink-3 hover:text-ink">{unhintedText(others.length)}</summary>
          <div className="mt-2"><Rows rows={others} /></div>
        </details>
      )}
    </>
  );
}

/** More services than this are no list that anybody reads, and would slow the page down. */
const MOST = 100;

function Rows({ rows: all }: { readonly rows: readonly HintForecast[] }) {
  const rows = all.slice(0, MOST);
  return (
    <ul className="[&>li+li]:mt-2 [&>li+li]:border-t [&>li+li]:border-line [&>li+li]:pt-2">
      {rows.map((one) => (
        <li key={one.service} className="text-ink-2">
          <b className={one.safeNow ? 'block font-medium text-ink' : 'block font-medium text-warn'}>{clipText(one.service, 48).text}</b>{forecastText(one)}
        </li>
      ))}
      {all.length > MOST ? <li className="text-ink-3">{all.length - MOST} more are not listed.</li> : null}
    </ul>
  );
}
