import { paramSchemas, parseParams, toRangeRequest } from '@/lib/server/api/params';
import { respond } from '@/lib/server/api/respond';
import { wrongMethod } from '@/lib/server/api/unknown-route';
import { loadNotFoundChanges } from '@/lib/server/use-cases/load-not-found-changes';

export function GET(request: Request): Promise<Response> {
  return respond(async () => {
    const checked = parseParams(paramSchemas.changes, request);
    return loadNotFoundChanges(toRangeRequest(checked), checked.against ?? null);
  });
}

export { wrongMethod as DELETE, wrongMethod as PATCH, wrongMethod as POST, wrongMethod as PUT };
