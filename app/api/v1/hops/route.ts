import { paramSchemas, parseParams, toRangeRequest } from '@/lib/server/api/params';
import { respond } from '@/lib/server/api/respond';
import { loadHops } from '@/lib/server/use-cases/load-hops';
import { wrongMethod } from '@/lib/server/api/unknown-route';

export function GET(request: Request): Promise<Response> {
  return respond(async () => loadHops(toRangeRequest(parseParams(paramSchemas.range, request))), 'traces');
}

export { wrongMethod as DELETE, wrongMethod as PATCH, wrongMethod as POST, wrongMethod as PUT };
