import { expect, it } from 'vitest';
import { missScrapes } from './counter-steps';
import { describeScenario } from './scenario-suite';
import { askedRange, metricsOnly, notFoundRun } from './weir';

describeScenario('routeless-canary', (truth) => {
  const event = truth.events.find((other) => other.kind === 'routeless-instance');
  const wave = truth.events.find((other) => other.kind === 'scanner-wave');
  expect(event?.trafficShare).toBeCloseTo(1 / 7, 1);
  expect(event?.notFound['route-miss']).toBe(truth.notFound.byClass['route-miss']);
  expect(event?.notFound['route-miss']).toBeGreaterThan(300);
  expect(wave?.notFound).toBeGreaterThan(1_500);
  expect(wave!.from).toBeGreaterThan(event!.from + 30_000);
  expect(wave!.from).toBeLessThan(event!.to - 20_000);
}, (run) => {
  const canary = () => {
    const { truth } = run();
    const event = truth.events.find((other) => other.kind === 'routeless-instance');
    if (event?.kind !== 'routeless-instance') throw new Error('no canary');
    return event;
  };

  it('is found by metrics alone as soon as the second scrape that shows it is in', async () => {
    const { truth, addresses } = run();
    const event = canary();
    const [, second] = await missScrapes(addresses.prometheus, event.instance, event.from - 5_000, event.to);
    expect(second! - event.from).toBeLessThanOrEqual(2.5 * truth.scrapeSeconds * 1000);
    const step = truth.scrapeSeconds * 1000;
    const { findings, detail } = await notFoundRun(metricsOnly(addresses), { from: truth.from, to: Math.ceil(second! / step) * step });
    expect(detail.targets).toBeNull();
    expect(findings).toMatchObject([{ kind: 'routeless-instance', subject: event.instance, severity: 'critical', ongoing: true, data: { instance: event.instance, zone: event.zone } }]);
    const [finding] = findings;
    if (finding?.kind !== 'routeless-instance') throw new Error('no finding');
    expect(Math.abs(finding.data.trafficShare - event.trafficShare)).toBeLessThan(0.08);
  });

  it('is told apart from the scan by metrics alone, with what it hit', async () => {
    const { truth, addresses } = run();
    const event = canary();
    const { findings, detail } = await notFoundRun(metricsOnly(addresses), askedRange(truth));
    expect(findings.filter(({ severity }) => severity !== 'info')).toMatchObject([{ kind: 'routeless-instance', subject: event.instance, ongoing: false }]);
    const hit = detail.instances.find(({ instance }) => instance === event.instance)?.hit;
    // Probes for hosts that have a route failed here for the lack of it, too; the truth calls those scanner.
    expect(hit!.requests).toBeGreaterThan(0.9 * event.notFound['route-miss']);
    expect(hit!.requests).toBeLessThan(event.notFound['route-miss'] + event.notFound.scanner);
    expect(Math.abs(hit!.first - event.from)).toBeLessThanOrEqual(2 * truth.scrapeSeconds * 1000);
    expect(Math.abs(hit!.last - event.to)).toBeLessThanOrEqual(3 * truth.scrapeSeconds * 1000);
  });
});
