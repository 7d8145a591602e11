import { paramSchemas, parseParams } from '@/lib/server/api/params';
import { respond } from '@/lib/server/api/respond';
import { loadCapabilities } from '@/lib/server/use-cases/load-capabilities';
import { wrongMethod } from '@/lib/server/api/unknown-route';

export function GET(request: Request): Promise<Response> {
  return respond(async () => loadCapabilities(parseParams(paramSchemas.env, request).env ?? null));
}

export { wrongMethod as DELETE, wrongMethod as PATCH, wrongMethod as POST, wrongMethod as PUT };
