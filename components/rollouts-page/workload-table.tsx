import type { WorkloadAssociation } from '@/lib/domain/rollout-detail';
import { formatCount, formatP } from '@/lib/present/format';
import { clipText } from '@/lib/present/hostile-text';
import { ScrollBox } from '../ui/scroll-box';

/** How many bursts began within the rollouts of each workload, against chance. A burst that spans two rollouts began in one. */
export function WorkloadTable({ rows, few }: { readonly rows: readonly WorkloadAssociation[]; readonly few: boolean }) {
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
              <td className="r whitespace-nowrap">{few ? <TooFew /> : formatP(row.p)}</td><td className="r whitespace-nowrap">{few ? <TooFew /> : formatP(row.q).replace(/^p/, 'q')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {few ? <p className="pt-1.5 text-xs text-ink-3">Too few bursts in this range to tell whether they go with a workload&apos;s rollouts: a longer range may.</p> : null}
    </ScrollBox>
  );
}

function TooFew() {
  return <span className="text-ink-3" title="too few bursts to tell"><span aria-hidden>–</span><span className="sr-only">too few bursts to tell</span></span>;
}
