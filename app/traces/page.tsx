import type { Metadata } from 'next';
import { Suspense } from 'react';
import { TracesView } from '@/components/traces/traces-view';

export const metadata: Metadata = { title: 'Traces' };

/** Traces behind a finding or a point of a chart. What is asked stands in the URL. */
export default function TracesPage() {
  return <Suspense><TracesView /></Suspense>;
}
