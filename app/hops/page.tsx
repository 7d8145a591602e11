import type { Metadata } from 'next';
import { HopsView } from '@/components/hops-page/hops-view';

export const metadata: Metadata = { title: 'Hops' };

/** The question of the hops: which one answered, which one caused it. */
export default function Page() {
  return <HopsView />;
}
