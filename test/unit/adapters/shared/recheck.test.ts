import { describe, expect, it } from 'vitest';
import { dedupe, isTraceId, matches, sameId, spanStatus } from '@/lib/adapters/shared/recheck';
import type { Span, Trace } from '@/lib/domain/traces';
import { epochMs } from '@/lib/domain/units';

const span = (spanId: string, more: Partial<Span> = {}): Span => ({
  spanId, parentId: null, name: 'ingress', service: 'proxy', kind: 'server', start: epochMs(1_000), durationMs: 1, status: 'unset', statusMessage: '',
  attributes: { 'http.status_code': 404 }, resource: {}, scope: '', events: [], ...more,
});
const trace = (spans: readonly Span[], more: Partial<Trace> = {}): Trace => ({ traceId: 'a1', spans, partial: false, warnings: [], ...more });
const search = { service: 'proxy', from: epochMs(1_000), to: epochMs(2_000), status: 404, attributes: {}, limit: 9 };

describe('matches', () => {
  it.each([
    ['the span that was asked for', {}, true],
    ['another service', { service: 'shop' }, false],
    ['another status', { attributes: { 'http.status_code': 200 } }, false],
    ['the newer name of the status, as a text', { attributes: { 'http.response.status_code': '404' } }, true],
    ['a client span: that is what the backend answered', { kind: 'client' as const }, false],
    ['the first moment of the window', { start: epochMs(1_000) }, true],
    ['the last moment is the next window', { start: epochMs(2_000) }, false],
    ['a fraction before the window', { start: epochMs(999.9) }, false],
  ])('%s', (_name, more, is) => expect(matches(trace([span('1', more)]), search)).toBe(is));

  it('one span must answer all of it', () => {
    const spans = [span('1', { attributes: { 'http.status_code': 200 } }), span('2', { service: 'shop' })];
    expect(matches(trace(spans), search)).toBe(false);
  });
  it.each([['constructor', 'function Object() { [native code] }'], ['__proto__', '[object Object]'], ['missing', '']])('a name that objects bring along (%s) is no attribute', (key, value) => {
    expect(matches(trace([span('1')]), { ...search, attributes: Object.fromEntries([[key, value]]) })).toBe(false);
  });
});

describe('spanStatus', () => {
  it.each([[{ 'http.status_code': 502 }, 502], [{ 'http.status_code': '502' }, 502], [{ 'http.status_code': '0' }, null], [{ 'http.status_code': '-' }, null], [{ 'http.status_code': '-', 'http.response.status_code': 503 }, 503], [{}, null]])('%j', (attributes, status) => expect(spanStatus(attributes)).toBe(status));
});

describe('dedupe', () => {
  it('adds up copies of one trace, and a whole copy makes it whole', () => {
    expect(dedupe([trace([span('1')], { partial: true }), trace([span('1'), span('2', { parentId: '1' })])])).toEqual([trace([span('1'), span('2', { parentId: '1' })])]);
  });
  it('of copies that each lack something the sum may lack more', () => {
    const [sum] = dedupe([trace([span('1')], { partial: true, warnings: ['w'] }), trace([span('2')], { partial: true, warnings: ['w', 'x'] })]);
    expect(sum).toMatchObject({ partial: true, warnings: ['w', 'x'], spans: [{ spanId: '1' }, { spanId: '2' }] });
  });
  it('orders by time, then by id', () => {
    const at = (traceId: string, start: number) => trace([span('1', { start: epochMs(start) })], { traceId });
    expect(dedupe([at('c', 5), at('b', 3), at('a', 5)]).map(({ traceId }) => traceId)).toEqual(['b', 'a', 'c']);
  });
});

it.each([['00ab', 'AB', true], ['ab', 'abc', false], ['0', '00', true]])('sameId(%s, %s)', (a, b, same) => expect(sameId(a, b)).toBe(same));
it.each([['ab', true], ['', false], ['x1', false], ['0'.repeat(33), false], ['ab\n', false]])('isTraceId(%j)', (text, is) => expect(isTraceId(text)).toBe(is));
