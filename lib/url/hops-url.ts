import type { Finding } from '@/lib/domain/findings';
import { type HopStatus, hopStatuses } from '@/lib/domain/hops';
import { pageLink } from './links';
import { type RawParams, type ViewState, first, text } from './view-state';

/** Columns by which the table of hops can be sorted. */
export const hopSorts = ['share', 'certain', 'answered', 'caused', 'mechanism'] as const;
export type HopSort = (typeof hopSorts)[number];

/** Which of the two questions is drawn over time. */
export const hopQuestions = ['answered', 'caused'] as const;
export type HopQuestion = (typeof hopQuestions)[number];

/** What the page "Hops" shows beside range and fleet. */
export interface HopsView {
  /** Null: the worst one. */
  readonly status: HopStatus | null;
  readonly by: HopQuestion;
  readonly sort: HopSort;
  readonly descending: boolean;
}

export const defaultHopsView: HopsView = { status: null, by: 'answered', sort: 'share', descending: true };

/** Reads the page's own parameters. Nonsense becomes the default. */
export function parseHopsUrl(params: RawParams): HopsView {
  const asked = first(params, 'sort') ?? '-share';
  const sort = hopSorts.find((name) => name === asked.replace(/^-/, ''));
  return {
    status: hopStatuses.find((status) => String(status) === first(params, 'status')) ?? null,
    by: hopQuestions.find((name) => name === first(params, 'by')) ?? defaultHopsView.by,
    ...(sort ? { sort, descending: asked.startsWith('-') } : { sort: defaultHopsView.sort, descending: defaultHopsView.descending }),
  };
}

/** A status that the URL names and this page does not know; null: there is none. */
export function unknownStatusIn(params: RawParams): string | null {
  const given = text(params, 'status');
  return given === null || hopStatuses.some((status) => String(status) === given) ? null : given;
}

/** The page's own parameters as they stand in a URL; null takes one away. `-certain` is "certain, highest first". */
export function hopsParams(view: HopsView): Readonly<Record<'status' | 'by' | 'sort', string | null>> {
  const sort = `${view.descending ? '-' : ''}${view.sort}`;
  return { status: view.status === null ? null : String(view.status), by: view.by === defaultHopsView.by ? null : view.by, sort: sort === '-share' ? null : sort };
}

/** Link to the page with a view of its own. */
export function hopsLink(state: ViewState, view: HopsView): string {
  return pageLink('/hops', state, hopsParams(view));
}

/** A minute on both sides: a finding begins and ends with the scrapes that show it. */
const MARGIN_MS = 60_000;

/**
 * The hops behind a finding: its fleet, its time and its status (of several codes the most frequent). Null for findings that are about
 * no status of this page. `end`: nothing after it was looked at.
 */
export function findingHopsLink(finding: Finding, state: ViewState, end = Infinity): string | null {
  const status = statusOf(finding);
  if (status === null) return null;
  const range = { from: String(Math.round(finding.from - MARGIN_MS)), to: String(Math.round(Math.min(finding.to + MARGIN_MS, Math.max(end, finding.to)))) };
  return hopsLink({ ...state, ...range, refreshMs: null, proxy: finding.proxy }, { ...defaultHopsView, status });
}

function statusOf(finding: Finding): HopStatus | null {
  if (finding.detector === 'not-found-split') return 404;
  if (finding.kind !== 'rollout-errors' && finding.kind !== 'error-burst') return null;
  const { codes } = finding.data;
  return mostFrequent(codes);
}

/** The status of this page that occurs most often; null: none occurs. */
export function mostFrequent(counts: Readonly<Record<string, number>>): HopStatus | null {
  const seen = hopStatuses.map((status) => ({ status, count: Object.hasOwn(counts, String(status)) ? counts[String(status)]! : 0 })).filter(({ count }) => count > 0);
  return seen.sort((a, b) => b.count - a.count)[0]?.status ?? null;
}

/** The box that takes a trace id or JSON and gives the verdict; keeps the view for the way back. */
export function judgeLink(state: ViewState): string {
  return pageLink('/traces/judge', state);
}

/** A failed trace beside a good one of its route, which is looked for; without a trace the page says what it needs. */
export function compareTracesLink(state: ViewState, failed: { readonly traceId: string; readonly at: number } | null = null): string {
  return pageLink('/traces/compare', state, failed === null ? {} : { a: failed.traceId, at: Math.round(failed.at) });
}
