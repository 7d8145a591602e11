import Link from 'next/link';
import { TraceIdBox } from '../traces/trace-id-box';
import { PageHead } from '../ui/page-head';

/** In place of a comparison whose link names no trace. */
export function NothingToCompare() {
  return (
    <>
      <PageHead title="Which trace?">This link names no trace to compare. Open a failed one by its id, or <Link className="link" href="/traces">choose one from the list</Link>: its page has &quot;Compare with a good one&quot;.</PageHead>
      <TraceIdBox />
    </>
  );
}
