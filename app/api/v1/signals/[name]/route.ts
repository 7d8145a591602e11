import { paramSchemas, parseParams, toRangeRequest } from '@/lib/server/api/params';
import { respond } from '@/lib/server/api/respond';
import { loadSignal } from '@/lib/server/use-cases/load-signal';
import { wrongMethod } from '@/lib/server/api/unknown-route';

interface Context {
  readonly params: Promise<{ name: string }>;
}

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respond(async () => {
    const checked = parseParams(paramSchemas.signal, request, await params);
    return loadSignal(checked.name, toRangeRequest(checked));
  });
}

export { wrongMethod as DELETE, wrongMethod as PATCH, wrongMethod as POST, wrongMethod as PUT };
