import { HydrationBoundary, dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { SourcesView } from '@/components/sources/sources-view';
import { prefetch, settleSoon } from '@/lib/client/prefetch';
import { capabilitiesQuery } from '@/lib/client/queries';
import { makeQueryClient } from '@/lib/client/query-client';
import { loadCapabilities } from '@/lib/server/use-cases/load-capabilities';
import { parseViewState } from '@/lib/url/view-state';

export const metadata: Metadata = { title: 'Sources' };

export default async function Page({ searchParams }: PageProps<'/sources'>) {
  const { env } = parseViewState(await searchParams);
  const client = makeQueryClient();
  await settleSoon([prefetch(client, capabilitiesQuery(env), () => loadCapabilities(env))]);
  return <HydrationBoundary state={dehydrate(client)}><SourcesView /></HydrationBoundary>;
}
