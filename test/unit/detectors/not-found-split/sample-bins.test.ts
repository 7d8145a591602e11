import { describe, expect, it } from 'vitest';
import { defaultParams } from '@/lib/detectors/not-found-split/params';
import { splitShares } from '@/lib/detectors/not-found-split/sample-bins';
import type { JudgedSample } from '@/lib/detectors/not-found-split/sampled';
import type { NotFoundClass } from '@/lib/domain/not-found-detail';

/** Only step and class matter for the bins. */
function judged(step: number, kind: NotFoundClass): JudgedSample {
  return { step, explained: false, verdict: { class: kind, logOdds: 0, evidence: [] }, sample: {} as JudgedSample['sample'] };
}

const shareOf = (shares: ReturnType<typeof splitShares>, step: number, kind: NotFoundClass) => shares[step]?.find((one) => one.class === kind)?.share;

describe('splitShares', () => {
  // 30 calm steps of 5 s with 4 requests each, then a wave of 30 steps with 200 each: the wave begins within a minute, not at its edge.
  const start = 31;
  const counts = Array.from({ length: 62 }, (_, step) => (step < start ? 4 : 200));
  // The newest traces of each minute win in a bounded search: as many of the calm as of the wave.
  const samples = counts.flatMap((_, step) => [0, 1].map(() => judged(step, step < start ? 'benign' : 'scanner')));
  const shares = splitShares(counts, samples, 5_000, defaultParams);

  it.each([start, start + 1, start + 4, start + 20])('step %i of the wave has none of the calm before it', (step) => {
    expect(shareOf(shares, step, 'scanner')).toBe(1);
  });
  it.each([0, start - 5, start - 1])('step %i of the calm has none of the wave', (step) => {
    expect(shareOf(shares, step, 'benign')).toBe(1);
  });
  it('claims nothing where too few samples lie near', () => {
    expect(splitShares([10, 10, 10], [judged(0, 'scanner')], 5_000, defaultParams)).toEqual([null, null, null]);
  });
  it('has no axis and no samples: nothing', () => {
    expect(splitShares([], [], 5_000, defaultParams)).toEqual([]);
  });
});
