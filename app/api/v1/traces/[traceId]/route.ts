import { paramSchemas, parseParams } from '@/lib/server/api/params';
import { respond } from '@/lib/server/api/respond';
import { loadTrace } from '@/lib/server/use-cases/load-trace';
import { wrongMethod } from '@/lib/server/api/unknown-route';

interface Context {
  readonly params: Promise<{ traceId: string }>;
}

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respond(async () => {
    const { env, traceId, at, lean } = parseParams(paramSchemas.trace, request, await params);
    return loadTrace({ env: env ?? null, traceId, at: at ?? null, lean: lean !== undefined });
  }, 'traces');
}

export { wrongMethod as DELETE, wrongMethod as PATCH, wrongMethod as POST, wrongMethod as PUT };
