import type { TraceSearch } from '../../ports/trace-source';
import { STATUS_KEYS } from '../shared/recheck';

/**
 * A text as a TraceQL string. TraceQL unquotes as Go does: JSON's escapes are a part of Go's, but for halves of a surrogate pair,
 * which Go refuses.
 */
export function quote(text: string): string {
  return JSON.stringify(text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd'));
}

/** Names that need no quoting in any version. Others are left to the check on our side. */
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*([./-][A-Za-z0-9_]+)*$/;

/** TraceQL compares by type: a text that could be a number or a boolean for its emitter is left to the check on our side. */
const TYPED = /^(true|false|[-+]?(\d|\.\d|inf|nan).*)$/i;

/**
 * The queries to try in turn. Selectors with && alone are pushed down to the columns, `||` is not: each generation of the status
 * attribute, as a number (most proxies) and as a text (Envoy, linkerd), is a query of its own.
 */
export function toQueries(search: TraceSearch, newestFirst: boolean): { readonly spelling: string; readonly q: string }[] {
  const terms = [`resource.service.name = ${quote(search.service)}`, 'kind != client', ...attributeTerms(search.attributes)];
  const write = (more: readonly string[]) => `{ ${[...terms, ...more].join(' && ')} }${newestFirst ? ' with(most_recent=true)' : ''}`;
  if (search.status === null) return [{ spelling: '', q: write([]) }];
  const status = Math.trunc(search.status);
  return [String(status), quote(String(status))].flatMap((value) =>
    STATUS_KEYS.map((key) => ({ spelling: `${key} ${value.startsWith('"') ? 'text' : 'number'}`, q: write([`span.${key} = ${value}`]) })),
  );
}

function attributeTerms(attributes: TraceSearch['attributes']): string[] {
  return Object.entries(attributes)
    .filter(([key, value]) => PLAIN_NAME.test(key) && !TYPED.test(value) && value !== '')
    .map(([key, value]) => `span.${key} = ${quote(value)}`);
}
