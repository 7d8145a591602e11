import { paramSchemas, parseParams } from '@/lib/server/api/params';
import { respond } from '@/lib/server/api/respond';
import { wrongMethod } from '@/lib/server/api/unknown-route';
import { compareTraces } from '@/lib/server/use-cases/compare-traces';

export function GET(request: Request): Promise<Response> {
  return respond(async () => {
    const { env, a, b, at, bAt } = parseParams(paramSchemas.compareTraces, request);
    return compareTraces({ env: env ?? null, a, b: b ?? null, at: at ?? null, bAt: bAt ?? null });
  }, 'traces');
}

export { wrongMethod as DELETE, wrongMethod as PATCH, wrongMethod as POST, wrongMethod as PUT };
