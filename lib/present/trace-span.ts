import type { AttributeValue, Attributes, Span } from '../domain/traces';
import { own } from '../domain/own';
import { formatDuration } from './format';

/** Calls beside the request's way: authorisation, rate limits, mirrors (reference: rule N7). They are no attempts. */
const SIDE_CALL = /tokeninfo|tokenintrospection|webhook|open-policy-agent|ext_authz|authrequest|ratelimit|^async |kong\.dns|mirror/i;

/** True for a call beside the request's way. */
export function isSideCall({ kind, name }: Pick<Span, 'kind' | 'name'>): boolean {
  return kind === 'client' && SIDE_CALL.test(name);
}

/** HTTP status of a span by the stable name, else the old one; null when there is none (0 is none). */
export function statusOf(span: Pick<Span, 'attributes'>): number | null {
  const raw = span.attributes['http.response.status_code'] ?? span.attributes['http.status_code'];
  const status = typeof raw === 'number' ? raw : typeof raw === 'string' ? Number.parseInt(raw, 10) : NaN;
  return Number.isInteger(status) && status >= 100 && status <= 599 ? status : null;
}

/** True when the span says that it failed: its own status, or an HTTP status of 500 and above. */
export function isBad(span: Pick<Span, 'attributes' | 'status'>): boolean {
  return span.status === 'error' || (statusOf(span) ?? 0) >= 500;
}

/** Words beside a bar: `503 · 12 ms`. */
export function noteOf(span: Span): string {
  const status = statusOf(span);
  const side = isSideCall(span);
  const parts = [status === null ? (span.kind === 'client' && !side ? 'no status' : null) : String(status), formatDuration(span.durationMs), side ? 'not an attempt' : null];
  return parts.filter((part): part is string => part !== null).join(' · ');
}

/** First attribute of these names that has a text or a number, as text; null when none has. */
export function firstAttribute(attributes: Attributes, names: readonly string[]): string | null {
  for (const name of names) {
    const value = own(attributes, name);
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') return String(value);
  }
  return null;
}

/** Attributes as rows in order of their names; lists joined. Raw text, to be clipped and made visible when drawn. */
export function attributeRows(attributes: Attributes): { readonly name: string; readonly value: string }[] {
  return Object.keys(attributes).sort().map((name) => ({ name, value: attributeText(attributes[name]!) }));
}

/** An attribute's value as text; lists joined. */
export function attributeText(value: AttributeValue): string {
  return typeof value === 'object' ? value.map(String).join(', ') : String(value);
}
