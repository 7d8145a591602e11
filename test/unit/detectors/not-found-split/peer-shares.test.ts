import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InstanceCounts } from '@/lib/detectors/not-found-split/counts';
import { peerShareOf, peerSharesOf } from '@/lib/detectors/not-found-split/peer-shares';

const STEPS = 8;
const row = (most: number) => fc.array(fc.option(fc.integer({ min: 0, max: most }), { nil: null, freq: 4 }), { minLength: STEPS, maxLength: STEPS });
const instance = fc.record({ misses: row(6), requests: row(12) }).map(({ misses, requests }): InstanceCounts => ({
  proxy: 'p', instance: 'a', zone: 'z', requests, misses, answered: { proxy: misses, backend: [], unknown: [] }, routes: [], updated: [],
}));

describe('peerSharesOf', () => {
  it('gives what the definition gives, for each instance and each stretch', () => {
    fc.assert(fc.property(fc.array(instance, { minLength: 1, maxLength: 7 }), fc.integer({ min: -6, max: STEPS - 1 }), fc.integer({ min: -1, max: STEPS + 1 }), (fleet, first, last) => {
      const shares = peerSharesOf(fleet);
      fleet.forEach((own, which) => {
        expect(shares(which, first, last)).toBe(peerShareOf(fleet.filter((other) => other !== own), first, last));
      });
    }), { numRuns: 500 });
  });

  it('leaves the instance itself out', () => {
    const made = (misses: number): InstanceCounts => ({ proxy: 'p', instance: `${misses}`, zone: 'z', requests: [10], misses: [misses], answered: { proxy: [misses], backend: [], unknown: [] }, routes: [], updated: [] });
    const shares = peerSharesOf([made(10), made(1), made(2), made(3)]);
    expect([0, 1, 2, 3].map((own) => shares(own, 0, 0))).toEqual([0.2, 0.3, 0.3, 0.2]);
  });
});
