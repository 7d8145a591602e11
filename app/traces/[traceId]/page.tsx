import { HydrationBoundary, type QueryClient, dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { TraceView } from '@/components/trace/trace-view';
import { TraceIdBox } from '@/components/traces/trace-id-box';
import { PageHead } from '@/components/ui/page-head';
import { prefetch, settleSoon } from '@/lib/client/prefetch';
import { traceQuery } from '@/lib/client/queries';
import { makeQueryClient } from '@/lib/client/query-client';
import { clipText } from '@/lib/present/hostile-text';
import { shortTraceId } from '@/lib/present/trace-id';
import { loadTrace } from '@/lib/server/use-cases/load-trace';
import { parseTraceUrl } from '@/lib/url/links';
import type { RawParams } from '@/lib/url/view-state';

interface TracePageProps {
  readonly params: Promise<{ readonly traceId: string }>;
  readonly searchParams: Promise<RawParams>;
}

export async function generateMetadata({ params }: TracePageProps): Promise<Metadata> {
  const { traceId } = parseTraceUrl((await params).traceId, {});
  return { title: traceId === null ? 'Trace' : `Trace ${shortTraceId(traceId, 8)}` };
}

/** One trace with its verdict on top. */
export default async function Page({ params, searchParams }: TracePageProps) {
  const raw = (await params).traceId;
  const { traceId, env, at } = parseTraceUrl(raw, await searchParams);
  if (traceId === null) return <NoTraceId raw={raw} />;
  const client = makeQueryClient();
  await settleSoon([prefetch(client, traceQuery(env, traceId, at), () => loadTrace({ env, traceId, at, lean: true }))]);
  dropLarge(client, traceQuery(env, traceId, at).queryKey);
  return <HydrationBoundary state={dehydrate(client)}><TraceView key={traceId} traceId={traceId} env={env} at={at} /></HydrationBoundary>;
}

/** A large trace would stand in the HTML twice; the browser asks for it instead, and the server still has it. */
function dropLarge(client: QueryClient, queryKey: ReturnType<typeof traceQuery>['queryKey']): void {
  if ((client.getQueryData(queryKey)?.data.trace.spans.length ?? 0) > MOST_IN_HTML) client.removeQueries({ queryKey, exact: true });
}

const MOST_IN_HTML = 500;

function NoTraceId({ raw }: { readonly raw: string }) {
  return (
    <>
      <PageHead title="That is no trace id">A trace id has up to 32 hex digits; the link has <bdi className="font-mono">{clipText(raw, 80).text}</bdi>.</PageHead>
      <TraceIdBox />
    </>
  );
}
