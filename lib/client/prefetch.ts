import type { QueryClient } from '@tanstack/react-query';

/** How long a page waits for its data before its HTML goes out with a placeholder and the browser asks for the data. */
const PATIENCE_MS = 250;

/** Waits for started prefetches, but not for slow ones: a recording is drawn at once, a slow source never holds the page. */
export async function settleSoon(prefetches: readonly Promise<unknown>[]): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise((resolve) => { timer = setTimeout(resolve, PATIENCE_MS); });
  await Promise.race([Promise.allSettled(prefetches), patience]);
  clearTimeout(timer);
}

interface Prefetchable {
  readonly queryKey: readonly unknown[];
}

/** Starts a question on the server with the use case behind its API route. A failure is not kept: the browser asks again and gets the reason. */
export function prefetch<T>(client: QueryClient, query: Prefetchable, load: () => Promise<T>): Promise<void> {
  return client.prefetchQuery({ queryKey: query.queryKey, queryFn: load, retry: false });
}
