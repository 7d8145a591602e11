import type { HopDetail } from '../domain/hops';
import { formatCount, formatDuration, formatPercent, plural } from './format';
import { clipText } from './hostile-text';

/** One fact about the search. `warn`: it takes something away from the figures. */
export interface SearchFact {
  readonly label: string;
  readonly text: string;
  readonly warn: boolean;
  /** What the label means, half a sentence. */
  readonly hint?: string;
}

const HINTS = {
  searches: 'one search asks for one status of one fleet in one stretch',
  left: 'searches that were planned and not sent',
  budget: 'for all searches of one answer together',
  young: 'spans need up to a minute to arrive',
  again: 'traces that were still growing or cut off at first',
  sampling: 'the share of requests that have a trace at all',
} as const;

/** How the traces were searched, as facts to read off. `fleet`: sampling of this one alone; null: of all. */
export function searchFacts({ search, totals }: HopDetail, fleet: string | null = null): readonly SearchFact[] {
  if (!search.traced) return [{ label: 'Searches', text: 'none: this environment has no trace source', warn: true }];
  const nameless = [...new Set(totals.filter(({ service }) => service === null).map(({ proxy }) => proxy))];
  return [
    ...nameless.map((proxy) => ({ label: `Not searched: ${clipText(proxy, 40).text}`, text: 'the service name of its spans is not known', warn: true })),
    { label: 'Searches', text: `${formatCount(search.searches)} sent`, warn: false, hint: HINTS.searches },
    { label: 'Left out', text: search.skipped === 0 ? 'none' : `${plural(search.skipped, 'search', 'searches')}: time or number ran out before`, warn: search.skipped > 0, hint: HINTS.left },
    { label: 'Failed', text: search.failed === 0 ? 'none' : plural(search.failed, 'search', 'searches'), warn: search.failed > 0 },
    { label: 'Time limit', text: formatDuration(search.budgetMs), warn: false, hint: HINTS.budget },
    { label: 'Too young', text: search.young ? 'the end is younger than a minute: spans may be missing' : 'nothing', warn: search.young, hint: HINTS.young },
    { label: 'Read again', text: search.reread === 0 ? 'none' : plural(search.reread, 'trace'), warn: false, hint: HINTS.again },
    ...search.sampling.filter(({ proxy }) => fleet === null || proxy === fleet).map(({ proxy, rate, traces, requests }) => ({
      label: `Sampling at ${clipText(proxy, 40).text}`, warn: rate === null && search.recorded !== true, hint: HINTS.sampling,
      text: rate === null ? `not known: ${search.recorded === true ? 'a recording keeps a part of the traces, errors first' : unknownRate(traces, requests)}` : `${formatPercent(rate)} of requests${requests === null ? '' : ` (${formatCount(traces)} of ${formatCount(Math.round(requests))} healthy ones)`}`,
    })),
  ];
}

function unknownRate(traces: number, requests: number | null): string {
  if (requests === null) return 'healthy requests are not counted';
  return requests === 0 ? 'no healthy requests to learn it from' : `${plural(traces, 'trace')} of ${plural(Math.round(requests), 'healthy request')} tell too little`;
}
