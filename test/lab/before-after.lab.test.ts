import { expect, it } from 'vitest';
import { compareWindows } from '../../lib/detectors/zone-flapping/compare';
import { proposeMoments } from '../../lib/detectors/zone-flapping/propose-moments';
import { epochMs } from '../../lib/domain/units';
import { comparisonMismatches } from './expectations';
import { describeScenario } from './scenario-suite';
import type { Truth } from './truth';
import { askedRange, signal, zoneDetail } from './weir';

const eventsOf = <K extends Truth['events'][number]['kind']>(truth: Truth, kind: K) => truth.events.filter((event): event is Extract<Truth['events'][number], { kind: K }> => event.kind === kind);

describeScenario('before-after', (truth) => {
  const [change] = eventsOf(truth, 'switch');
  expect([change?.flipsBefore, change?.flipsAfter]).toEqual([9, 0]);
  const flips = eventsOf(truth, 'flip');
  expect(flips).toHaveLength(10);
  expect(flips.at(-1)?.to).toBe('concentrated');
  expect(eventsOf(truth, 'regime').at(-1)?.shares['eu-central-1b']).toBeGreaterThan(0.75);
}, (run) => {
  it('is judged as helped, and the other fleet, which never flipped, as not to be told', async () => {
    const { truth, addresses } = run();
    const [change] = eventsOf(truth, 'switch');
    const comparisons = compareWindows(await zoneDetail(addresses, askedRange(truth)), epochMs(change!.at));
    expect(comparisonMismatches(truth, comparisons, 'helped')).toEqual([]);
    const seen = comparisons.find((comparison) => comparison.proxy === change!.proxy)!;
    expect(seen.after.concentratedShare).toBeGreaterThan(0.9);
    expect(seen.rateRatio!.high).toBeLessThan(1);
    expect(comparisons.filter((comparison) => comparison.proxy !== change!.proxy).map(({ verdict }) => verdict)).toEqual(['cannot-tell']);
  });

  it('is not judged while the window after is too short', async () => {
    const { truth, addresses } = run();
    const [change] = eventsOf(truth, 'switch');
    const detail = await zoneDetail(addresses, { from: truth.from, to: change!.tooShortTo });
    expect(comparisonMismatches(truth, compareWindows(detail, epochMs(change!.at)), 'cannot-tell')).toEqual([]);
  });

  it('has the moment of the switch proposed', async () => {
    const { truth, addresses } = run();
    const [change] = eventsOf(truth, 'switch');
    const proposed = proposeMoments(await zoneDetail(addresses, askedRange(truth))).filter(({ proxy }) => proxy === change!.proxy);
    expect(proposed).toHaveLength(1);
    expect(Math.abs(proposed[0]!.at - change!.at)).toBeLessThanOrEqual(2 * truth.scrapeSeconds * 1000);
  });

  it("shows by Envoy's own counters when its zone-aware routing stopped and began again", async () => {
    const { truth, addresses } = run();
    const [stop, start] = eventsOf(truth, 'zone-routing');
    const frame = await signal(addresses, 'zone-routing', askedRange(truth));
    const rate = (mode: string, from: number, to: number) => {
      const values = frame.series.filter((series) => series.labels.mode === mode).flatMap((series) => series.values.filter((_, i) => frame.at[i]! > from && frame.at[i]! <= to));
      return values.reduce<number>((sum, value) => sum + (value ?? 0), 0) / Math.max(1, values.length);
    };
    const late = 2 * truth.scrapeSeconds * 1000;
    expect(rate('routing_all_directly', stop!.at - 60_000, stop!.at)).toBeGreaterThan(10);
    expect(rate('routing_all_directly', stop!.at + late, start!.at)).toBe(0);
    expect(rate('routing_all_directly', start!.at + late, start!.at + 60_000)).toBeGreaterThan(10);
    // Envoy counts this one when its endpoints change, not by request.
    expect(rate('cluster_too_small', stop!.at - late, stop!.at + late)).toBeGreaterThan(0);
  });
});
