import { paramSchemas, parseParams } from '@/lib/server/api/params';
import { respondData } from '@/lib/server/api/respond';
import { wrongMethod } from '@/lib/server/api/unknown-route';
import { loadSpan } from '@/lib/server/use-cases/load-trace';

interface Context {
  readonly params: Promise<{ traceId: string; spanId: string }>;
}

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondData(async () => {
    const { env, traceId, spanId, at } = parseParams(paramSchemas.span, request, await params);
    return loadSpan({ env: env ?? null, traceId, spanId: spanId.toLowerCase(), at: at ?? null });
  }, 'traces');
}

export { wrongMethod as DELETE, wrongMethod as PATCH, wrongMethod as POST, wrongMethod as PUT };
