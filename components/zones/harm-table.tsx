import { formatPercent, formatSeconds, show } from '@/lib/present/format';
import type { ZoneModels } from '@/lib/present/zones';

/** Latency and errors of each zone while spread and while concentrated, side by side. */
export function HarmTable({ models, loading }: { readonly models: ZoneModels | null; readonly loading: boolean }) {
  if (loading) return <p className="text-ink-3">…</p>;
  if (models === null || models.harm.length === 0) return <p className="text-ink-2">Not checked: latency and errors by zone are not collected here, or there is only one state to look at.</p>;
  return (
    <>
      <table className="data-table">
        <thead><tr><th scope="col">zone</th><th scope="col" className="r">p99 spread</th><th scope="col" className="r">p99 conc.</th><th scope="col" className="r">errors</th></tr></thead>
        <tbody>
          {models.harm.map((row) => (
            <tr key={row.zone}>
              <td>{row.zone}</td>
              <Cell value={row.spread?.p99Seconds} write={formatSeconds} />
              <Cell value={row.concentrated?.p99Seconds} write={formatSeconds} />
              <td className="r"><Inline value={row.spread?.errorShare} /> <span aria-hidden className="text-ink-3">→</span> <Inline value={row.concentrated?.errorShare} /></td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-1 text-xs text-ink-3">medians over the steps of each state; errors: share of requests, spread → concentrated</p>
    </>
  );
}

type Maybe = number | null | undefined;

function Cell({ value, write }: { readonly value: Maybe; readonly write: (value: number) => string }) {
  const shown = show(value, write);
  return <td className="r" title={shown.title}>{shown.text}</td>;
}

function Inline({ value }: { readonly value: Maybe }) {
  const shown = show(value, formatPercent);
  return <span title={shown.title}>{shown.text}</span>;
}
