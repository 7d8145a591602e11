import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseProxyStatus } from '@/lib/detectors/hop-verdict';

describe('parseProxyStatus', () => {
  it('reads the members from the origin to the client', () => {
    expect(parseProxyStatus('cdn.example; received-status=502, "edge 1"; error=connection_refused; next-hop="10.0.0.7:80"; details="x, y"')).toEqual([
      { name: 'cdn.example', error: null, receivedStatus: 502, nextHop: null, details: null },
      { name: 'edge 1', error: 'connection_refused', receivedStatus: null, nextHop: '10.0.0.7:80', details: 'x, y' },
    ]);
  });

  it.each(['a; error=', '"', 'a,,b', 'x'.repeat(9000)])('what is no structured list says nothing: %.20s', (field) => {
    expect(parseProxyStatus(field)).toBeNull();
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ maxLength: 200 }), (field) => {
      const members = parseProxyStatus(field);
      expect(members === null || Array.isArray(members)).toBe(true);
    }));
  });
});
