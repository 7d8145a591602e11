import { openApiDocument } from '@/lib/server/api/openapi';
import { json } from '@/lib/server/api/respond';
import { wrongMethod } from '@/lib/server/api/unknown-route';

export function GET(): Response {
  return json(openApiDocument());
}

export { wrongMethod as DELETE, wrongMethod as PATCH, wrongMethod as POST, wrongMethod as PUT };
