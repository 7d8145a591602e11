import type { ZoneDetail } from '@/lib/domain/zone-detail';
import { formatDateTime } from '@/lib/present/format';
import { visibleText } from '@/lib/present/hostile-text';
import { ScrollBox } from '../ui/scroll-box';
import { type BalancerView, balancerViews, legRows, type MatrixView, matrixView, routingText } from '@/lib/present/zone-outlook';

const tones = { measured: 'text-good', partly: 'text-ink', 'not-checked': 'text-warn' } as const;

/** The ways of traffic through the zones: what is seen of each here, and how to see the rest. */
export function LegsPanel({ detail, proxy, zone }: { readonly detail: ZoneDetail; readonly proxy: string; readonly zone: string }) {
  const rows = legRows(detail);
  if (rows.length === 0) return null;
  const matrix = matrixView(detail, proxy);
  const changes = (detail.routingChanges ?? []).filter((change) => change.proxy === proxy);
  return (
    <section className="panel mb-3 px-3 py-2.5" aria-labelledby="legs-heading" data-testid="zone-legs">
      <h2 id="legs-heading" className="text-sm font-semibold">From client to pod: what can be seen</h2>
      <table className="data-table stack-table" aria-labelledby="legs-heading">
        <thead><tr><th scope="col">from, to</th><th scope="col">seen</th><th scope="col">what, and how to see more</th></tr></thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.way}>
              <th scope="row" className="beside">{row.way}</th>
              <td className={`beside whitespace-nowrap ${tones[row.state]}`}>{row.stateText}</td>
              <td className="min-w-64 text-ink-2">{visibleText(row.text)}{row.mend ? <span className="block text-xs text-ink-3">{row.mend}</span> : null}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {balancerViews(detail, proxy).map((view) => <Balancers key={view.kind} view={view} zone={zone} />)}
      {matrix ? <ScrollBox label="requests from proxy zone to endpoint zone" className="px-0"><Matrix matrix={matrix} /></ScrollBox> : null}
      {changes.map((change) => <p key={change.at} className="mt-1.5 text-xs text-ink-2">{formatDateTime(change.at, zone)}: {routingText(change)}</p>)}
    </section>
  );
}

function Balancers({ view, zone }: { readonly view: BalancerView; readonly zone: string }) {
  return (
    <table className="data-table mt-2 max-w-xl" data-testid={`zone-balancer-${view.kind}`}>
      <caption className="pb-1 text-left text-xs text-ink-3">{view.caption}; known up to {formatDateTime(view.until, zone)}</caption>
      <thead><tr><th scope="col">zone</th>{view.head.map((title) => <th key={title} scope="col" className="r">{title}</th>)}</tr></thead>
      <tbody>
        {view.rows.map((row) => (
          <tr key={row.zone}>
            <th scope="row" className="[overflow-wrap:anywhere]">{row.zone}</th>
            {row.cells.map((text, i) => <td key={i} className="r">{text}</td>)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Matrix({ matrix }: { readonly matrix: MatrixView }) {
  return (
    <table className="data-table mt-2 max-w-xl">
      <caption className="pb-1 text-left text-xs text-ink-3">Share of the requests of each proxy zone by the zone of the endpoint that answered, mean over the range</caption>
      <thead><tr><th scope="col">proxy in</th>{matrix.to.map((to) => <th key={to} scope="col" className="r">{to}</th>)}</tr></thead>
      <tbody>
        {matrix.rows.map((row) => (
          <tr key={row.from}>
            <th scope="row">{row.from}</th>
            {row.cells.map((cell, i) => <td key={i} className={cell.local ? 'r font-medium text-ink' : 'r text-ink-2'}>{cell.text}</td>)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
