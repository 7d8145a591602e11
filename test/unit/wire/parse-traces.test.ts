import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Span, Trace } from '@/lib/domain/traces';
import { epochMs } from '@/lib/domain/units';
import { parseTraces } from '@/lib/wire/parse-traces';
import { encode, exactEncodings, toJaegerV1 } from './encode';

const span = (overrides: Partial<Span> = {}): Span => ({
  spanId: '00000000000000a1', parentId: null, name: 'ingress', service: 'edge', kind: 'server', start: epochMs(1_780_000_000_000.123), durationMs: 4.5,
  status: 'error', statusMessage: 'broken', attributes: { 'http.status_code': 502, 'http.host': 'a.example', sampled: true, ratio: 0.5 },
  resource: { 'k8s.pod.name': 'edge-1' }, scope: 'skipper', events: [{ at: epochMs(1_780_000_000_001), name: 'retry', attributes: { message: 'refused' } }], ...overrides,
});
const sample: Trace = { traceId: '0af7651916cd43dd8448eb211c80319c', partial: false, warnings: [], spans: [span(), span({ spanId: '00000000000000a2', parentId: '00000000000000a1', kind: 'client', status: 'unset', statusMessage: '', service: 'shop' })] };

function traces(json: unknown): readonly Trace[] {
  const parsed = parseTraces(JSON.parse(JSON.stringify(json)));
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.traces;
}

/** Where the wire keeps the service name among the resource attributes, and Jaeger the event's name among its fields. */
function comparable(trace: Trace): Trace {
  return {
    ...trace,
    spans: trace.spans.map((item) => {
      const { 'service.name': _service, ...resource } = item.resource;
      return { ...item, resource, start: epochMs(Math.round(item.start * 1000) / 1000), events: item.events.map((event) => ({ ...event, attributes: Object.fromEntries(Object.entries(event.attributes).filter(([key]) => key !== 'event')) })), durationMs: Math.round(item.durationMs * 1000) / 1000 };
    }),
  };
}

describe('parseTraces', () => {
  it.each(exactEncodings)('%s gives the same trace', (encoding) => {
    expect(traces(encode(sample, encoding)).map(comparable)).toEqual([comparable(sample)]);
  });

  it('reads text-only tags of VictoriaTraces, and its `error` on every span', () => {
    const [trace] = traces(encode(sample, 'victoria-traces'));
    expect(trace!.spans.map((item) => [item.kind, item.status, item.attributes['http.status_code'], item.attributes.error])).toEqual([['server', 'error', '502', undefined], ['client', 'unset', '502', undefined]]);
  });

  it.each([
    ['a Jaeger envelope', { data: [toJaegerV1(sample)] }, 'jaeger-v1'],
    ['one Jaeger trace', toJaegerV1(sample), 'jaeger-v1'],
    ['a list of Jaeger traces', [toJaegerV1(sample)], 'jaeger-v1'],
    ['OTLP in "result"', encode(sample, 'jaeger-v3'), 'otlp'],
    ['plain OTLP', (encode(sample, 'jaeger-v3') as { result: unknown }).result, 'otlp'],
    ['several documents', [encode(sample, 'jaeger-v3'), encode(sample, 'jaeger-v3')], 'otlp'],
    ['Tempo batches', encode(sample, 'tempo-v1'), 'tempo'],
    ['Tempo v2', encode(sample, 'tempo-v2'), 'tempo'],
    ['Zipkin spans', encode(sample, 'zipkin-v2'), 'zipkin-v2'],
    ['Zipkin traces', [encode(sample, 'zipkin-v2')], 'zipkin-v2'],
  ])('recognises %s', (_title, json, format) => {
    expect(parseTraces(json)).toMatchObject({ ok: true, format, traces: [{ traceId: sample.traceId, spans: { length: 2 } }] });
  });

  it.each([
    ['an empty Jaeger answer', { data: [] }], ['a null list', { data: null }], ['an empty Zipkin answer', []], ['an empty v3 answer', { result: {} }], ['an empty Tempo trace', { trace: {}, status: 'COMPLETE' }],
  ])('%s holds no trace, and is no error', (_title, json) => {
    expect(parseTraces(json)).toMatchObject({ ok: true, traces: [] });
  });

  it.each([
    ['a number', 7, 'got a number'],
    ['another object', { status: 'success' }, 'the keys "status"'],
    ['text in "data"', { data: 'x' }, '$.data: expected a list of Jaeger traces, got a string'],
    ['no spans', { data: [{ traceID: 'a' }] }, '$.data[0].spans: expected a list of spans, got nothing'],
    ['null among traces', { data: [null] }, '$.data[0]: expected a Jaeger trace, got null'],
    ['a list of numbers', [1], '$[0]: expected a trace or a span, got a number'],
    ['resourceSpans as text', { resourceSpans: 'x' }, '$.resourceSpans: expected a list, got a string'],
    ['Jaeger errors', { data: null, errors: [{ code: 404, msg: 'trace not found' }] }, 'trace not found'],
    ['a v3 error', { error: { httpCode: 404, message: 'No traces found' } }, 'No traces found'],
    ['spans without ids', { data: [{ traceID: 'ab', spans: [{ operationName: 'x' }] }] }, 'no readable span'],
  ])('%s: the error says what and where', (_title, json, text) => {
    expect(parseTraces(json)).toMatchObject({ ok: false, error: expect.stringContaining(text) });
  });

  it('groups the spans of several traces of one document', () => {
    const other: Trace = { ...sample, traceId: '1af7651916cd43dd8448eb211c80319c' };
    const both = [sample, other].map((trace) => (encode(trace, 'jaeger-v3') as { result: { resourceSpans: unknown[] } }).result.resourceSpans);
    const mixed = both[0]!.flatMap((item, i) => [item, both[1]![i]]);
    expect(traces({ result: { resourceSpans: mixed } }).map((trace) => [trace.traceId, trace.spans.length])).toEqual([[sample.traceId, 2], [other.traceId, 2]]);
  });

  it('marks what the backend says is only a part', () => {
    expect(traces(encode({ ...sample, partial: true }, 'tempo-v2'))[0]!.partial).toBe(true);
    expect(traces({ data: [{ ...toJaegerV1(sample), warnings: ['trace has more than 1000 spans, showing first 1000 spans only'] }] })[0]!.partial).toBe(true);
    expect(traces({ data: [{ ...toJaegerV1(sample), warnings: ['clock skew adjustment disabled; not applying calculated delta of 2ms'] }] })[0]!).toMatchObject({ partial: false, warnings: [expect.stringContaining('clock skew')] });
  });

  it('splits the two halves of a shared Zipkin id', () => {
    const half = (kind: string, serviceName: string) => ({ traceId: 'a'.repeat(32), id: 'b'.repeat(16), kind, timestamp: 1, duration: 1, localEndpoint: { serviceName }, ...(kind === 'SERVER' ? { shared: true } : {}) });
    const child = { traceId: 'a'.repeat(32), id: 'c'.repeat(16), parentId: 'b'.repeat(16), timestamp: 1, localEndpoint: { serviceName: 'shop' } };
    const [trace] = traces([half('SERVER', 'shop'), half('CLIENT', 'edge'), child]);
    const byKind = (kind: string) => trace!.spans.find((item) => item.kind === kind)!;
    expect(new Set(trace!.spans.map((item) => item.spanId)).size).toBe(3);
    expect(byKind('client')).toMatchObject({ spanId: 'b'.repeat(16), parentId: null });
    expect(byKind('server').parentId).toBe('b'.repeat(16));
    expect(byKind('unspecified').parentId).toBe(byKind('server').spanId);
  });

  it('merges a span that was delivered twice', () => {
    const twice: Trace = { ...sample, spans: [span({ durationMs: 0, attributes: { early: 'yes' } }), span()] };
    expect(traces(encode(twice, 'jaeger-v3'))[0]!.spans).toMatchObject([{ durationMs: expect.closeTo(4.5, 2), attributes: { early: 'yes', 'http.status_code': 502 } }]);
  });

  it('keeps numbers beyond the exact range as text, and odd keys as keys', () => {
    const json = { data: [{ traceID: 'ab', processes: {}, spans: [{ spanID: 'cd', tags: [{ key: 'big', type: 'int64', value: '9223372036854775807' }, { key: '__proto__', type: 'string', value: 'x' }, { key: 'n', type: 'int64', value: '5' }] }] }] };
    const { attributes } = traces(json)[0]!.spans[0]!;
    expect(Object.entries(attributes)).toContainEqual(['big', '9223372036854775807']);
    expect(attributes.n).toBe(5);
    expect(Object.getPrototypeOf(attributes)).toBe(Object.prototype);
  });

  it('reads an own text attribute `error` beside the span status', () => {
    const tags = [{ key: 'error', type: 'string', value: 'true' }, { key: 'error', type: 'bool', value: true }];
    expect(traces({ data: [{ traceID: 'ab', processes: {}, spans: [{ spanID: 'cd', tags }] }] })[0]!.spans[0]).toMatchObject({ status: 'error', attributes: { error: 'true' } });
  });

  describe('the JSON of Weir itself', () => {
    const verdict = { answeredBy: 'proxy' };
    it.each([
      ['as the trace page copies it', { trace: sample, verdict }],
      ['as the API answers it', { data: { trace: sample, verdict, link: null }, range: {}, trust: [] }],
      ['a trace alone', sample],
      ['a list of them', [{ trace: sample, verdict }]],
    ])('%s gives the same trace', (_name, json) => {
      expect(parseTraces(JSON.parse(JSON.stringify(json)))).toEqual({ ok: true, format: 'weir', traces: [sample] });
    });
    it('keeps that spans are missing, and why', () => {
      const cut = { ...sample, partial: true, warnings: ['two spans late'] };
      expect(traces({ trace: cut, verdict })).toEqual([cut]);
    });
    it.each([
      ['no spans', { trace: { traceId: sample.traceId }, verdict }, '$.trace.spans: expected a list'],
      ['no id', { trace: { spans: sample.spans } }, '$.trace.traceId: expected the id'],
      ['no trace', { trace: null, verdict }, '$.trace: expected a trace'],
      ['spans without ids', { trace: { ...sample, spans: [{ name: 'x' }] } }, 'spans need "spanId"'],
      ['another thing with a trace', { trace: { id: 7, steps: [] } }, 'the keys "trace"'],
      ['another thing in the data', { data: { trace: { id: 7 } } }, '$.data: expected'],
    ])('%s is an error, not an empty answer', (_name, json, text) => {
      const parsed = parseTraces(json);
      expect(parsed.ok ? 'accepted' : parsed.error).toContain(text);
    });
  });

  it('never throws, whatever JSON arrives', () => {
    const key = fc.constantFrom('data', 'spans', 'traceID', 'spanID', 'tags', 'references', 'processes', 'resourceSpans', 'batches', 'trace', 'verdict', 'start', 'events', 'result', 'scopeSpans', 'traceId', 'spanId', 'id', 'attributes', 'key', 'value', 'kind', 'status', 'startTime', '__proto__');
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof({ maxDepth: 7 }, fc.constantFrom<unknown>(null, true, -1, 1e308, '', 'ab', 'a'.repeat(32), 'AAAAAAAAAAE='), fc.array(tie('tree'), { maxLength: 4 }), fc.dictionary(key, tie('tree'), { maxKeys: 6 })),
    }));
    fc.assert(fc.property(tree, (json) => {
      const parsed = parseTraces(json);
      expect(parsed.ok || parsed.error.length < 900).toBe(true);
    }), { numRuns: 3000 });
  });

  it('survives deep nesting of values', () => {
    let value: unknown = { stringValue: 'x' };
    for (let i = 0; i < 5000; i += 1) value = { arrayValue: { values: [value] } };
    const json = { resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), attributes: [{ key: 'deep', value }] }] }] }] };
    expect(parseTraces(json)).toMatchObject({ ok: true, traces: [{ spans: [{ attributes: { deep: expect.anything() } }] }] });
  });

  describe('times that no calendar holds', () => {
    const at = 1_795_990_000_000;
    const span = (spanId: string, start: unknown, durationMs: unknown = 5) => ({ spanId, service: 'shop', start, durationMs });
    const timesOf = (...spans: object[]) => {
      const parsed = parseTraces({ traceId: 'a'.repeat(32), spans });
      return parsed.ok ? parsed.traces.flatMap((trace) => [trace.spans.map(({ start, durationMs }) => [start, durationMs]), trace.warnings]) : parsed.error;
    };
    it.each([['enormous', 1e300], ['of the year 10000', 253_402_300_800_000], ['endless', Infinity], ['negative', -1], ['zero among others', 0], ['of 1970 among others', 86_400_000]])('%s: the start of the trace, and a warning', (_name, start) => {
      expect(timesOf(span('0000000000000001', at), span('0000000000000002', start))).toEqual([[[at, 5], [at, 5]], ['1 spans have no usable start time']]);
    });
    it('a trace that counts from zero keeps its times', () => {
      expect(timesOf(span('0000000000000001', 0), span('0000000000000002', 3))).toEqual([[[0, 5], [3, 5]], []]);
    });
    it.each([['enormous', 1e300], ['negative', -5]])('a length that is %s is none', (_name, length) => {
      expect(timesOf(span('0000000000000001', at, length))).toEqual([[[at, 0]], []]);
    });
    it.each([
      ['Jaeger', { data: [{ traceID: 'a'.repeat(32), spans: [{ spanID: '01', startTime: 1e300, duration: 1e300, logs: [{ timestamp: 1e300 }] }] }] }],
      ['OTLP', { resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: 'a'.repeat(32), spanId: '01', startTimeUnixNano: 1e300, endTimeUnixNano: 2e300, events: [{ timeUnixNano: 1e300 }] }] }] }] }],
      ['Zipkin', [{ traceId: 'a'.repeat(32), id: '01', timestamp: 1e300, duration: 1e300, annotations: [{ timestamp: 1e300, value: 'x' }] }]],
    ])('the same in %s', (_name, json) => {
      const parsed = parseTraces(json);
      expect(parsed.ok && parsed.traces[0]).toMatchObject({ spans: [{ start: 0, durationMs: 0 }], warnings: ['1 spans have no usable start time'] });
    });
  });

  it('a number that JSON cannot write stays as a text', () => {
    const parsed = parseTraces(JSON.parse(`{"traceId":"${'a'.repeat(32)}","spans":[{"spanId":"01","attributes":{"n":1e999,"list":[1,-1e999]}}]}`));
    expect(parsed.ok && parsed.traces[0]?.spans[0]?.attributes).toEqual({ n: 'Infinity', list: [1, '-Infinity'] });
  });
});
