import { paramSchemas, parseParams, toRangeRequest } from '@/lib/server/api/params';
import { respond } from '@/lib/server/api/respond';
import { loadOverview } from '@/lib/server/use-cases/load-overview';
import { wrongMethod } from '@/lib/server/api/unknown-route';

export function GET(request: Request): Promise<Response> {
  return respond(async () => loadOverview(toRangeRequest(parseParams(paramSchemas.range, request))));
}

export { wrongMethod as DELETE, wrongMethod as PATCH, wrongMethod as POST, wrongMethod as PUT };
