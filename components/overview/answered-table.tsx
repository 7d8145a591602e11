import { HopsWay } from '../hops-page/hops-way';
import type { OverviewModels } from '@/lib/present/overview';
import { formatCount } from '@/lib/present/format';
import { mostFrequent } from '@/lib/url/hops-url';
import { AsideRoom } from './aside-room';

/** Sampled errors by the hop that answered them. */
export function AnsweredTable({ rows, loading }: { readonly rows: OverviewModels['answered']; readonly loading: boolean }) {
  if (loading) return <AsideRoom lines={6} />;
  if (rows === null) return <p className="text-ink-2">Not checked: no traces of the errors could be looked at.</p>;
  if (rows.length === 0) return <p className="text-ink-2">No trace of a gateway error in this range.</p>;
  const statuses = [...new Set(rows.flatMap((row) => Object.keys(row.byStatus)))].sort();
  const worst = mostFrequent(Object.fromEntries(statuses.map((status) => [status, rows.reduce((sum, row) => sum + (row.byStatus[status] ?? 0), 0)])));
  return (
    <>
      <table className="data-table">
        <thead><tr><th scope="col">hop</th>{statuses.map((status) => <th key={status} scope="col" className="r">{status}</th>)}</tr></thead>
        <tbody>{rows.map((row) => <tr key={row.label}><td>{row.label}</td>{statuses.map((status) => <td key={status} className="r">{formatCount(row.byStatus[status] ?? 0)}</td>)}</tr>)}</tbody>
      </table>
      <p className="mt-1 text-xs text-ink-3">of the traces that were looked at, not of all requests</p>
      <p className="mt-1"><HopsWay status={worst} everyFleet>Who answered, who caused it</HopsWay></p>
    </>
  );
}
