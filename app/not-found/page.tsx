import { HydrationBoundary, dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { NotFoundView } from '@/components/not-found-page/not-found-view';
import { prefetch, settleSoon } from '@/lib/client/prefetch';
import { detectorQuery } from '@/lib/client/queries';
import { makeQueryClient } from '@/lib/client/query-client';
import { loadDetector } from '@/lib/server/use-cases/load-detector';
import { type RawParams, parseViewState, toRangeRequest } from '@/lib/url/view-state';

export const metadata: Metadata = { title: 'Not found' };

/** The question of the 404s. (Next's own page for unknown addresses is `app/not-found.tsx`.) */
export default async function Page({ searchParams }: { readonly searchParams: Promise<RawParams> }) {
  const request = toRangeRequest(parseViewState(await searchParams));
  const client = makeQueryClient();
  await settleSoon([prefetch(client, detectorQuery('not-found-split', request), () => loadDetector('not-found-split', request))]);
  return <HydrationBoundary state={dehydrate(client)}><NotFoundView /></HydrationBoundary>;
}
