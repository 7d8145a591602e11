import type { HopDetail } from '../domain/hops';
import { formatCount, formatDuration, formatPercent, plural } from './format';
import { clipText } from './hostile-text';

/** One fact about the search. `warn`: it takes something away from the figures. */
export interface SearchFact {
  readonly label: string;
  readonly text: string;
  readonly warn: boolean;
}

/** How the traces were searched, as facts to read off. */
export function searchFacts({ search, totals }: HopDetail): readonly SearchFact[] {
  if (!search.traced) return [{ label: 'Searches', text: 'none: this environment has no trace source', warn: true }];
  const nameless = [...new Set(totals.filter(({ service }) => service === null).map(({ proxy }) => proxy))];
  return [
    ...nameless.map((proxy) => ({ label: `Not searched: ${clipText(proxy, 40).text}`, text: 'the service name of its spans is not known', warn: true })),
    { label: 'Searches', text: `${formatCount(search.searches)} sent`, warn: false },
    { label: 'Left out', text: search.skipped === 0 ? 'none' : `${plural(search.skipped, 'search', 'searches')}: budget or plan ended before`, warn: search.skipped > 0 },
    { label: 'Failed', text: search.failed === 0 ? 'none' : plural(search.failed, 'search', 'searches'), warn: search.failed > 0 },
    { label: 'Budget', text: formatDuration(search.budgetMs), warn: false },
    { label: 'Young', text: search.young ? 'the end is younger than a minute: spans may still arrive' : 'no, all spans had time to arrive', warn: search.young },
    { label: 'Read again', text: search.reread === 0 ? 'none' : plural(search.reread, 'trace'), warn: false },
    ...search.sampling.map(({ proxy, rate, traces, requests }) => ({
      label: `Sampling at ${clipText(proxy, 40).text}`, warn: rate === null,
      text: rate === null ? `not known: ${unknownRate(traces, requests)}` : `${formatPercent(rate)} of requests${requests === null ? '' : ` (${formatCount(traces)} of ${formatCount(Math.round(requests))} healthy ones)`}`,
    })),
  ];
}

function unknownRate(traces: number, requests: number | null): string {
  if (requests === null) return 'healthy requests are not counted';
  return requests === 0 ? 'no healthy requests to learn it from' : `${plural(traces, 'trace')} of ${plural(Math.round(requests), 'healthy request')} tell too little`;
}
