import type { TraceSearch } from '../../ports/trace-source';
import type { HttpCall } from '../http/client';
import { STATUS_KEYS } from '../shared/recheck';

/** A trace counts by the time of its first span, which may lie before the proxy's. */
const EARLIER_MS = 15_000;

/**
 * The searches to try in turn (reference traces-apis 3.1). Terms of `annotationQuery` are joined by ` and ` without any quoting:
 * a value that could be read as more than itself is left to the check on our side.
 */
export function toCalls(search: TraceSearch): { readonly spelling: string; readonly call: HttpCall }[] {
  const exact = Object.entries(search.attributes).filter(([key, value]) => isPlain(key) && isPlain(value)).map(([key, value]) => `${key}=${value}`);
  if (search.status === null) return [{ spelling: '', call: toCall(search, exact) }];
  return STATUS_KEYS.map((key) => ({ spelling: key, call: toCall(search, [`${key}=${search.status}`, ...exact]) }));
}

function toCall({ service, from, to, limit }: TraceSearch, terms: readonly string[]): HttpCall {
  const query = new URLSearchParams({
    serviceName: service,
    endTs: String(Math.ceil(to)),
    lookback: String(Math.ceil(to) - Math.floor(from) + EARLIER_MS),
    limit: String(limit),
  });
  if (terms.length > 0) query.set('annotationQuery', terms.join(' and '));
  return { path: 'api/v2/traces', query };
}

function isPlain(text: string): boolean {
  return text !== '' && text === text.trim() && !/[=\r\n]|\band\b/i.test(text);
}

/** Zipkin knows services in lower case only, and its spans come back so. */
export function inItsCase(search: TraceSearch): TraceSearch {
  return { ...search, service: search.service.toLowerCase() };
}

/** Ids have 16 or 32 digits there. */
export function toZipkinId(traceId: string): string {
  const bare = traceId.toLowerCase().replace(/^0+(?=.)/, '');
  return bare.padStart(bare.length > 16 ? 32 : 16, '0');
}
