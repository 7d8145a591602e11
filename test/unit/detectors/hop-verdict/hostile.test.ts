import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attribute, attributeTrace, bandOf, learnProfiles, signatureOf, subjectSpan, toRequestSample } from '@/lib/detectors/hop-verdict';
import type { Span, Trace } from '@/lib/domain/traces';
import { epochMs } from '@/lib/domain/units';

const span = (i: number, parent: number | null, overrides: Partial<Span> = {}): Span => ({
  spanId: i.toString(16).padStart(16, '0'), parentId: parent === null ? null : parent.toString(16).padStart(16, '0'), name: 'x', service: 'skipper-ingress', kind: 'server',
  start: epochMs(1000 + i), durationMs: 10, status: 'unset', statusMessage: '', attributes: { component: 'skipper', 'http.status_code': 404 }, resource: {}, scope: '', events: [], ...overrides,
});
const traceOf = (spans: readonly Span[]): Trace => ({ traceId: 'a'.repeat(32), spans, partial: false, warnings: [] });
const many = Array.from({ length: 50_000 }, (_, i) => i + 1);

/** Generous: the machine may be busy. A quadratic walk of 50,000 spans takes far longer. */
const LIMIT_MS = 5000;

describe('hostile traces', () => {
  it.each([
    ['a chain of 50,000 hops', many.map((i) => span(i, i === 1 ? null : i - 1, { attributes: { component: 'skipper', hostname: `h${i}`, 'http.status_code': 404 } }))],
    ['a chain of 50,000 spans of one hop', many.map((i) => span(i, i === 1 ? null : i - 1, { kind: i === 1 ? 'server' : 'internal' }))],
    ['alternating tries and hops', many.map((i) => span(i, i === 1 ? null : i - 1, { kind: i % 2 === 0 ? 'client' : 'server' }))],
    ['50,000 tries of one hop', many.map((i) => span(i, i === 1 ? null : 1, { kind: i === 1 ? 'server' : 'client' }))],
    ['one loop of 50,000 spans', many.map((i) => span(i, i === 1 ? 50_000 : i - 1))],
    ['50,000 orphans', many.map((i) => span(i, i + 100_000))],
    ['50,000 spans that are their own parent', many.map((i) => span(i, i))],
    ['50,000 applications side by side', many.map((i) => span(i, null, { service: `s${i}`, attributes: { 'http.status_code': 500 } }))],
    ['50,000 nested applications', many.map((i) => span(i, i === 1 ? null : i - 1, { service: 'app', attributes: { 'http.status_code': 404 } }))],
  ])('%s: an answer in bounded time', (_title, spans) => {
    const started = performance.now();
    const verdict = attribute(traceOf(spans));
    expect(verdict.confidence).toBeGreaterThan(0);
    expect(performance.now() - started).toBeLessThan(LIMIT_MS);
  });

  it('cuts a loop at the same place in any order', () => {
    const loop = [span(1, 3), span(2, 1), span(3, 2)];
    expect(attribute(traceOf([...loop].reverse()))).toEqual(attribute(traceOf(loop)));
  });

  it('any soup of spans gives one sound verdict, whatever the order', () => {
    const soup = fc.array(fc.record({
      id: fc.integer({ min: 1, max: 12 }), parent: fc.option(fc.integer({ min: 0, max: 14 })), kind: fc.constantFrom('server' as const, 'client' as const, 'internal' as const, 'unspecified' as const),
      service: fc.constantFrom('skipper-ingress', 'envoy', 'traefik', 'nginx', 'kong', 'shop', 'edge-lb'), status: fc.constantFrom<string | number>('0', 200, '404', 499, 502, 503, '504', 9e99, 'x'),
      flags: fc.constantFrom('', '-', 'NR', 'UF', 'URX,UC', 'DC', 'x y'), error: fc.boolean(), at: fc.integer({ min: 0, max: 100 }), ms: fc.integer({ min: 0, max: 100 }), text: fc.constantFrom('', 'EOF', 'connection refused', 'context canceled', 'route lookup failed'),
    }), { maxLength: 12 });
    fc.assert(fc.property(soup, fc.infiniteStream(fc.nat()), (items, chance) => {
      const unique = [...new Map(items.map((item) => [item.id, item])).values()];
      const spans = unique.map((item) => span(item.id, item.parent, {
        kind: item.kind, service: item.service, start: epochMs(item.at), durationMs: item.ms, status: item.error ? 'error' : 'unset', statusMessage: item.text,
        attributes: { 'http.status_code': item.status, ...(item.flags ? { response_flags: item.flags } : {}) },
      }));
      const verdict = attribute(traceOf(spans));
      const shuffled = spans.map((item) => [chance.next().value as number, item] as const).sort((a, b) => a[0] - b[0]).map(([, item]) => item);
      expect(attribute(traceOf(shuffled))).toEqual(verdict);
      expect(verdict.band).toBe(bandOf(verdict.confidence));
      expect(verdict.evidence.length).toBeGreaterThan(0);
      expect(toRequestSample(traceOf(spans), verdict, 'p').status).toBe(verdict.status);
      const subject = subjectSpan(traceOf(spans));
      if (verdict.chain.length > 0) expect(subject?.spanId).toBe(verdict.chain[0]!.spanId);
    }), { numRuns: 3000 });
  });

  it('spans that share ids, lie about everything and hang in loops never make it throw, nor certain without proof', () => {
    const text = fc.constantFrom('', '-', 'NR', 'UF,URX', 'route lookup failed', 'context canceled', '__proto__', 'constructor', 'x'.repeat(9000), '\u202e\u0000<b>', '502, 502', '0', '404', 'true');
    const value = fc.oneof(text, fc.double(), fc.boolean(), fc.array(fc.oneof(text, fc.integer()), { maxLength: 3 }));
    const key = fc.constantFrom('http.status_code', 'http.response.status_code', 'response_flags', 'component', 'error', 'upstream_cluster', 'skipper.route_id', 'node_id', 'retry', 'retry.count', 'canceled', 'upstream_status', 'http.route', 'streamBody.byte', 'http.response.header.proxy-status', 'response_code_details', '__proto__', 'toString');
    const attributes = fc.array(fc.tuple(key, value), { maxLength: 8 }).map((pairs) => Object.fromEntries(pairs) as Span['attributes']);
    const any = fc.record({
      spanId: fc.constantFrom('1', '2', '3', '4', '5'), parentId: fc.option(fc.constantFrom('1', '2', '3', '4', '5', '6')), name: text, service: fc.oneof(text, fc.constantFrom('envoy', 'skipper-ingress', 'kong', 'nginx', 'shop')),
      kind: fc.constantFrom('server' as const, 'client' as const, 'internal' as const, 'unspecified' as const), start: fc.oneof(fc.integer().map(epochMs), fc.constantFrom(epochMs(1e300), epochMs(-1e300))), durationMs: fc.oneof(fc.nat(1000), fc.constant(1e300)),
      status: fc.constantFrom('unset' as const, 'ok' as const, 'error' as const), statusMessage: text, attributes, resource: attributes, scope: text,
      events: fc.array(fc.record({ at: fc.constant(epochMs(0)), name: text, attributes }), { maxLength: 2 }),
    });
    fc.assert(fc.property(fc.array(any, { maxLength: 10 }), (spans) => {
      const { verdict, explicit } = attributeTrace(traceOf(spans));
      expect(verdict.band).toBe(bandOf(verdict.confidence));
      if (verdict.band === 'certain') expect([explicit, verdict.evidence.length > 0]).toEqual([true, true]);
      expect(verdict.confidence).toBeGreaterThanOrEqual(0.05);
      expect(verdict.confidence).toBeLessThanOrEqual(0.98);
      learnProfiles([traceOf(spans)]);
      signatureOf(traceOf(spans));
    }), { numRuns: 3000 });
  });

  it('learns from 50,000 spans in bounded time', () => {
    const started = performance.now();
    learnProfiles([traceOf(many.map((i) => span(i, i === 1 ? null : i - 1, { attributes: { component: 'skipper', 'http.status_code': 200 } })))]);
    expect(performance.now() - started).toBeLessThan(LIMIT_MS);
  });
});
