import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTraceReference, referenceInJson } from '@/lib/url/trace-reference';

const id = '4bf92f3577b34da6a3ce929d0e0e4736';
const panes = { a1b: { datasource: '00f067aa0ba902b7', queries: [{ refId: 'A', queryType: 'traceId', query: id }], range: { from: 'now-1h', to: 'now' } } };

describe('readTraceReference', () => {
  it.each([
    ['alone', id, id], ['upper case', id.toUpperCase(), id], ['with blanks', `  ${id}\n`, id], ['64 bit', '00f067aa0ba902b7', '00f067aa0ba902b7'],
    ['in quotes', `"${id}"`, id], ['in words', `trace_id=${id} level=error`, id],
    ['traceparent', `00-${id}-00f067aa0ba902b7-01`, id], ['a header line', `traceparent: 00-${id}-00f067aa0ba902b7-01`, id], ['b3', `${id}-00f067aa0ba902b7-1`, id],
    ['AWS', 'Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=1', '5759e988bd862e3fe1be46a994272793'],
    ['with dashes', '4bf92f35-77b3-4da6-a3ce-929d0e0e4736', id],
    ['a link of Jaeger UI', `http://jaeger:16686/trace/${id}?uiFind=00f067aa0ba902b7`, id],
    ['a link of Zipkin', `https://zipkin.example/zipkin/traces/${id}`, id],
    ['a link of Weir', `http://127.0.0.1:3000/traces/${id}?at=1795996000000`, id],
    ['a link with the id in its query', `https://apm.example/view?service=0000000000000001&traceId=${id}`, id],
    ['a link of Grafana Explore, whose data source looks like an id', `https://grafana.example/explore?schemaVersion=1&panes=${encodeURIComponent(JSON.stringify(panes))}&orgId=1`, id],
    ['an old link of Grafana Explore', `https://grafana.example/explore?left=${encodeURIComponent(JSON.stringify({ queries: [{ query: id }] }))}`, id],
  ])('%s', (_name, pasted, expected) => {
    expect(readTraceReference(pasted)?.traceId).toBe(expected);
  });

  it.each([['too short', 'abc'], ['no hex', 'hello world, this is text!'], ['zeros', '0'.repeat(32)], ['empty', ''], ['too many digits', `${id}00`], ['a page without an id', 'https://grafana.example/explore?panes=%7Bbroken'], ['a novel', `${' '.repeat(30_000)}${id}`]])('none in: %s', (_name, pasted) => {
    expect(readTraceReference(pasted)).toBeNull();
  });

  it('whatever is pasted, it does not throw and an id is an id', () => {
    fc.assert(fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl({ withQueryParameters: true }), fc.json().map((json) => `https://g/explore?panes=${encodeURIComponent(json)}`)), (text) => {
      expect(readTraceReference(text)?.traceId ?? '0123456789abcdef').toMatch(/^([0-9a-f]{16}|[0-9a-f]{32})$/);
    }));
  });
});

describe('referenceInJson', () => {
  it.each([
    ['OpenTelemetry', { level: 'error', trace_id: id, span_id: '00f067aa0ba902b7' }], ['a key of Elastic', { 'trace.id': id }], ['traceparent', { headers: { traceparent: `00-${id}-00f067aa0ba902b7-01` } }],
    ['below another key', { log: { fields: { traceID: id } } }],
  ])('a line of a log: %s', (_name, json) => {
    expect(referenceInJson(json)?.traceId).toBe(id);
  });

  it.each([['no key that names a trace', { request: id }], ['no id under it', { trace_id: 'none' }], ['too deep', { a: { b: { c: { trace_id: id } } } }], ['a list', [id]], ['null', null]])('none in: %s', (_name, json) => {
    expect(referenceInJson(json)).toBeNull();
  });
});
