import { QueryClient, defaultShouldDehydrateQuery } from '@tanstack/react-query';
import { ApiError } from './fetch-answer';

/**
 * Query client of a page (server) or of a tab (browser). Pending queries are handed over too: the server starts a question,
 * the HTML goes out, and the answer follows in the same response.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      },
      dehydrate: {
        shouldDehydrateQuery: (query) => defaultShouldDehydrateQuery(query) || query.state.status === 'pending',
      },
    },
  });
}
