import type { DetectorRun } from '@/lib/domain/detector';
import type { ZoneDetail } from '@/lib/domain/zone-detail';
import { formatPercent, formatSeconds, show } from '@/lib/present/format';
import type { ZoneModels } from '@/lib/present/zones';
import { asSentence } from '../ui/as-sentence';

/** Latency and errors of each zone while spread and while concentrated, side by side. */
export function HarmTable({ models, run }: { readonly models: ZoneModels | null; readonly run: DetectorRun<ZoneDetail> | null }) {
  if (run === null) return <p className="text-ink-3">…</p>;
  if (run.kind === 'not-checked') return <p className="text-ink-2">Not checked. {asSentence(run.why)}</p>;
  if (models === null || models.harm.length === 0) return <p className="text-ink-2">Not checked: latency and errors by zone are not collected here, or there is only one state to look at.</p>;
  return (
    <>
      <table className="data-table">
        <thead><tr><th scope="col">zone</th><th scope="col" className="r">p99</th><th scope="col" className="r">errors</th></tr></thead>
        <tbody>
          {models.harm.map((row) => (
            <tr key={row.zone}>
              <th scope="row" className="!font-normal !text-ink">{row.zone}</th>
              <Pair before={row.spread?.p99Seconds} after={row.concentrated?.p99Seconds} write={formatSeconds} />
              <Pair before={row.spread?.errorShare} after={row.concentrated?.errorShare} write={formatPercent} />
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-1 text-xs text-ink-3">spread → concentrated; medians over the steps of each state, errors as share of requests</p>
    </>
  );
}

type Maybe = number | null | undefined;

function Pair({ before, after, write }: { readonly before: Maybe; readonly after: Maybe; readonly write: (value: number) => string }) {
  const [spread, concentrated] = [show(before, write), show(after, write)];
  return <td className="r whitespace-nowrap"><span title={spread.title}>{spread.text}</span> <span className="text-ink-3">→</span> <span title={concentrated.title}>{concentrated.text}</span></td>;
}
