import { describe, expect, it } from 'vitest';
import type { Finding } from '@/lib/domain/findings';
import { notFoundClasses } from '@/lib/domain/not-found-detail';
import { notFoundSplit } from '@/lib/detectors/not-found-split';
import { gatherFleets } from '@/lib/detectors/not-found-split/counts';
import { findMissRuns } from '@/lib/detectors/not-found-split/instance-guard';
import { findLostHosts } from '@/lib/detectors/not-found-split/lost-hosts';
import { judgeSamples } from '@/lib/detectors/not-found-split/sampled';
import { replay, type Replay } from '@/test/support/protocols/not-found-replay';

function check(options: Replay) {
  const made = replay(options);
  const run = notFoundSplit.run(made.input);
  if (run.kind !== 'checked') throw new Error(run.why);
  const step = (at: number) => (at - made.input.range.from) / made.input.range.stepMs;
  return { ...run, made, kinds: run.findings.map((one: Finding) => `${one.kind} ${one.subject}`), span: (one: Finding) => [step(one.from), step(one.to)] as const };
}

/** Largest distance of a class from the truth, as share of all 404s. */
function worst({ made, detail }: ReturnType<typeof check>): number {
  return Math.max(...notFoundClasses.map((name) => Math.abs(detail.parts.find((part) => part.class === name)!.requests - made.truth[name]) / detail.requests));
}

const seeds = [1, 2, 3, 4, 5];

describe('the replay of seven instances', () => {
  it.each(seeds)('seed %i: background scan alone is no finding', (seed) => {
    const run = check({ seed });
    expect(run.findings).toEqual([]);
    expect(worst(run)).toBeLessThan(0.05);
  });

  it.each(seeds)('seed %i: one pod without routes, found within two scrapes with its share of traffic', (seed) => {
    const run = check({ seed, routeless: { instance: 'sk-canary', from: 40, to: 90 } });
    expect(run.kinds).toEqual(['routeless-instance sk-canary']);
    const [finding] = run.findings;
    expect(run.span(finding!)).toEqual([40, 89]);
    expect(finding).toMatchObject({ severity: 'critical', ongoing: false, data: { zone: 'c', routes: 2, fleetRoutes: 40 } });
    expect(finding!.kind === 'routeless-instance' && finding!.data.trafficShare).toBeCloseTo(1 / 7, 1);
    expect(worst(run)).toBeLessThan(0.05);
  });

  it('two scrapes of it are enough, by miss counters alone and with less confidence', () => {
    const fault = { seed: 6, steps: 42, routeless: { instance: 'sk-canary', from: 40, to: 42 } };
    const [bare, full] = [check({ ...fault, sampleLimit: 0, withRoutes: false }), check(fault)];
    expect(bare.kinds).toEqual(['routeless-instance sk-canary']);
    expect(bare.findings[0]!.ongoing).toBe(true);
    expect(bare.findings[0]!.confidence).toBeLessThan(full.findings[0]!.confidence);
    expect(check({ ...fault, steps: 41 }).findings).toEqual([]);
  });

  it.each(seeds)('seed %i: one host lost on all instances', (seed) => {
    const run = check({ seed, lostHost: { host: 'drupal.example.org', from: 50, to: 110 } });
    expect(run.kinds).toEqual(['route-lost drupal_example_org']);
    expect(run.span(run.findings[0]!)).toEqual([50, 109]);
    expect(worst(run)).toBeLessThan(0.05);
  });

  it.each(seeds)('seed %i: the routes of one zone missing', (seed) => {
    const run = check({ seed, zoneGap: { zone: 'b', from: 50, to: 80 } });
    expect(run.kinds).toEqual(['zone-route-gap b']);
    expect(worst(run)).toBeLessThan(0.05);
  });

  it.each(seeds)('seed %i: twenty times the scan is information, it pages nobody', (seed) => {
    const run = check({ seed, wave: { times: 20, from: 60, to: 100 } });
    expect(run.kinds).toEqual(['scanner-wave skipper']);
    expect(run.findings[0]!.severity).toBe('info');
    expect(worst(run)).toBeLessThan(0.05);
  });

  it.each(seeds)('seed %i: scan and lost pod at once are told apart', (seed) => {
    const run = check({ seed, wave: { times: 20, from: 60, to: 100 }, routeless: { instance: 'sk-b1', from: 40, to: 90 } });
    expect([...run.kinds].sort()).toEqual(['routeless-instance sk-b1', 'scanner-wave skipper']);
    expect(worst(run)).toBeLessThan(0.05);
  });

  it.each(seeds)('seed %i: each sampled request is told: few probes called route miss, no miss called noise', (seed) => {
    const { input, truthOf } = replay({ seed, routeless: { instance: 'sk-canary', from: 40, to: 60 }, lostHost: { host: 'drupal.example.org', from: 70, to: 100 }, sampleLimit: 5000 });
    const set = gatherFleets(input.signals, input.signals['not-found']!);
    const runs = set.fleets.flatMap((fleet) => findMissRuns(fleet, set.stepMs, input.params));
    const lost = set.fleets.flatMap((fleet) => findLostHosts(fleet, runs, input.params));
    const seen = judgeSamples(input.traces!.samples, set, runs, lost).map(({ sample, verdict }) => [truthOf.get(sample.traceId), verdict.class] as const);
    const rate = (truth: string, said: string) => seen.filter(([one, two]) => one === truth && two === said).length / seen.filter(([one]) => one === truth).length;
    expect(rate('scanner', 'scanner')).toBeGreaterThanOrEqual(0.94);
    expect(rate('route-miss', 'route-miss')).toBeGreaterThanOrEqual(0.95);
    expect(rate('scanner', 'route-miss')).toBeLessThan(0.02);
    expect(rate('route-miss', 'scanner')).toBeLessThan(0.02);
    expect(rate('application', 'application')).toBe(1);
    expect(rate('benign', 'benign')).toBe(1);
  });
});
