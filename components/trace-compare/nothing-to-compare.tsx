import { TraceIdBox } from '../traces/trace-id-box';
import { PageHead } from '../ui/page-head';

/** In place of a comparison whose link names no trace. */
export function NothingToCompare() {
  return (
    <>
      <PageHead title="Which trace?">The link names no failed trace (<code className="font-mono">a=</code> with up to 32 hex digits). Open one; its page has &quot;Compare with a good one&quot;.</PageHead>
      <TraceIdBox />
    </>
  );
}
