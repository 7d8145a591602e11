import { respondData } from '@/lib/server/api/respond';
import { listEnvironments } from '@/lib/server/use-cases/load-capabilities';

export const dynamic = 'force-dynamic';

export function GET(): Promise<Response> {
  return respondData(listEnvironments);
}
