import { HydrationBoundary, dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { RecordingsView } from '@/components/recordings/recordings-view';
import { prefetch, settleSoon } from '@/lib/client/prefetch';
import { recordingsQuery } from '@/lib/client/queries';
import { makeQueryClient } from '@/lib/client/query-client';
import { listRecordings } from '@/lib/server/use-cases/recordings';

export const metadata: Metadata = { title: 'Recordings' };

export default async function Page() {
  const client = makeQueryClient();
  await settleSoon([prefetch(client, recordingsQuery(), listRecordings)]);
  return <HydrationBoundary state={dehydrate(client)}><RecordingsView /></HydrationBoundary>;
}
