import { HydrationBoundary, dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { ZonesView } from '@/components/zones/zones-view';
import { prefetch, settleSoon } from '@/lib/client/prefetch';
import { zonesQuery } from '@/lib/client/queries';
import { makeQueryClient } from '@/lib/client/query-client';
import { loadZones } from '@/lib/server/use-cases/load-detector';
import { parseZonesUrl } from '@/lib/url/zones-url';

export const metadata: Metadata = { title: 'Zones' };

export default async function Page({ searchParams }: PageProps<'/zones'>) {
  const { request, moment } = parseZonesUrl(await searchParams);
  const client = makeQueryClient();
  await settleSoon([prefetch(client, zonesQuery(request, moment), () => loadZones(request, moment))]);
  return <HydrationBoundary state={dehydrate(client)}><ZonesView /></HydrationBoundary>;
}
