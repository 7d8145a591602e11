import type { Metadata } from 'next';
import { clipText } from '@/lib/present/hostile-text';
import { TraceView } from '@/components/trace/trace-view';
import { TraceIdBox } from '@/components/traces/trace-id-box';
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
export default async function TracePage({ params, searchParams }: TracePageProps) {
  const raw = (await params).traceId;
  const { traceId, env, at } = parseTraceUrl(raw, await searchParams);
  if (traceId === null) return <NoTraceId raw={raw} />;
  return <TraceView key={traceId} traceId={traceId} env={env} at={at} />;
}

function NoTraceId({ raw }: { readonly raw: string }) {
  return (
    <>
      <h1>That is no trace id</h1>
      <p className="mb-3 mt-1 text-ink-2">A trace id has up to 32 hex digits; the link has <bdi className="font-mono">{clipText(raw, 80).text}</bdi>.</p>
      <TraceIdBox />
    </>
  );
}
