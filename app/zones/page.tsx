import { HydrationBoundary, dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { ZonesView } from '@/components/zones/zones-view';
import { prefetch, settleSoon } from '@/lib/client/prefetch';
import { detectorQuery } from '@/lib/client/queries';
import { makeQueryClient } from '@/lib/client/query-client';
import { loadDetector } from '@/lib/server/use-cases/load-detector';
import { parseViewState, toRangeRequest } from '@/lib/url/view-state';

export const metadata: Metadata = { title: 'Zones' };

export default async function Page({ searchParams }: PageProps<'/zones'>) {
  const request = toRangeRequest(parseViewState(await searchParams));
  const client = makeQueryClient();
  await settleSoon([prefetch(client, detectorQuery('zone-flapping', request), () => loadDetector('zone-flapping', request))]);
  return <HydrationBoundary state={dehydrate(client)}><ZonesView /></HydrationBoundary>;
}
