import { HydrationBoundary, dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { RolloutsView } from '@/components/rollouts-page/rollouts-view';
import { prefetch, settleSoon } from '@/lib/client/prefetch';
import { detectorQuery } from '@/lib/client/queries';
import { makeQueryClient } from '@/lib/client/query-client';
import { loadDetector } from '@/lib/server/use-cases/load-detector';
import { type RawParams, parseViewState, toRangeRequest } from '@/lib/url/view-state';

export const metadata: Metadata = { title: 'Rollouts' };

/** The question of the rollouts: which gateway errors did which deployment cause. */
export default async function Page({ searchParams }: { readonly searchParams: Promise<RawParams> }) {
  const request = toRangeRequest(parseViewState(await searchParams));
  const client = makeQueryClient();
  await settleSoon([prefetch(client, detectorQuery('rollout-errors', request), () => loadDetector('rollout-errors', request))]);
  return <HydrationBoundary state={dehydrate(client)}><RolloutsView /></HydrationBoundary>;
}
