import { guarded, json } from '@/lib/server/api/respond';
import { probeReadiness } from '@/lib/server/use-cases/probe-readiness';

export const dynamic = 'force-dynamic';

/** 200 with the state of each source; 503 when the configuration is unusable or there is nothing to serve. */
export function GET(): Promise<Response> {
  return guarded(async () => {
    const readiness = await probeReadiness();
    return json(readiness, readiness.ready ? 200 : 503);
  });
}
