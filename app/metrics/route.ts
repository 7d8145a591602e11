import { guarded } from '@/lib/server/api/respond';
import { readMetrics } from '@/lib/server/use-cases/read-metrics';

export const dynamic = 'force-dynamic';

export function GET(): Promise<Response> {
  return guarded(async () => {
    const { text, contentType } = await readMetrics();
    return new Response(text, { headers: { 'content-type': contentType, 'cache-control': 'no-store' } });
  });
}
