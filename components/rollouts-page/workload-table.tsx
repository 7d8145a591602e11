import type { WorkloadAssociation } from '@/lib/domain/rollout-detail';
import { formatCount, formatP } from '@/lib/present/format';
import { clipText } from '@/lib/present/hostile-text';
import { ScrollBox } from '../ui/scroll-box';

/** How many bursts began within the rollouts of each workload, against chance. A burst that spans two rollouts began in one. */
export function WorkloadTable({ rows }: { readonly rows: readonly WorkloadAssociation[] }) {
  return (
    <ScrollBox label="Errors by workload">
      <table className="data-table [&_.r]:whitespace-nowrap min-w-[520px]">
        <caption className="sr-only">Association by workload</caption>
        <thead><tr><th scope="col">workload</th><th scope="col" className="r">rollouts</th><th scope="col" className="r">bursts in the range</th><th scope="col" className="r">begun in its rollouts</th><th scope="col" className="r">expected by chance</th><th scope="col" className="r">p</th><th scope="col" className="r">q</th></tr></thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.workload}>
              <th scope="row" className="align-top !text-[13px] !font-normal !text-ink"><bdi>{clipText(row.workload, 60).text}</bdi></th>
              <td className="r">{formatCount(row.rollouts)}</td><td className="r">{formatCount(row.bursts)}</td><td className="r">{formatCount(row.inside)}</td><td className="r">{formatCount(row.expectedInside)}</td>
              <td className="r whitespace-nowrap">{formatP(row.p)}</td><td className="r whitespace-nowrap">{formatP(row.q).replace(/^p/, 'q')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
