import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hintsHold, unsafeReplicas } from '@/lib/detectors/shared/hints';

const equal = (zones: number, cpu: number) => Object.fromEntries(Array.from({ length: zones }, (_, z) => [`z${z}`, cpu]));

describe('unsafeReplicas', () => {
  it.each([
    ['three equal zones', equal(3, 12), [1, 2, 4, 5, 8, 11]],
    ['two equal zones', equal(2, 8), [1, 3, 5]],
    ['four equal zones', equal(4, 3.5), [1, 2, 3, 5, 6, 7, 10, 11, 15]],
    ['40/35/25', { a: 40, b: 35, c: 25 }, [1, 2, 4, 5, 7]],
    ['50/25/25', { a: 0.5, b: 0.25, c: 0.25 }, [1, 2, 3, 5, 6, 10]],
  ])('%s', (_name, cpu, unsafe) => {
    expect(unsafeReplicas(cpu, 1, 60).unsafe).toEqual(unsafe);
  });

  it.each([
    [0.5, true], [0.59, true], [0.6, true], [0.601, false], [0.65, false], [0.69, false], [0.699, false], [0.7, true], [0.8, true], [0.9, true], [0.901, false],
  ])('4 endpoints in 2 zones, larger zone %d of the CPU: safe %s', (share, safe) => {
    expect(hintsHold({ a: share, b: Number((1 - share).toFixed(6)) }, 4).safe).toBe(safe);
  });

  it('a tie fits: 0.6 * 4 / 1.2 is exactly 2', () => {
    expect(hintsHold({ a: 0.6, b: 0.4 }, 4).minimum).toEqual({ a: 2, b: 2 });
  });

  it('marks a tie that float64 rounds up: 0.4 * 3 / 1.2 is 1 on paper', () => {
    const rows = unsafeReplicas({ a: 40, b: 35, c: 25 }, 1, 60).perReplica;
    expect(rows.filter((row) => row.tie).map((row) => row.replicas)).toEqual([3, 6]);
    expect(rows[2]).toMatchObject({ safe: true, needed: 3, minimum: { a: 1, b: 1, c: 1 } });
  });

  it('says why', () => {
    expect(hintsHold(equal(3, 1), 2).reason).toBe('fewer-endpoints-than-zones');
    expect(hintsHold(equal(3, 1), 4)).toMatchObject({ reason: 'overload-rule', needed: 6 });
    expect(hintsHold({ a: 4 }, 4)).toMatchObject({ reason: 'one-zone', safe: false });
    expect(hintsHold(equal(3, 1), 6)).toMatchObject({ reason: 'fits', safe: true });
  });

  it('does not depend on the unit of CPU', () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 2, maxLength: 5 }), fc.integer({ min: 1, max: 40 }), (cpu, to) => {
      const table = (unit: number) => unsafeReplicas(Object.fromEntries(cpu.map((value, z) => [`z${z}`, value * unit])), 1, to).unsafe;
      expect(table(1000)).toEqual(table(1));
    }));
  });

  it.each([
    ['no CPU at all', { a: 0, b: 0 }, 1, 3], ['negative CPU', { a: -1, b: 2 }, 1, 3], ['NaN', { a: NaN }, 1, 3],
    ['no replicas', { a: 1 }, 0, 3], ['reversed range', { a: 1 }, 5, 3], ['fraction', { a: 1 }, 1.5, 3], ['a huge range', { a: 1 }, 1, 1e9],
  ])('refuses %s', (_name, cpu: Record<string, number>, from, to) => {
    expect(() => unsafeReplicas(cpu, from, to)).toThrow(RangeError);
  });

  it('says when decimals were cut', () => {
    expect(unsafeReplicas({ a: 1 / 3, b: 2 / 3 }, 1, 3).exact).toBe(false);
    expect(unsafeReplicas({ a: 0.1, b: 0.2 }, 1, 3).exact).toBe(true);
  });
});
