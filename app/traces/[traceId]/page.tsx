import { HydrationBoundary, dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { TraceView } from '@/components/trace/trace-view';
import { TraceIdBox } from '@/components/traces/trace-id-box';
import { PageHead } from '@/components/ui/page-head';
import { prefetch, settleSoon } from '@/lib/client/prefetch';
import { traceQuery } from '@/lib/client/queries';
import { makeQueryClient } from '@/lib/client/query-client';
import { clipText } from '@/lib/present/hostile-text';
import { loadTrace } from '@/lib/server/use-cases/load-trace';
import { parseTraceUrl } from '@/lib/url/links';
import type { RawParams } from '@/lib/url/view-state';

interface TracePageProps {
  readonly params: Promise<{ readonly traceId: string }>;
  readonly searchParams: Promise<RawParams>;
}

export async function generateMetadata({ params }: TracePageProps): Promise<Metadata> {
  const { traceId } = parseTraceUrl((await params).traceId, {});
  return { title: traceId === null ? 'Trace' : `Trace ${traceId.slice(0, 8)}` };
}

/** One trace with its verdict on top. */
export default async function Page({ params, searchParams }: TracePageProps) {
  const raw = (await params).traceId;
  const { traceId, env, at } = parseTraceUrl(raw, await searchParams);
  if (traceId === null) return <NoTraceId raw={raw} />;
  const client = makeQueryClient();
  await settleSoon([prefetch(client, traceQuery(env, traceId, at), () => loadTrace({ env, traceId, at }))]);
  return <HydrationBoundary state={dehydrate(client)}><TraceView key={traceId} traceId={traceId} env={env} at={at} /></HydrationBoundary>;
}

function NoTraceId({ raw }: { readonly raw: string }) {
  return (
    <>
      <PageHead title="That is no trace id">A trace id has up to 32 hex digits; the link has <bdi className="font-mono">{clipText(raw, 80).text}</bdi>.</PageHead>
      <TraceIdBox />
    </>
  );
}
