'use client';

import { type QueryKey, type UseQueryOptions, type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer } from '@/lib/domain/answer';
import { environmentsQuery } from './queries';
import { useViewState } from './use-view-state';

/** Interval at which the view refreshes: only live environments do, and only while the tab is seen. */
export function useRefreshInterval(): number | false {
  const { state } = useViewState();
  const environment = useEnvironment();
  return environment?.kind === 'live' && state.refreshMs !== null ? state.refreshMs : false;
}

/** The environment of the view; undefined while it is not known. */
export function useEnvironment() {
  const { state } = useViewState();
  const { data } = useQuery(environmentsQuery());
  return state.env === null ? data?.[0] : data?.find(({ name }) => name === state.env);
}

/** Asks a question of the page: refreshes with the view and keeps the old answer (dimmed by `isPlaceholderData`) while a new one loads. */
export function useAnswer<T, Key extends QueryKey>(query: UseQueryOptions<Answer<T>, Error, Answer<T>, Key>): UseQueryResult<Answer<T>, Error> {
  const refetchInterval = useRefreshInterval();
  return useQuery<Answer<T>, Error, Answer<T>, Key>({ ...query, placeholderData: keepPreviousData, refetchInterval, refetchIntervalInBackground: false });
}
