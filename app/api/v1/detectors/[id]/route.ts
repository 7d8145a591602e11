import { paramSchemas, parseParams, toRangeRequest } from '@/lib/server/api/params';
import { respond } from '@/lib/server/api/respond';
import { wrongMethod } from '@/lib/server/api/unknown-route';
import { loadDetector, loadRollouts, loadZones } from '@/lib/server/use-cases/load-detector';

interface Context {
  readonly params: Promise<{ id: string }>;
}

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respond(async () => {
    const checked = parseParams(paramSchemas.detector, request, await params);
    const { id, moment } = checked;
    if (id === 'zone-flapping') return loadZones(toRangeRequest(checked), moment ?? null);
    if (id === 'rollout-errors') return loadRollouts(toRangeRequest(checked), moment ?? null);
    return loadDetector(id, toRangeRequest(checked));
  });
}

export { wrongMethod as DELETE, wrongMethod as PATCH, wrongMethod as POST, wrongMethod as PUT };
