import type { GroupView } from '@/lib/present/traces-list';
import { formatCount } from '@/lib/present/format';
import { ScrollBox } from '../ui/scroll-box';

/** Who answered, how, and who caused it, with shares and their 95 % intervals where the sample is fair. A row is a switch that narrows the list below. */
export function GroupTable({ groups, shares, chosen, onChoose }: { readonly groups: readonly GroupView[]; readonly shares: boolean; readonly chosen: string | null; readonly onChoose: (key: string) => void }) {
  return (
    <ScrollBox label="Answering hops" className="px-3.5 pb-2">
      <table className="data-table [&_.r]:whitespace-nowrap">
        <caption className="sr-only">Traces by answering hop and mechanism</caption>
        <thead><tr><th scope="col">answered by</th><th scope="col">mechanism</th><th scope="col">caused by</th><th scope="col" className="r">traces</th>{shares ? <><th scope="col" className="r">share</th><th scope="col" className="min-w-32">95 % interval</th></> : null}</tr></thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.key} className={chosen === group.key ? 'bg-accent-soft' : undefined}>
              <th scope="row" className="align-top !text-[13px] !font-normal !text-ink">
                <button type="button" aria-pressed={chosen === group.key} title="Show only these" onClick={() => onChoose(group.key)} className="text-left underline decoration-transparent underline-offset-2 hover:decoration-current"><bdi>{group.hop}</bdi></button>
              </th>
              <td>{group.mechanism}</td>
              <td>{group.caused === '–' ? <span className="text-ink-3" title="nothing is to blame">–</span> : <bdi>{group.caused}</bdi>}</td>
              <td className="r">{formatCount(group.count)}</td>
              {shares ? <><td className="r">{group.share}</td><td><Interval group={group} /></td></> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** Share as a tick on its interval; the words beside it say the same. */
function Interval({ group }: { readonly group: GroupView }) {
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden className="relative h-2 w-20 shrink-0 rounded bg-sunken">
        <span className="absolute inset-y-0 rounded bg-line-strong" style={{ left: `${group.low * 100}%`, width: `${Math.max(1, (group.high - group.low) * 100)}%` }} />
        <span className="absolute inset-y-[-2px] w-0.5 bg-ink" style={{ left: `${group.shareValue * 100}%` }} />
      </span>
      <span className="whitespace-nowrap text-xs text-ink-3">{group.interval}</span>
    </span>
  );
}
