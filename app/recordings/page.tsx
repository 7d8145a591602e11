import type { Metadata } from 'next';
import { RecordingsView } from '@/components/recordings/recordings-view';

export const metadata: Metadata = { title: 'Recordings' };

export default function Page() {
  return <RecordingsView />;
}
