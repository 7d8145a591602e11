import { paramSchemas, parseParams } from '@/lib/server/api/params';
import { respond } from '@/lib/server/api/respond';
import { loadTrace } from '@/lib/server/use-cases/load-trace';

interface Context {
  readonly params: Promise<{ traceId: string }>;
}

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respond(async () => {
    const { env, traceId, at } = parseParams(paramSchemas.trace, request, await params);
    return loadTrace({ env: env ?? null, traceId, at: at ?? null });
  }, 'traces');
}
