import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quote, toQueries } from '@/lib/adapters/tempo/traceql';
import { epochMs } from '@/lib/domain/units';
import type { TraceSearch } from '@/lib/ports/trace-source';

const search: TraceSearch = { service: 'skipper-ingress', from: epochMs(0), to: epochMs(1), status: 404, attributes: {}, limit: 5 };
const queries = (more: Partial<TraceSearch>, newestFirst = false) => toQueries({ ...search, ...more }, newestFirst).map(({ q }) => q);

/** String literals of a query as Go's scanner sees them, and the query without them. */
function literals(q: string): { readonly frame: string; readonly texts: string[] } {
  const texts: string[] = [];
  const frame = q.replace(/"((?:[^"\\\n]|\\.)*)"/g, (all) => {
    texts.push(JSON.parse(all) as string);
    return '§';
  });
  return { frame, texts };
}

describe('toQueries', () => {
  it('asks for both generations of the status, as a number and as a text, each alone', () => {
    expect(queries({})).toEqual([
      '{ resource.service.name = "skipper-ingress" && kind != client && span.http.status_code = 404 }',
      '{ resource.service.name = "skipper-ingress" && kind != client && span.http.response.status_code = 404 }',
      '{ resource.service.name = "skipper-ingress" && kind != client && span.http.status_code = "404" }',
      '{ resource.service.name = "skipper-ingress" && kind != client && span.http.response.status_code = "404" }',
    ]);
  });
  it('asks once for any status', () => expect(queries({ status: null })).toEqual(['{ resource.service.name = "skipper-ingress" && kind != client }']));
  it('asks for the newest where that is known', () => expect(queries({ status: null }, true)[0]).toMatch(/ } with\(most_recent=true\)$/));
  it.each([
    ['a text', { 'http.method': 'GET' }, ' && span.http.method = "GET"'],
    ['what could be a number', { 'http.method': '7' }, ''],
    ['what could be a boolean', { cached: 'true' }, ''],
    ['a name that would need quotes', { 'a b': 'x', 'x}': 'y', '': 'z', '__proto__': 'p' }, ''],
  ])('%s among the attributes', (_name, attributes, term) => {
    expect(queries({ status: null, attributes })[0]).toBe(`{ resource.service.name = "skipper-ingress" && kind != client${term} }`);
  });

  it('no text changes the query, and each arrives as it was', () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 30 });
    fc.assert(fc.property(anyText, anyText, anyText, (service, key, value) => {
      const attributes = Object.fromEntries([[key, value]]);
      for (const q of queries({ service, attributes })) {
        const { frame, texts } = literals(q);
        expect(frame).toMatch(/^\{ resource\.service\.name = § && kind != client( && span\.[\w./-]+ = (§|404))+ \}$/);
        expect(texts[0]).toBe(service);
        expect(q).not.toMatch(/[\n\r\0]/);
      }
    }));
  });
  it.each(['\ud800', 'a\udc00b', '\ud83d\ude00'])('halves of a pair, which Go refuses, are replaced: %j', (text) => {
    expect(quote(text)).not.toMatch(/\\ud[89a-f]/i);
  });
});
