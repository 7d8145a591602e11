import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalId, toHexId } from '@/lib/wire/ids';
import { parseTraces } from '@/lib/wire/parse-traces';

describe('toHexId', () => {
  it.each([
    ['hex', '0AF7651916CD43DD8448EB211C80319C', 16, '0af7651916cd43dd8448eb211c80319c'],
    ['64-bit trace id', '8448eb211c80319c', 16, '8448eb211c80319c'],
    ['base64 span id', 'AAAAAAAAAAE=', 8, '0000000000000001'],
    ['base64 trace id of 8 bytes', 'hEjrIRyAMZw=', 16, '8448eb211c80319c'],
    ['hex without its leading zeros', 'f7651916cd', 16, 'f7651916cd'],
    ['something short', 'A1', 8, 'a1'],
    ['no parent', '0000000000000000', 8, null],
    ['empty', '', 8, null],
    ['a number', 5, 8, null],
  ] as const)('%s', (_title, value, bytes, id) => {
    expect(toHexId(value, bytes)).toBe(id);
  });

  it('undoes base64, standard and URL-safe', () => {
    fc.assert(fc.property(fc.constantFrom(8 as const, 16 as const).chain((bytes) => fc.tuple(fc.constant(bytes), fc.uint8Array({ minLength: bytes, maxLength: bytes }))), ([bytes, data]) => {
      const buffer = Buffer.from(data);
      const hex = buffer.toString('hex');
      const expected = /^0+$/.test(hex) ? null : hex;
      expect(toHexId(buffer.toString('base64'), bytes)).toBe(expected);
      expect(toHexId(buffer.toString('base64url'), bytes)).toBe(expected);
    }));
  });
});

describe('ids of traces that are read', () => {
  it.each([
    ['a span id without its leading zeros', 'a1', 8, '00000000000000a1'],
    ['a whole one', '00000000000000a1', 8, '00000000000000a1'],
    ['a trace id of 8 bytes', '8448eb211c80319c', 16, '8448eb211c80319c'],
    ['one without its leading zeros', 'f7651916cd', 16, '000000f7651916cd'],
    ['one of 16 bytes without its leading zeros', 'af7651916cd43dd8448eb211c80319c', 16, '0af7651916cd43dd8448eb211c80319c'],
  ] as const)('%s', (_title, id, bytes, expected) => {
    expect(canonicalId(id, bytes)).toBe(expected);
  });

  it('are lower-case hex of a whole length, whatever the source wrote', () => {
    fc.assert(fc.property(fc.string({ minLength: 1 }), fc.constantFrom(8 as const, 16 as const), (text, bytes) => {
      const id = canonicalId(toHexId(text, bytes) ?? 'x', bytes);
      expect(id).toMatch(/^[0-9a-f]{16,}$/);
      expect(canonicalId(id, bytes)).toBe(id);
    }));
  });

  it('bring a child together with its parent, written short and whole, or as no hex at all', () => {
    const span = (spanID: string, parentSpanID: string) => ({ traceID: 'order-7', spanID, parentSpanID, operationName: 'x', startTime: 1, duration: 1, tags: [], processID: 'p' });
    const parsed = parseTraces({ data: [{ traceID: 'order-7', processes: {}, spans: [span('A1', ''), span('b2', '00000000000000a1'), span('root!', ''), span('c3', 'ROOT!')] }] });
    if (!parsed.ok) throw new Error(parsed.error);
    const [trace] = parsed.traces;
    const [first, second, third, fourth] = trace!.spans;
    expect([second!.parentId, fourth!.parentId]).toEqual([first!.spanId, third!.spanId]);
    expect([trace!.traceId, third!.spanId]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{16}$/)]);
    expect(trace!.warnings).toEqual(['the source names this trace "order-7", which is no hex: another id stands for it']);
  });
});
