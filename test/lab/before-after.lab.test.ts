import { expect, it } from 'vitest';
import { describeScenario } from './scenario-suite';
import type { Truth } from './truth';
import { askedRange, signal } from './weir';

const eventsOf = <K extends Truth['events'][number]['kind']>(truth: Truth, kind: K) => truth.events.filter((event): event is Extract<Truth['events'][number], { kind: K }> => event.kind === kind);

describeScenario('before-after', (truth) => {
  const [change] = eventsOf(truth, 'switch');
  expect([change?.flipsBefore, change?.flipsAfter]).toEqual([10, 0]);
  const flips = eventsOf(truth, 'flip');
  expect(flips).toHaveLength(11);
  expect(flips.at(-1)?.to).toBe('concentrated');
  expect(eventsOf(truth, 'regime').at(-1)?.shares['eu-central-1b']).toBeGreaterThan(0.75);
}, (run) => {
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
