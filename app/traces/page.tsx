import { HydrationBoundary, dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { TracesView } from '@/components/traces/traces-view';
import { prefetch, settleSoon } from '@/lib/client/prefetch';
import { tracesQuery } from '@/lib/client/queries';
import { makeQueryClient } from '@/lib/client/query-client';
import { loadTraces } from '@/lib/server/use-cases/load-traces';
import { parseTracesUrl } from '@/lib/url/links';
import type { RawParams } from '@/lib/url/view-state';

export const metadata: Metadata = { title: 'Traces' };

/** Traces behind a finding or a point of a chart. What is asked stands in the URL. */
export default async function Page({ searchParams }: { readonly searchParams: Promise<RawParams> }) {
  const request = parseTracesUrl(await searchParams);
  const client = makeQueryClient();
  await settleSoon([prefetch(client, tracesQuery(request), () => loadTraces(request))]);
  return <HydrationBoundary state={dehydrate(client)}><TracesView /></HydrationBoundary>;
}
