import { formatCount, formatPercent } from '@/lib/present/format';
import type { AgreementRow } from '@/lib/present/hops-witnesses';
import { Tag } from '../traces/tag';
import { ScrollBox } from '../ui/scroll-box';
import { ShareBar } from './share-bar';

/** The proxy's own counters beside the verdicts: two witnesses that do not know each other. */
export function AgreementTable({ rows, status, none }: { readonly rows: readonly AgreementRow[]; readonly status: number; /** Why the status has no row, as a clause. */ readonly none: string }) {
  return (
    <>
      {rows.some((row) => row.status === status) ? null : <p className="px-3 pb-1 text-ink-2">For {status} there is nothing to compare: <bdi>{none}</bdi>. Of its other statuses:</p>}
      <ScrollBox label="Counters against verdicts">
        <table className="data-table stack-table [&_.r]:whitespace-nowrap sm:min-w-[760px]">
          <caption className="sr-only">Shares by the proxy&apos;s counters and by the verdicts</caption>
          <thead><tr><th scope="col" className="r w-px">status</th><th scope="col">share of answers</th><th scope="col" className="r">by the counters</th><th scope="col" className="r">by the verdicts</th><th scope="col">95 % interval; ring: counters</th><th scope="col">do they agree</th></tr></thead>
          <tbody>
            {rows.map(({ key, status, what, agreement, interval, verdict, tone, says }) => (
              <tr key={key} data-testid="agreement" data-verdict={agreement.verdict}>
                <td className="r beside font-medium">{status}</td>
                <th scope="row" className="beside min-w-36"><bdi>{what}</bdi></th>
                <td className="r" data-label="by the counters">{formatPercent(agreement.counted)} <span className="sm:block text-[11px] text-ink-3">of {formatCount(Math.round(agreement.requests))} requests</span></td>
                <td className="r" data-label="by the verdicts">{formatPercent(agreement.judged)} <span className="sm:block text-[11px] text-ink-3">of {formatCount(agreement.traces)} traces</span></td>
                <td className="whitespace-nowrap"><ShareBar share={agreement.judged} low={agreement.low} high={agreement.high} second={agreement.counted} /> <span className="ml-1 text-xs text-ink-2">{interval}</span></td>
                <td className="min-w-48"><Tag tone={tone}>{verdict}</Tag><span className="mt-0.5 block text-xs text-ink-2">{says}</span></td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <p className="max-w-[100ch] px-3 pb-3 text-xs text-ink-2">
        Counters see every request, verdicts only sampled traces, and neither is made from the other. If they disagree, one of three is true: traces of some hops are lost or sampled away,
        a verdict rule misreads this proxy, or the counter also counts what leaves no trace (health checks, clients that gave up). Until it is known which, trust neither share.
      </p>
    </>
  );
}
