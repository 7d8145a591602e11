import { describe, expect, it } from 'vitest';
import { notFoundSplit } from '@/lib/detectors/not-found-split';
import { gatherFleets } from '@/lib/detectors/not-found-split/counts';
import { findMissRuns } from '@/lib/detectors/not-found-split/instance-guard';
import { findLostHosts } from '@/lib/detectors/not-found-split/lost-hosts';
import { judgeSamples } from '@/lib/detectors/not-found-split/sampled';
import type { Lacking } from '@/test/support/protocols/not-found-contract';
import { scoreBatches, shareOf, unknownShare } from '@/test/support/protocols/not-found-score';
import { play, type Fault, type Plan } from '@/test/support/protocols/not-found-sessions';
import { toDetectorInput } from '@/test/support/protocols/not-found-signals';

const minutes = 32;
/** The rules were tuned on 1 to 10. */
const seeds = Array.from({ length: 20 }, (_, at) => at + 1);
const few = seeds.slice(0, 6);

describe('the replay protocol as batches of the contract, seeds 1 to 20', () => {
  it.each<[string, Fault, number]>([
    ['one pod without routes', 'pod', 1],
    ['one pod without routes in a scan of twenty times', 'pod', 20],
    ['one host lost', 'host', 1],
    ['one prefix of a host lost', 'prefix', 1],
    ['a WordPress host lost while WordPress is scanned', 'wordpress-lost', 1],
  ])('%s', (_name, fault, scan) => {
    const score = scoreBatches({ fault, scan, minutes }, scan > 1 ? few : seeds);
    expect(shareOf(score, 'scanner', 'scanner')).toBeGreaterThanOrEqual(0.95);
    expect(shareOf(score, 'route-miss', 'route-miss')).toBeGreaterThanOrEqual(0.98);
    expect(shareOf(score, 'route-miss', 'scanner')).toBeLessThanOrEqual(0.005);
    expect(shareOf(score, 'scanner', 'route-miss')).toBeLessThanOrEqual(0.005);
    expect(unknownShare(score)).toBeLessThanOrEqual(0.2);
  }, 60_000);

  it.each<[string, Fault, number]>([
    ['scan only', 'none', 1],
    ['twenty times the scan', 'none', 20],
    ['a new release, old asset hashes', 'old-assets', 1],
    ['a crawler on old addresses', 'old-urls', 1],
  ])('control: %s is no outage', (_name, fault, scan) => {
    const score = scoreBatches({ fault, scan, minutes }, scan > 1 ? few : seeds);
    expect(score.windows).toBeGreaterThan(50);
    expect(score.outages / score.windows).toBeLessThanOrEqual(0.01);
    expect(shareOf(score, 'scanner', 'scanner')).toBeGreaterThanOrEqual(0.95);
  }, 60_000);

  it('an application that is not routed yet is unknown: nobody knows that it should be there', () => {
    const score = scoreBatches({ fault: 'new-app', minutes }, few);
    expect(shareOf(score, 'new', 'unknown')).toBeGreaterThanOrEqual(0.98);
  }, 60_000);

  it.each<[string, Lacking[], number, number]>([
    ['no clients', ['client'], 0.95, 0.98],
    ['no miss shares', ['shares'], 0.95, 0.98],
    ['no user agents', ['user-agent'], 0.95, 0.98],
    ['nobody says who answered', ['responder'], 0.95, 0.98],
    ['no history: breadth and the step of the instance have to do', ['history'], 0.88, 0.95],
  ])('lacking fields, %s: less is told, nothing is turned round', (_name, lacking, scanner, routeMiss) => {
    const score = scoreBatches({ fault: 'pod', minutes }, few, lacking);
    expect(shareOf(score, 'scanner', 'scanner')).toBeGreaterThanOrEqual(scanner);
    expect(shareOf(score, 'route-miss', 'route-miss')).toBeGreaterThanOrEqual(routeMiss);
    expect(shareOf(score, 'route-miss', 'scanner')).toBeLessThanOrEqual(0.005);
  }, 60_000);

  it('neither clients nor history: a scan is still no outage', () => {
    const score = scoreBatches({ fault: 'none', scan: 20, minutes }, few.slice(0, 3), ['history', 'client']);
    expect(score.outages).toBe(0);
  }, 60_000);
});

function judge(plan: Plan) {
  const course = play(plan);
  const { input, truthOf } = toDetectorInput(course);
  const run = notFoundSplit.run(input);
  if (run.kind !== 'checked') throw new Error(run.why);
  const set = gatherFleets(input.signals, input.signals['not-found']!);
  const runs = set.fleets.flatMap((fleet) => findMissRuns(fleet, set.stepMs, input.params));
  const lost = set.fleets.flatMap((fleet) => findLostHosts(fleet, runs, input.params));
  const pairs = judgeSamples(input.traces!.samples, set, runs, lost).map(({ sample, verdict }) => `${truthOf.get(sample.traceId)}>${verdict.class}`);
  const rate = (truth: string, said: string) => pairs.filter((pair) => pair === `${truth}>${said}`).length / Math.max(1, pairs.filter((pair) => pair.startsWith(`${truth}>`)).length);
  return { course, rate, outages: run.findings.filter(({ kind }) => kind === 'routeless-instance' || kind === 'route-lost' || kind === 'zone-route-gap') };
}

describe('the replay protocol as counters and traces', () => {
  it.each(few)('seed %i: one pod without routes is found, its requests are told from the scan', (seed) => {
    const { course, rate, outages } = judge({ seed, fault: 'pod', minutes });
    expect(outages.map(({ subject }) => subject)).toEqual([`sk-${course.lostPod}`]);
    expect(rate('scanner', 'scanner')).toBeGreaterThanOrEqual(0.95);
    expect(rate('route-miss', 'route-miss')).toBeGreaterThanOrEqual(0.98);
    expect(rate('route-miss', 'scanner')).toBeLessThanOrEqual(0.02);
  });

  it.each(few)('seed %i: a lost WordPress is found while WordPress is scanned', (seed) => {
    const { course, rate, outages } = judge({ seed, fault: 'wordpress-lost', minutes });
    expect(outages.map(({ subject }) => subject)).toEqual([course.victim.replace(/\./g, '_')]);
    expect(rate('route-miss', 'route-miss')).toBeGreaterThanOrEqual(0.98);
    expect(rate('route-miss', 'scanner')).toBeLessThanOrEqual(0.02);
  });

  it.each(few)('seed %i: a scan, also of twenty times, is no outage', (seed) => {
    for (const scan of [1, 20]) {
      const { rate, outages } = judge({ seed, fault: 'none', scan, minutes });
      expect(outages).toEqual([]);
      expect(rate('scanner', 'scanner')).toBeGreaterThanOrEqual(0.95);
      expect(rate('scanner', 'route-miss')).toBe(0);
    }
  });

  it.each(few)('seed %i: what a lost prefix misses is never called noise', (seed) => {
    expect(judge({ seed, fault: 'prefix', minutes }).rate('route-miss', 'scanner')).toBeLessThanOrEqual(0.02);
  });
});
