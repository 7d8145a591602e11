import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attribute } from '@/lib/detectors/hop-verdict';
import { parseTraces } from '@/lib/wire/parse-traces';

const id = (digit: number) => digit.toString().padStart(16, '0');
const span = fc.record({
  spanId: fc.integer({ min: 1, max: 4 }).map(id), parentId: fc.option(fc.constantFrom(1, 2, 3, 9).map(id)), name: fc.constantFrom('a', 'b'),
  service: fc.constantFrom('envoy', 'skipper-ingress', 'shop'), kind: fc.constantFrom('server', 'client', 'internal'), start: fc.integer({ min: 0, max: 50 }), durationMs: fc.integer({ min: 0, max: 5 }),
  attributes: fc.record({ 'http.status_code': fc.constantFrom(404, 502, 200) }),
});

const verdictOf = (spans: unknown) => {
  const parsed = parseTraces({ traceId: 'a'.repeat(32), spans });
  if (!parsed.ok) throw new Error(parsed.error);
  return attribute(parsed.traces[0]!);
};

describe('spans that share ids', () => {
  it('lead to the same verdict in any order', () => {
    const twice = fc.array(span, { minLength: 2, maxLength: 7 }).chain((spans) => fc.tuple(fc.constant(spans), fc.shuffledSubarray(spans, { minLength: spans.length })));
    fc.assert(fc.property(twice, ([spans, shuffled]) => {
      expect(verdictOf(shuffled)).toEqual(verdictOf(spans));
    }), { numRuns: 2000 });
  });

  it('add up however many copies come, each with something of its own', () => {
    const copies = Array.from({ length: 30_000 }, (_, i) => ({ spanId: id(1), service: 'shop', kind: 'server', start: 1, durationMs: i === 7 ? 9 : 1, name: `n${i}`, attributes: { [`a${i}`]: i, who: i } }));
    const parsed = parseTraces({ traceId: 'a'.repeat(32), spans: copies });
    const [merged] = parsed.ok ? parsed.traces[0]!.spans : [];
    expect([merged?.name, Object.keys(merged!.attributes).length, merged!.attributes.who]).toEqual(['n7', 30_001, 7]);
  });
});
