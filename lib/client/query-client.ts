import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './fetch-answer';

/**
 * Query client of a page (server) or of a tab (browser). Only finished answers are handed from one to the other: an answer
 * that came between the server's HTML and the browser's first render would make the two differ. The browser asks again what
 * was too slow, and its question joins the one that is still in flight on the server.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      },
    },
  });
}
