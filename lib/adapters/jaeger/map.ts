import type { TraceSearch } from '../../ports/trace-source';
import type { HttpCall } from '../http/client';
import { STATUS_KEYS } from '../shared/recheck';
import { v3Schema } from './schema';

export type Search = Pick<TraceSearch, 'service' | 'from' | 'to' | 'attributes' | 'limit'>;

/** Cassandra shortens each list of traces before it intersects them: a small limit finds less than there is. */
const CASSANDRA_LEAST = 50;

/** Elasticsearch reads a value as a pattern that must match all of it, others as it stands. What means the same to both may be sent. */
const LITERAL = /^[^\\^$*+?()[\]{}|~#@&<>"]+$/;

/**
 * Filters to try in turn, by the spelling of the status: AND and equality only, so each generation is a search of its own.
 * Cassandra gets one tag alone; the rest is checked on our side.
 */
export function spelledOut(search: TraceSearch, storage: 'cassandra' | undefined): { readonly spelling: string; readonly search: Search }[] {
  const limit = storage === 'cassandra' ? Math.max(CASSANDRA_LEAST, search.limit) : search.limit;
  const literal = Object.entries(search.attributes).filter(([, value]) => LITERAL.test(value));
  if (search.status === null) return [{ spelling: '', search: { ...search, limit, attributes: Object.fromEntries(storage === 'cassandra' ? literal.slice(0, 1) : literal) } }];
  const others = storage === 'cassandra' ? {} : Object.fromEntries(literal);
  return STATUS_KEYS.map((key) => ({ spelling: key, search: { ...search, limit, attributes: { ...others, [key]: String(search.status) } } }));
}

/** Both spellings: versions before 2.19 know only snake_case, later ones prefer camelCase. */
export function searchV3(search: Search): HttpCall {
  const [from, to] = [new Date(search.from).toISOString(), new Date(search.to).toISOString()];
  const query = new URLSearchParams({
    'query.service_name': search.service,
    'query.start_time_min': from,
    'query.start_time_max': to,
    'query.num_traces': String(search.limit),
    'query.serviceName': search.service,
    'query.startTimeMin': from,
    'query.startTimeMax': to,
    'query.searchDepth': String(search.limit),
  });
  if (Object.keys(search.attributes).length > 0) query.set('query.attributes', JSON.stringify(search.attributes));
  return { path: 'api/v3/traces', query };
}

export function hasSpans(document: unknown): boolean {
  const parsed = v3Schema.safeParse(document);
  return parsed.success && parsed.data.result.resourceSpans.length > 0;
}
