import { HydrationBoundary, dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { CompareView } from '@/components/trace-compare/compare-view';
import { NothingToCompare } from '@/components/trace-compare/nothing-to-compare';
import { prefetch, settleSoon } from '@/lib/client/prefetch';
import { compareQuery } from '@/lib/client/queries';
import { makeQueryClient } from '@/lib/client/query-client';
import { compareTraces } from '@/lib/server/use-cases/compare-traces';
import { parseCompareUrl } from '@/lib/url/links';
import type { RawParams } from '@/lib/url/view-state';

export const metadata: Metadata = { title: 'Side by side' };

/** A failed trace beside a good one of the same route. */
export default async function Page({ searchParams }: { readonly searchParams: Promise<RawParams> }) {
  const { a, ...rest } = parseCompareUrl(await searchParams);
  if (a === null) return <NothingToCompare />;
  const target = { ...rest, a };
  const client = makeQueryClient();
  await settleSoon([prefetch(client, compareQuery(target), () => compareTraces(target))]);
  return <HydrationBoundary state={dehydrate(client)}><CompareView key={JSON.stringify(target)} target={target} /></HydrationBoundary>;
}
