import { describe, expect, it } from 'vitest';
import { shortTraceId } from '@/lib/present/trace-id';

describe('shortTraceId', () => {
  it.each([
    ['128 bits', '4bf92f3577b34da6a3ce929d0e0e4736', 8, '4bf92f35'], ['64 bits filled up', '0000000000000000a3ce929d0e0e4736', 16, 'a3ce929d0e0e4736'],
    ['64 bits filled up, cut', '0000000000000000a3ce929d0e0e4736', 8, 'a3ce929d'], ['64 bits', 'a3ce929d0e0e4736', 8, 'a3ce929d'], ['zeros at its start only', '00000000577b34da6a3ce929d0e0e473', 8, '00000000'], ['empty', '', 8, ''],
  ] as const)('%s', (_name, traceId, digits, short) => {
    expect(shortTraceId(traceId, digits)).toBe(short);
  });
});
