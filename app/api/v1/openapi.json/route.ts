import { openApiDocument } from '@/lib/server/api/openapi';
import { json } from '@/lib/server/api/respond';

export function GET(): Response {
  return json(openApiDocument());
}
