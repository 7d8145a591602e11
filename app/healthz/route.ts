export const dynamic = 'force-dynamic';

/** The process answers. Says nothing about sources: restarting Weir does not mend them. */
export function GET(): Response {
  return new Response('ok\n', { headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' } });
}
