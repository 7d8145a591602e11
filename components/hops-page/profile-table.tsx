import { Fragment } from 'react';
import { formatCount, formatPercent, plural } from '@/lib/present/format';
import type { ProfileView, TowardsView } from '@/lib/present/hops-witnesses';
import { Clipped } from '../traces/clipped';
import { Known } from '../traces/known';
import { Tag } from '../traces/tag';
import { ScrollBox } from '../ui/scroll-box';
import { SlashBreaks } from './slash-breaks';

/** What each emitter of spans usually shows. */
export function ProfileTable({ profiles }: { readonly profiles: readonly ProfileView[] }) {
  return (
    <>
      <p className="max-w-[100ch] px-3 pb-1 text-xs text-ink-2">
        A missing span proves something only where one is usual. Where a proxy shows its forwarding span in nearly all healthy requests, a request without one was not forwarded; where it never does, the lack says nothing, and no verdict rests on it.
      </p>
      <ScrollBox label="Emitter profiles">
        <table className="data-table min-w-[680px] [&_.r]:whitespace-nowrap">
          <caption className="sr-only">What each emitter of spans usually shows</caption>
          <thead><tr><th scope="col">emitter</th><th scope="col">role</th><th scope="col">kind</th><th scope="col" className="r">shows the forwarding span</th><th scope="col" className="r">span below it</th><th scope="col" className="r">healthy traces</th><th scope="col">where from</th></tr></thead>
          <tbody>
            {profiles.map(({ key, service, family, role, profile, source, towards }) => (
              <Fragment key={key}>
              <tr data-testid="profile" data-source={profile.source}>
                <th scope="row"><Clipped value={service} /></th><td>{role}</td><td className="text-ink-2"><bdi>{family}</bdi></td>
                <td className="r"><Known value={profile.pAttempt} write={formatPercent} /></td><td className="r"><Known value={profile.pBelow} write={formatPercent} /></td>
                <td className="r">{formatCount(profile.samples)}</td><td className="whitespace-nowrap">{profile.source === 'default' ? <Tag tone="neutral">{source}</Tag> : source}</td>
              </tr>
              {towards.length === 0 ? null : <tr data-testid="towards"><td colSpan={7} className="!pt-0"><Towards of={service.text} rows={towards} /></td></tr>}
              </Fragment>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );
}

/** What shows up below by next hop, closed until asked for: one service of a proxy may send spans while another does not. */
function Towards({ of, rows }: { readonly of: string; readonly rows: readonly TowardsView[] }) {
  return (
    <details>
      <summary className="cursor-pointer text-xs text-ink-2">span below it, by {plural(rows.length, 'next hop')}<span className="sr-only"> of {of}</span></summary>
      <ul className="mt-1 max-w-[100ch] text-xs">
        {rows.map(({ key, name, by, pBelow, samples }) => (
          <li key={key} className="flex flex-wrap items-baseline gap-x-2 border-t border-line py-0.5">
            <span className="min-w-0"><SlashBreaks text={name.text} full={name.full} /></span><span className="text-ink-3">{by}</span>
            <span className="ml-auto whitespace-nowrap">{pBelow === null ? <span className="text-ink-3">too few: judged by the share of all</span> : formatPercent(pBelow)}, {plural(samples, 'sample')}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
