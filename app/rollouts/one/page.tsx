import { HydrationBoundary, dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { RolloutView } from '@/components/rollouts-page/rollout-view';
import { prefetch, settleSoon } from '@/lib/client/prefetch';
import { rolloutsQuery } from '@/lib/client/queries';
import { makeQueryClient } from '@/lib/client/query-client';
import { clipText } from '@/lib/present/hostile-text';
import { loadDetector } from '@/lib/server/use-cases/load-detector';
import { parseRolloutUrl } from '@/lib/url/rollouts-url';
import { type RawParams, parseViewState, toRangeRequest } from '@/lib/url/view-state';

interface RolloutPageProps {
  readonly searchParams: Promise<RawParams>;
}

export async function generateMetadata({ searchParams }: RolloutPageProps): Promise<Metadata> {
  const target = parseRolloutUrl(await searchParams);
  return { title: target === null ? 'Rollout' : `Rollout of ${clipText(target.workload, 60).text}` };
}

/** One rollout: what failed in it, and what would help. */
export default async function Page({ searchParams }: RolloutPageProps) {
  const request = toRangeRequest(parseViewState(await searchParams));
  const client = makeQueryClient();
  await settleSoon([prefetch(client, rolloutsQuery(request, null), () => loadDetector('rollout-errors', request))]);
  return <HydrationBoundary state={dehydrate(client)}><RolloutView /></HydrationBoundary>;
}
