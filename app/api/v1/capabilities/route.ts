import { paramSchemas, parseParams } from '@/lib/server/api/params';
import { respond } from '@/lib/server/api/respond';
import { loadCapabilities } from '@/lib/server/use-cases/load-capabilities';

export function GET(request: Request): Promise<Response> {
  return respond(async () => loadCapabilities(parseParams(paramSchemas.env, request).env ?? null));
}
