import { expect, it } from 'vitest';
import { describeScenario } from './scenario-suite';
import { askedRange, metricsOnly, notFoundRun } from './weir';

describeScenario('scanner-noise', (truth) => {
  const wave = truth.events.find((event) => event.kind === 'scanner-wave');
  expect(wave?.notFound).toBeGreaterThan(2_000);
  expect(truth.notFound.byAsk.scanner?.application).toBeGreaterThan(0);
  expect(truth.notFound.byClass.scanner).toBeGreaterThan(5 * truth.notFound.byClass.benign);
  expect(truth.notFound.byClass['route-miss']).toBe(0);
}, (run) => {
  it('raises nothing that pages by metrics alone, though one pod gets half of the scans', async () => {
    const { truth, addresses } = run();
    const whole = askedRange(truth);
    const wave = truth.events.find((event) => event.kind === 'scanner-wave')!;
    // Asked at any moment of it, not only afterwards.
    const moments = 'to' in wave ? [10, 20, 50, 60, 70, 80].map((seconds) => Math.min(whole.to, wave.from + seconds * 1000)) : [];
    expect(moments).toHaveLength(6);
    for (const to of [...moments, whole.to]) {
      const { findings } = await notFoundRun(metricsOnly(addresses), { from: whole.from, to });
      expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    }
  });
});
