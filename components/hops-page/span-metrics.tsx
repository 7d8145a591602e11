import { formatCount, formatPercent } from '@/lib/present/format';
import type { SpanMetricsModel } from '@/lib/present/hops-witnesses';
import { Clipped } from '../traces/clipped';
import { ScrollBox } from '../ui/scroll-box';

/** The cut by hop in span metrics: who answered with the status, and who got it as a caller. */
export function SpanMetricsTable({ model, status }: { readonly model: SpanMetricsModel; readonly status: number }) {
  const most = Math.max(1, ...model.rows.map(({ requests }) => requests));
  return (
    <>
      {model.rows.length === 0 ? <p className="px-3 pb-2 text-ink-2">Span metrics hold no span with {status} in this range{model.others.length > 0 ? `; they hold some with ${model.others.join(', ')}` : ''}.</p> : (
        <ScrollBox label={`Span metrics of ${status}`}>
          <table className="data-table [&_.r]:whitespace-nowrap">
            <caption className="sr-only">Spans with {status} by service</caption>
            <thead><tr><th scope="col">service</th><th scope="col">it</th><th scope="col" className="r">spans</th><th scope="col"><span className="sr-only">beside the largest</span></th></tr></thead>
            <tbody>
              {model.rows.map((row) => (
                <tr key={row.key}>
                  <th scope="row"><Clipped value={row.service} /></th><td className="text-ink-2">{row.kind}</td><td className="r">{formatCount(Math.round(row.requests))}</td>
                  <td className="w-40 max-sm:w-16"><span className="block h-2 rounded bg-ink-3 opacity-45" title={formatPercent(row.requests / most)} style={{ width: `${(row.requests / most) * 100}%` }} /></td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      <p className="px-3 pb-3 text-xs text-ink-2"><bdi>{model.note}</bdi>. A service that answered a status without a caller below that got the same made it itself.</p>
    </>
  );
}
