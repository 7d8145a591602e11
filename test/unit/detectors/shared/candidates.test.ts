import { expect, it } from 'vitest';
import { candidatesFor } from '@/lib/detectors/shared/change-points/pelt';

it.each([
  ['a usual range keeps all that are asked for', 5_000, 1_000, 1_000],
  ['so do two hundred thousand points', 200_000, 1_000, 1_000],
  ['a million points keep fewer', 1_000_000, 1_000, 200],
  ['however long, some stay', 1e9, 1_000, 100],
  ['never more than asked for', 1e9, 10, 10],
  ['no points', 0, 1_000, 1_000],
])('%s', (_name, points, most, kept) => {
  expect(candidatesFor(points, most)).toBe(kept);
});
