import { HydrationBoundary, dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { HopsView } from '@/components/hops-page/hops-view';
import { prefetch, settleSoon } from '@/lib/client/prefetch';
import { hopsQuery } from '@/lib/client/queries';
import { makeQueryClient } from '@/lib/client/query-client';
import { loadHops } from '@/lib/server/use-cases/load-hops';
import { type RawParams, parseViewState, toRangeRequest } from '@/lib/url/view-state';

export const metadata: Metadata = { title: 'Hops' };

/** The question of the hops: which one answered a gateway error or a 404, which one caused it. */
export default async function Page({ searchParams }: { readonly searchParams: Promise<RawParams> }) {
  const request = toRangeRequest(parseViewState(await searchParams));
  const client = makeQueryClient();
  await settleSoon([prefetch(client, hopsQuery(request), () => loadHops(request))]);
  return <HydrationBoundary state={dehydrate(client)}><HopsView /></HydrationBoundary>;
}
