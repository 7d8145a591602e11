import type { Span } from '../domain/traces';
import { clipText } from './hostile-text';

/** Attribute names, new before old (OpenTelemetry HTTP conventions 1.20 and 1.23; Skipper's own). */
const METHOD = ['http.request.method', 'http.method'];
const HOST = ['url.host', 'http.host', 'server.address'];
const PATH = ['url.path', 'http.path', 'http.target'];
const URL_TEXT = ['url.full', 'http.url'];

/** The request as the earliest span that names its path has it (spans come in any order; of two starts the server's): `POST shop.example.org/api/orders`, clipped; `–` when none does. */
export function requestText(spans: readonly Span[]): string {
  const telling = spans.filter((span) => first(span, PATH) !== null || first(span, URL_TEXT) !== null);
  const asked = telling.toSorted((a, b) => a.start - b.start || Number(b.kind === 'server') - Number(a.kind === 'server'))[0];
  if (asked === undefined) return '–';
  const url = parsed(first(asked, URL_TEXT));
  const path = (first(asked, PATH) ?? url?.pathname ?? '').split('?', 1)[0]!;
  const where = `${first(asked, HOST) ?? url?.host ?? ''}${path}`;
  return clipText([first(asked, METHOD), where].filter(Boolean).join(' '), 120).text;
}

function first({ attributes }: Span, names: readonly string[]): string | null {
  for (const name of names) {
    const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

function parsed(text: string | null): URL | null {
  return text !== null && URL.canParse(text) ? new URL(text) : null;
}
