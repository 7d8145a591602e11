import { HydrationBoundary, dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { RolloutsView } from '@/components/rollouts-page/rollouts-view';
import { prefetch, settleSoon } from '@/lib/client/prefetch';
import { rolloutsQuery } from '@/lib/client/queries';
import { makeQueryClient } from '@/lib/client/query-client';
import { loadDetector } from '@/lib/server/use-cases/load-detector';
import { parseRolloutsUrl } from '@/lib/url/rollouts-url';
import { type RawParams, parseViewState, toRangeRequest } from '@/lib/url/view-state';

export const metadata: Metadata = { title: 'Rollouts' };

/** The question of the rollouts: which gateway errors did which deployment cause. */
export default async function Page({ searchParams }: { readonly searchParams: Promise<RawParams> }) {
  const params = await searchParams;
  const request = toRangeRequest(parseViewState(params));
  const client = makeQueryClient();
  // With a moment the browser asks: the comparison is a question of its own.
  if (parseRolloutsUrl(params).moment === null) await settleSoon([prefetch(client, rolloutsQuery(request, null), () => loadDetector('rollout-errors', request))]);
  return <HydrationBoundary state={dehydrate(client)}><RolloutsView /></HydrationBoundary>;
}
