import { paramSchemas, parseParams, toTracesRequest } from '@/lib/server/api/params';
import { respond } from '@/lib/server/api/respond';
import { loadTraces } from '@/lib/server/use-cases/load-traces';

export function GET(request: Request): Promise<Response> {
  return respond(async () => loadTraces(toTracesRequest(parseParams(paramSchemas.traces, request))), 'traces');
}
