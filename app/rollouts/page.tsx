import type { Metadata } from 'next';
import { Suspense } from 'react';
import { RolloutsView } from '@/components/rollouts-page/rollouts-view';

export const metadata: Metadata = { title: 'Rollouts' };

/** The question of the rollouts: which gateway errors did which deployment cause. */
export default function RolloutsPage() {
  return <Suspense><RolloutsView /></Suspense>;
}
