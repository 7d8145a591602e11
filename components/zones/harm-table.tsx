import type { DetectorRun } from '@/lib/domain/detector';
import type { HarmVerdict } from '@/lib/domain/findings';
import type { Estimate, ZoneDetail } from '@/lib/domain/zone-detail';
import { formatPercent, formatSeconds, show } from '@/lib/present/format';
import { visibleText } from '@/lib/present/hostile-text';
import type { HarmRow, ZoneModels } from '@/lib/present/zones';
import { asSentence } from '../ui/as-sentence';

/** Latency and errors of each zone while spread and while concentrated, with intervals, and whether that is a difference. */
export function HarmTable({ models, run }: { readonly models: ZoneModels | null; readonly run: DetectorRun<ZoneDetail> | null }) {
  if (run === null) return <p className="text-ink-3">…</p>;
  if (run.kind === 'not-checked') return <p className="text-ink-2">Not checked. {asSentence(run.why)}</p>;
  if (models === null || models.harm.length === 0) return <p className="text-ink-2">Not checked: latency and errors by zone are not collected here, or there is only one state to look at.</p>;
  return (
    <>
      <table className="data-table harm-table">
        <thead><tr><th scope="col"><span className="sr-only">zone and figure</span></th><th scope="col" className="r">spread</th><th scope="col" className="r">concentrated</th></tr></thead>
        {models.harm.map((row) => <Zone key={row.zone} row={row} />)}
      </table>
      <p className="mt-1 text-xs text-ink-3">Medians over the steps of each state; errors as a share of requests; small: 95 % interval. The verdict compares concentrated with spread.</p>
    </>
  );
}

const tones: Readonly<Record<HarmVerdict, string>> = { worse: 'text-bad', better: 'text-good', 'no-measurable-harm': 'text-ink-2', 'cannot-tell': 'text-ink-3', 'not-measured': 'text-ink-3' };

function Zone({ row: { zone, spread, concentrated, change } }: { readonly row: HarmRow }) {
  return (
    <tbody>
      <tr><th scope="rowgroup" colSpan={3} className="!font-medium [overflow-wrap:anywhere]">{zone}</th></tr>
      <Figure what="p50" write={formatSeconds} cells={[[spread?.p50Seconds, spread?.p50], [concentrated?.p50Seconds, concentrated?.p50]]} />
      <Figure what="p99" write={formatSeconds} cells={[[spread?.p99Seconds, spread?.p99], [concentrated?.p99Seconds, concentrated?.p99]]} />
      <Figure what="errors" write={formatPercent} cells={[[spread?.errorShare, spread?.errors], [concentrated?.errorShare, concentrated?.errors]]} />
      {change === null ? null : <tr><td colSpan={3} className={`text-xs ${tones[change.verdict]}`}>{visibleText(change.text)}</td></tr>}
    </tbody>
  );
}

type Cell = readonly [value: number | null | undefined, interval: Estimate | null | undefined];

function Figure({ what, cells, write }: { readonly what: string; readonly cells: readonly [Cell, Cell]; readonly write: (value: number) => string }) {
  return (
    <tr>
      <th scope="row" className="!text-ink-2">{what}</th>
      {cells.map(([value, interval], i) => {
        const { text, title } = show(value, write);
        return <td key={i} className="r"><span title={title}>{text}</span>{interval ? <span className="block whitespace-nowrap text-2xs text-ink-3">{write(interval.low)} to {write(interval.high)}</span> : null}</td>;
      })}
    </tr>
  );
}
