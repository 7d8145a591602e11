import type { TraceSearch } from '../../ports/trace-source';
import { STATUS_KEYS } from '../shared/recheck';
import { MOST_TRACES } from './schema';

type Search = Pick<TraceSearch, 'service' | 'from' | 'to' | 'attributes' | 'limit'>;

/** A value that begins so is a pattern: such values are checked on our side alone. */
const PATTERN = '~';

/**
 * Filters to try in turn. All values are text, so one spelling of the status is one generation of its name. `error` is never
 * asked for: it stands on every span, with `unset`, `ok` or `error`.
 */
export function spelledOut(search: TraceSearch): { readonly spelling: string; readonly search: Search }[] {
  const exact = Object.fromEntries(Object.entries(search.attributes).filter(([, value]) => !value.startsWith(PATTERN)));
  const limit = Math.min(MOST_TRACES, search.limit);
  if (search.status === null) return [{ spelling: '', search: { ...search, limit, attributes: exact } }];
  return STATUS_KEYS.map((key) => ({ spelling: key, search: { ...search, limit, attributes: { ...exact, [key]: String(search.status) } } }));
}

/** Where its Jaeger API stands below the configured address, which may already end there. */
export function jaegerPrefix(base: URL): string {
  return base.pathname.endsWith('/select/jaeger/') ? '' : 'select/jaeger/';
}

/** The address without the path of one of its APIs: its own UI stands beside them. */
export function rootOf(base: URL): URL {
  return new URL(base.pathname.replace(/select\/jaeger\/$/, ''), base);
}
