import type { ZoneFleet } from '@/lib/domain/zone-detail';
import { podsView } from '@/lib/present/zone-outlook';

/** Pods of each zone, their skew, and what each pod gets. */
export function PodsPanel({ fleet }: { readonly fleet: ZoneFleet | null }) {
  const view = fleet ? podsView(fleet) : null;
  if (!view) return <p className="text-ink-2">Not checked: ready pods by zone are not known here.</p>;
  return (
    <>
      <table className="data-table">
        <thead><tr><th scope="col">zone</th><th scope="col" className="r">pods</th><th scope="col" className="r">req/s each</th></tr></thead>
        <tbody>
          {view.rows.map((row) => (
            <tr key={row.zone}><th scope="row" className="[overflow-wrap:anywhere]">{row.zone}</th><td className="r">{row.pods}</td><td className={row.thin ? 'r text-warn' : 'r'} title={row.thin ? 'Its pods get half as much again as those of the other zones' : undefined}>{row.rpsPerPod}</td></tr>
          ))}
        </tbody>
      </table>
      <p className="mt-1 text-xs text-ink-3">{view.skew}; at the end of the range</p>
      {view.notes.map((note) => <p key={note} className="mt-1 text-xs text-warn">{note}</p>)}
    </>
  );
}
