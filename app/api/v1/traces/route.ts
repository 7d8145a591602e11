import { paramSchemas, parseParams, toTracesRequest } from '@/lib/server/api/params';
import { respond } from '@/lib/server/api/respond';
import { loadTraces } from '@/lib/server/use-cases/load-traces';
import { wrongMethod } from '@/lib/server/api/unknown-route';

export function GET(request: Request): Promise<Response> {
  return respond(async () => loadTraces(toTracesRequest(parseParams(paramSchemas.traces, request))), 'traces');
}

export { wrongMethod as DELETE, wrongMethod as PATCH, wrongMethod as POST, wrongMethod as PUT };
