'use client';

import { ArrowRight, Waypoints } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { CSSProperties } from 'react';
import type { Finding } from '@/lib/domain/findings';
import { toUrlRange } from '@/lib/client/shown-range';
import { useViewState } from '@/lib/client/use-view-state';
import { type FindingView, sentenceText } from '@/lib/present/finding';
import { clipText, visibleText } from '@/lib/present/hostile-text';
import { findingHopsLink } from '@/lib/url/hops-url';
import { detectorPage, findingLink, findingTracesLink } from '@/lib/url/links';
import { rolloutLink } from '@/lib/url/rollouts-url';
import { FindingIcon } from './finding-icon';
import { HopChain, hopsOf } from './hop-chain';
import { Sentence } from './sentence';

const pageNames: Record<Finding['detector'], string> = { 'zone-flapping': 'Zones', 'not-found-split': 'Not found', 'rollout-errors': 'Rollouts' };

/** One finding: what happened, its figures, and the ways on: its page, its traces. */
export function FindingCard({ finding, view, range, fleet }: {
  readonly finding: Finding;
  readonly view: FindingView;
  /** Range of the answer: its traces are asked for in exactly this range, or a moving "now" could cut the finding's start and with it change its id. */
  readonly range?: { readonly from: number; readonly to: number } | undefined;
  /** Fleet that the page draws: a finding of another one gets a link that shows it. */
  readonly fleet?: string | undefined;
}) {
  const { state } = useViewState();
  const exact = range ? { ...state, ...toUrlRange(range) } : state;
  const here = usePathname() === detectorPage(finding.detector);
  const other = here && fleet !== undefined && finding.proxy !== null && finding.proxy !== fleet ? finding.proxy : null;
  const hops = hopsOf(finding);
  const hopsHref = findingHopsLink(finding, state, range?.to);
  const tone = { '--c': `var(--${view.tone})`, '--soft': `var(--${view.tone}-soft)` } as CSSProperties;
  return (
    <article className="panel relative flex flex-col overflow-hidden py-3 pl-4 pr-3.5" style={tone} data-testid="finding-card" data-kind={finding.kind} data-finding={finding.id} aria-label={`${view.kindLabel}: ${sentenceText(view.sentence)}`}>
      <span aria-hidden className="absolute inset-y-0 left-0 w-[3px] bg-[var(--c)]" />
      <div className="flex flex-wrap items-center gap-x-1.5 text-[11.5px] font-semibold text-[var(--c)]">
        <FindingIcon name={view.icon} />{view.kindLabel}
        {finding.proxy === null ? null : <span className="font-normal text-ink-3">in {clipText(finding.proxy, 24).text}</span>}
        <span className="ml-auto whitespace-nowrap font-normal text-ink-3">{view.when}</span>
      </div>
      <p className="mb-2 mt-1.5 text-base leading-[1.4] tracking-[-0.005em]"><Sentence parts={view.sentence} /></p>
      <div className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-ink-2">
        {view.figures.map((figure) => <span key={figure.label}><b className="font-medium text-ink">{figure.value}</b> {figure.label}</span>)}
        {hops ? <HopChain hops={hops} /> : null}
      </div>
      {view.note === null ? null : <p className="mt-1 text-xs text-ink-3">{view.note}</p>}
      {finding.against[0] ? <p className="mt-1.5 text-xs text-ink-2" data-testid="finding-against"><b className="font-medium text-ink">Against:</b> <bdi>{clipText(finding.against[0].text, 240).text}</bdi></p> : null}
      {finding.advice[0] ? <p className="mt-2 text-xs text-ink-3">{visibleText(finding.advice[0])}</p> : null}
      <div className="mt-auto flex gap-4 pt-2.5 text-xs">
        {other === null ? null : <Link href={findingLink(finding, state)} className="link inline-flex items-center gap-1">Show {clipText(other, 24).text} <ArrowRight size={12} aria-hidden /></Link>}
        {here ? null : <Link href={findingLink(finding, state)} className="link inline-flex items-center gap-1" aria-label={`${pageNames[finding.detector]}: details of ${view.kindLabel}`}>{pageNames[finding.detector]} <ArrowRight size={12} aria-hidden /></Link>}
        {finding.kind === 'rollout-errors' ? <Link href={rolloutLink(state, { workload: finding.data.workload, at: finding.from })} className="link inline-flex items-center gap-1">This rollout <ArrowRight size={12} aria-hidden /></Link> : null}
        {hopsHref === null ? null : <Link href={hopsHref} className="link inline-flex items-center gap-1" aria-label={`Hops: who answered and who caused ${view.kindLabel}`}>Hops <ArrowRight size={12} aria-hidden /></Link>}
        {finding.strata.length > 0 ? <Link href={findingTracesLink(finding, exact)} className="link inline-flex items-center gap-1" aria-label={`Traces of: ${view.kindLabel}`}><Waypoints size={12} aria-hidden /> Traces</Link> : null}
      </div>
    </article>
  );
}
