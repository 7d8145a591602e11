import { describe, expect, it } from 'vitest';
import { epochMs } from '@/lib/domain/units';
import type { Verdict } from '@/lib/domain/verdict';
import { attributeDiffs } from '@/lib/present/trace-attribute-diff';
import { differenceSentence, diffRows, pairHops, searchText, sideNames } from '@/lib/present/trace-compare';
import { pathShape } from '@/lib/url/path-shape';
import { T0, resetTrace, resetVerdict, sampleSpan } from '../../support/samples-traces';

const proxy = { role: 'proxy', service: 'skipper', instance: 'p-1', zone: 'a', spanId: 'a1', status: 503 } as const;
const root = (status: number) => sampleSpan('a1', null, { service: 'skipper', attributes: { 'http.status_code': status, 'http.path': '/x', 'http.request.id': 'r1', 'skipper.route_id': 'shop' } });
const dialled = (address: string, rest: Parameters<typeof sampleSpan>[2]) => sampleSpan('a2', 'a1', { service: 'skipper', name: 'proxy', kind: 'client', start: epochMs(T0 + 1), ...rest, attributes: { 'network.peer.address': address, ...rest?.attributes } });
const judged = (spans: ReturnType<typeof sampleSpan>[], verdict: Partial<Verdict>) => ({ trace: { ...resetTrace(), spans }, verdict: resetVerdict({ answeredBy: proxy, chain: [proxy], ...verdict }) });

const failed = judged([root(502), dialled('10.2.0.9:8080', { status: 'error', attributes: { message: 'connection refused' } })], { mechanism: 'connect_failed', status: 502 });
const backend = { role: 'backend', service: 'shop', instance: 'shop-7', zone: 'b', spanId: 'b1', status: 200 } as const;
const good = judged([root(200), dialled('10.2.0.7:8080', { attributes: { 'http.status_code': 200 } }), sampleSpan('b1', 'a2', { service: 'shop', durationMs: 12 })], { mechanism: 'healthy', status: 200, answeredBy: backend, causedBy: backend, chain: [{ ...proxy, status: 200 }, backend] });

describe('the difference in a sentence', () => {
  it('what the good one reached, where the failed one stopped', () => {
    expect(differenceSentence(failed, good)).toBe('The good one reached shop (shop-7) in zone b and got 200 in 12\u00A0ms; the failed one tried 10.2.0.9:8080 and was refused.');
  });
  it.each([
    ['no route', judged([root(404)], { mechanism: 'route_miss', status: 404 }), 'the failed one matched no route.'],
    ['no attempt seen', judged([root(503)], { mechanism: 'no_endpoint' }), 'the failed one made no attempt that a span shows: no ready endpoint.'],
    ['the backend itself', judged([root(500)], { mechanism: 'backend_own_error', chain: [proxy, { ...backend, status: 500 }] }), 'the failed one reached shop (shop-7) in zone b and got 500.'],
    ['a retry', judged([root(502), dialled('10.2.0.9:80', { attributes: { message: 'refused' } }), { ...dialled('10.2.0.8:80', { status: 'error', statusMessage: 'i/o timeout' }), spanId: 'a3', start: epochMs(T0 + 3) }], {}), 'the failed one tried 10.2.0.8:80 after 1 earlier attempt and timed out.'],
  ])('%s', (_name, one, sentence) => {
    expect(differenceSentence(one, good)).toContain(sentence);
  });
  it.each([
    ['two failed ones', failed, failed, 'The second one tried 10.2.0.9:8080 and was refused; the first one tried 10.2.0.9:8080 and was refused.'],
    ['two good ones', good, good, 'The second one reached shop (shop-7) in zone b and got 200 in 12\u00A0ms; the first one reached shop (shop-7) in zone b and got 200 in 12\u00A0ms.'],
    ['a good one first', good, failed, 'The second one tried 10.2.0.9:8080 and was refused; the first one reached shop (shop-7) in zone b and got 200 in 12\u00A0ms.'],
  ] as const)('%s: nothing is called good that failed', (_name, a, b, sentence) => {
    expect(differenceSentence(a, b)).toBe(sentence);
    expect(sideNames(a, b)).toEqual(['first', 'second']);
  });
  it('without backend spans the last attempt speaks for the good one', () => {
    const bare = judged([root(200), dialled('10.2.0.7:8080', { attributes: { 'http.status_code': 200 } })], { mechanism: 'healthy', chain: [proxy] });
    expect(differenceSentence(failed, bare)).toMatch(/^The good one asked 10\.2\.0\.7:8080 and got 200 in 10.ms; /);
  });
});

describe('the facts side by side', () => {
  const rows = new Map(diffRows(failed, good).map((row) => [row.what, row]));
  it.each([
    ['request', '/x', '/x', false], ['status', '502', '200', true], ['hops', 'skipper', 'skipper → shop', true], ['attempts', '10.2.0.9:8080: refused', '10.2.0.7:8080: 200', true],
    ['backend shop: zone', 'not reached', 'b', true], ['proxy skipper: instance', 'p-1', 'p-1', false], ['proxy skipper: took', '10\u00A0ms', '10\u00A0ms', false],
  ])('%s', (what, a, b, differs) => {
    expect(rows.get(what)).toMatchObject({ a, b, differs });
  });
  it('hops pair by role and service, the rest stands alone', () => {
    const other = { ...backend, service: 'cart' };
    expect(pairHops([proxy, other], [proxy, backend]).map(({ a, b }) => [a?.service ?? null, b?.service ?? null])).toEqual([['skipper', 'skipper'], ['cart', null], [null, 'shop']]);
  });
});

describe('attributes that differ', () => {
  it('on spans that match; what one does not have is null; ids and times are noise', () => {
    expect(attributeDiffs(failed, good).rows.map(({ where, name, a, b }) => [where, name, a, b])).toEqual([
      ['skipper', 'http.status_code', '502', '200'], ['last attempt', 'http.status_code', null, '200'], ['last attempt', 'message', 'connection refused', null], ['last attempt', 'network.peer.address', '10.2.0.9:8080', '10.2.0.7:8080'],
    ]);
  });
  it('a long list is cut and says so', () => {
    const many = { ...good, trace: { ...good.trace, spans: good.trace.spans.map((span) => ({ ...span, attributes: { ...span.attributes, ...Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`note.${String.fromCharCode(97 + (i % 26))}${i}`, 'x'])) } })) } };
    const { rows, leftOut } = attributeDiffs(failed, many);
    expect([rows.length, leftOut > 0]).toEqual([40, true]);
  });
});

describe('the search in words', () => {
  const search = { proxy: 'ingress', host: 'shop.example.org', pathShape: '/orders/*', route: null, windows: [{ from: epochMs(T0), to: epochMs(T0 + 60_000), lookedAt: 20, healthy: 3, truncated: true }], likeness: null, why: null } as const;
  it('says by what, where and how much was looked at', () => {
    expect(searchText(search, 'UTC')).toMatch(/^No good trace of the same route was found\. Searched by proxy ingress, host shop\.example\.org, path \/orders\/\*\. Looked at 20 traces \(3 of them healthy\) from .+; there were more\.$/);
  });
  it('says by what it was found', () => {
    expect(searchText({ ...search, likeness: 'same-route' }, 'UTC')).toMatch(/^Found by the same host and route, perhaps another method or path\./);
  });
});

it.each([['/orders/4711/items', '/orders/*/items'], ['/users/4bf92f35-77b3-4da6-a3ce-929d0e0e4736', '/users/*'], ['/static/app.js', '/static/app.js'], ['/', '/'], ['/a/0af7651916cd43dd', '/a/*'], ['/a/b/c/d/e/f/g/h/i/j/k/l/m', '/a/b/c/d/e/f/g/h/i/j/k/…'], [null, null]])('pathShape(%s)', (path, shape) => {
  expect(pathShape(path)).toBe(shape);
});
