import { respondData } from '@/lib/server/api/respond';
import { listEnvironments } from '@/lib/server/use-cases/load-capabilities';
import { wrongMethod } from '@/lib/server/api/unknown-route';

export const dynamic = 'force-dynamic';

export function GET(): Promise<Response> {
  return respondData(listEnvironments);
}

export { wrongMethod as DELETE, wrongMethod as PATCH, wrongMethod as POST, wrongMethod as PUT };
