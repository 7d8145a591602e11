import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHexId } from '@/lib/wire/ids';

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
