import type { Metadata } from 'next';
import { JudgeView } from '@/components/judge/judge-view';

export const metadata: Metadata = { title: 'Judge a pasted trace' };

/** A box for the JSON of a trace, or for what names one. */
export default function Page() {
  return <JudgeView />;
}
