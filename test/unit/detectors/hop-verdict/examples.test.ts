import fc from 'fast-check';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Span, Trace } from '@/lib/domain/traces';
import { epochMs } from '@/lib/domain/units';
import type { Verdict } from '@/lib/domain/verdict';
import { attribute } from '@/lib/detectors/hop-verdict';
import { parseTraces } from '@/lib/wire/parse-traces';
import { type Encoding, encode, encodings } from '../../wire/encode';
import { type Example, type Expected, exampleTrace, examples } from './examples';

const only = (json: unknown): Trace => {
  const parsed = parseTraces(JSON.parse(JSON.stringify(json)));
  if (!parsed.ok || parsed.traces.length !== 1) throw new Error(parsed.ok ? `${parsed.traces.length} traces` : parsed.error);
  return parsed.traces[0]!;
};

const short = (verdict: Verdict) => ({ answeredBy: verdict.answeredBy.role, causedBy: verdict.causedBy.role, mechanism: verdict.mechanism, band: verdict.band, status: verdict.status });
const shortExpected = ({ earlierAttempts: _earlier, ...rest }: Expected) => rest;
const cases = examples.flatMap((example) => encodings.map((encoding) => [example.row, example.title, encoding, example] as const));

/** Kong's empty route is the mark of row 25; Zipkin keeps it too. */
function verdictOf(example: Example, encoding: Encoding, change: (trace: Trace) => Trace = (same) => same): Verdict {
  return attribute(only(encode(change(exampleTrace(example)), encoding)), example.options);
}

describe('the worked examples', () => {
  it.each(cases)('%i %s, as %s', (_row, _title, encoding, example) => {
    const verdict = verdictOf(example, encoding);
    expect(short(verdict)).toEqual(shortExpected(example.expected));
    expect(verdict.earlierAttempts).toBe(example.expected.earlierAttempts ?? 0);
    expect(verdict.evidence.length).toBeGreaterThan(0);
  });

  it.each(examples.map((example) => [example.row, example] as const))('%i has the same verdict with the stable attribute names', (_row, example) => {
    expect(short(attribute(exampleTrace(example, 'new'), example.options))).toEqual(shortExpected(example.expected));
  });

  it.each(examples.map((example) => [example.row, example] as const))('%i has the same answer when clocks differ by two seconds', (_row, example) => {
    for (const shift of [-2000, 2000]) {
      const skewed = (trace: Trace) => ({ ...trace, spans: trace.spans.map((span) => (span.service === 'shop' ? shifted(span, shift) : span)) });
      const verdict = attribute(skewed(exampleTrace(example)), example.options);
      expect(short(verdict)).toEqual(shortExpected(example.expected));
    }
  });
});

const shifted = (span: Span, ms: number): Span => ({ ...span, start: epochMs(span.start + ms) });

describe('properties', () => {
  const anyExample = fc.constantFrom(...examples);

  it('the order of the spans never matters', () => {
    fc.assert(fc.property(anyExample.chain((example) => fc.tuple(fc.constant(example), fc.shuffledSubarray([...exampleTrace(example).spans], { minLength: exampleTrace(example).spans.length }))), ([example, spans]) => {
      const whole = exampleTrace(example);
      expect(attribute({ ...whole, spans }, example.options)).toEqual(attribute(whole, example.options));
    }));
  });

  it('lost spans never lead to a wrong "certain" about the same answer', () => {
    fc.assert(fc.property(anyExample.chain((example) => fc.tuple(fc.constant(example), fc.subarray([...exampleTrace(example).spans]))), ([example, spans]) => {
      const whole = attribute(exampleTrace(example), example.options);
      const verdict = attribute({ ...exampleTrace(example), spans }, example.options);
      if (verdict.band !== 'certain' || verdict.status !== whole.status) return;
      expect([verdict.answeredBy.role, verdict.mechanism]).toEqual([whole.answeredBy.role, whole.mechanism]);
    }), { numRuns: 2000 });
  });
});

describe('the static examples that the CLI tests use', () => {
  const folder = path.resolve(import.meta.dirname, '../../../fixtures/traces');
  const expectations = JSON.parse(readFileSync(path.join(folder, 'expected.json'), 'utf8')) as Record<string, Expected & { row: number }>;

  it('are all there', () => {
    expect(Object.keys(expectations)).toHaveLength(26);
    expect(readdirSync(folder).filter((file) => file.endsWith('.v1.json'))).toHaveLength(26);
  });

  it.each(Object.entries(expectations))('%s, without profiles and clock', (file, expected) => {
    const verdict = attribute(only(JSON.parse(readFileSync(path.join(folder, file), 'utf8'))));
    expect({ ...short(verdict), earlierAttempts: verdict.earlierAttempts }).toEqual({
      answeredBy: expected.answeredBy, causedBy: expected.causedBy, mechanism: expected.mechanism, band: expected.band, status: expected.status, earlierAttempts: expected.earlierAttempts,
    });
  });

  it.each(examples.map((example) => [example.row, example] as const))('%i is what the builder makes', (_row, example) => {
    const [file] = Object.entries(expectations).find(([, value]) => value.row === example.row)!;
    expect(JSON.parse(readFileSync(path.join(folder, file), 'utf8'))).toEqual(encode(exampleTrace(example), 'jaeger-v1'));
  });
});
