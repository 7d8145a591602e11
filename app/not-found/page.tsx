import type { Metadata } from 'next';
import { Suspense } from 'react';
import { NotFoundView } from '@/components/not-found-page/not-found-view';

export const metadata: Metadata = { title: 'Not found' };

/** The question of the 404s. (Next's own page for unknown addresses is `app/not-found.tsx`.) */
export default function NotFoundRequestsPage() {
  return <Suspense><NotFoundView /></Suspense>;
}
