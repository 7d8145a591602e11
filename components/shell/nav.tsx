'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { overviewQuery } from '@/lib/client/queries';
import { useViewState } from '@/lib/client/use-view-state';
import { plural } from '@/lib/present/format';
import { pageLink } from '@/lib/url/links';
import { toRangeRequest } from '@/lib/url/view-state';
import { cn } from '@/lib/client/class-names';
import { FIRST_GROUP, type Place, isAt, places } from './places';
import { SourceLines } from './source-lines';
import { WeirMark } from './weir-mark';

/** Links to all pages; they keep environment, range and time zone. */
export function Nav({ onGo }: { readonly onGo?: () => void }) {
  const pathname = usePathname();
  const { state } = useViewState();
  // Counts come along with an overview that was already loaded; they are not worth a question of their own.
  const overview = useQuery({ ...overviewQuery(toRangeRequest(state)), enabled: false });
  // Informational findings ask for no eyes, here as in the headline of the overview.
  const findings = (overview.data?.data.findings ?? []).filter(({ severity }) => severity !== 'info');
  const countOf = (place: Place) => (place.counts === null ? 0 : findings.filter((finding) => place.counts === 'all' || finding.detector === place.counts).length);
  return (
    <nav aria-label="Pages" className="flex h-full flex-col gap-0.5 px-2.5 py-3.5">
      <Link href={pageLink('/', state)} onClick={onGo} className="flex items-center gap-2 px-2 pb-3.5 pt-0.5 text-[15px] font-semibold tracking-tight">
        <WeirMark />Weir
      </Link>
      {places.map((place, i) => (
        <div key={place.page}>
          {i === FIRST_GROUP ? <div className="mx-2 my-2.5 h-px bg-line" /> : null}
          <NavLink place={place} href={pageLink(place.page, state)} here={isAt(place, pathname)} count={countOf(place)} onGo={onGo} />
        </div>
      ))}
      <SourceLines />
    </nav>
  );
}

function NavLink({ place, href, here, count, onGo }: { readonly place: Place; readonly href: string; readonly here: boolean; readonly count: number; readonly onGo: (() => void) | undefined }) {
  const Icon = place.icon;
  return (
    <Link
      href={href} onClick={onGo} aria-current={here ? 'page' : undefined} title={place.what}
      className={cn('flex items-center gap-2.5 rounded-md px-2 py-1.5 text-ink-2 hover:bg-hover', here && 'bg-surface text-ink shadow-[0_0_0_1px_var(--line)]')}
    >
      <Icon size={15} strokeWidth={1.75} aria-hidden className={here ? 'text-accent' : 'text-ink-3'} />
      {place.label}
      {count > 0 ? <span className="ml-auto text-2xs font-semibold text-bad"><span aria-hidden>{count}</span><span className="sr-only">{plural(count, 'finding')}</span></span> : null}
    </Link>
  );
}
