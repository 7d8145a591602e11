import { HydrationBoundary, dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { OverviewView } from '@/components/overview/overview-view';
import { prefetch, settleSoon } from '@/lib/client/prefetch';
import { overviewQuery } from '@/lib/client/queries';
import { makeQueryClient } from '@/lib/client/query-client';
import { loadOverview } from '@/lib/server/use-cases/load-overview';
import { parseViewState, toRangeRequest } from '@/lib/url/view-state';

export const metadata: Metadata = { title: 'Overview' };

export default async function Page({ searchParams }: PageProps<'/'>) {
  const request = toRangeRequest(parseViewState(await searchParams));
  const client = makeQueryClient();
  await settleSoon([prefetch(client, overviewQuery(request), () => loadOverview(request))]);
  return <HydrationBoundary state={dehydrate(client)}><OverviewView /></HydrationBoundary>;
}
