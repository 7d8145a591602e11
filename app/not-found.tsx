import type { Metadata } from 'next';
import Link from 'next/link';

export const metadata: Metadata = { title: 'No such page' };

export default function NotFound() {
  return (
    <div className="panel px-4 py-6">
      <h1>No such page</h1>
      <p className="mt-1 text-ink-2">The address names no page of Weir. 404, answered by Weir itself: the route does not exist.</p>
      <p className="mt-3"><Link className="link" href="/">Go to the overview</Link></p>
    </div>
  );
}
