import { describe, expect, it } from 'vitest';
import { notFoundSplit } from '@/lib/detectors/not-found-split';
import { gatherFleets } from '@/lib/detectors/not-found-split/counts';
import { explain } from '@/lib/detectors/not-found-split/explain';
import type { Lacking } from '@/test/support/protocols/not-found-contract';
import { scoreBatches, shareOf, unknownShare } from '@/test/support/protocols/not-found-score';
import { play, type Course, type Event, type Fault, type Plan } from '@/test/support/protocols/not-found-sessions';
import { toDetectorInput } from '@/test/support/protocols/not-found-signals';

const minutes = 32;
/** The rules were tuned on 1 to 10. */
const seeds = Array.from({ length: 20 }, (_, at) => at + 1);
const few = seeds.slice(0, 6);
const fresh = Array.from({ length: 20 }, (_, at) => at + 111);

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

function judge(plan: Plan, change: (course: Course) => Course = (course) => course) {
  const course = change(play(plan));
  const { input, truthOf } = toDetectorInput(course);
  const run = notFoundSplit.run(input);
  if (run.kind !== 'checked') throw new Error(run.why);
  const set = gatherFleets(input.signals, input.signals['not-found']!);
  const pairs = explain(input, set).judged!.map(({ sample, verdict }) => `${truthOf.get(sample.traceId)}>${verdict.class}`);
  const rate = (truth: string, said: string) => pairs.filter((pair) => pair === `${truth}>${said}`).length / Math.max(1, pairs.filter((pair) => pair.startsWith(`${truth}>`)).length);
  const part = run.detail.parts.find(({ class: name }) => name === 'route-miss')!.requests;
  return { course, rate, part, outages: run.findings.filter(({ kind }) => OUTAGES.has(kind)) };
}

const OUTAGES = new Set(['routeless-instance', 'route-lost', 'zone-route-gap', 'fleet-route-loss']);

/** What of a lost prefix can be seen at all: a tenth of its host's requests, and enough of them. */
function visible({ events, victim, begin, end }: Course): boolean {
  const lost = events.filter(({ truth }) => truth === 'route-miss').length;
  return lost >= 40 && lost >= 0.1 * events.filter(({ host, at }) => host === victim && begin <= at && at < end).length;
}

/** A fifth of the victim's visits ask for something new besides, from the beginning of the fault on. */
function withUnrouted(course: Course): Course {
  const asked = course.events.filter(({ host, at, served }) => served && host === course.victim && course.begin <= at && at < course.end).filter((_, at) => at % 5 === 0);
  const events = asked.map((event, at): Event => ({ ...event, pod: at % course.pods, path: `/shop2/items/${at % 9}`, template: '/shop2/items/*', truth: 'new', served: false }));
  return { ...course, events: [...course.events, ...events].sort((a, b) => a.at - b.at) };
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

  it.each<[string, readonly number[]]>([['1 to 20', seeds], ['111 to 130, not used for tuning', fresh]])('a lost prefix of a host is found where it can be seen, seeds %s', (_name, list) => {
    const all = list.map((seed) => judge({ seed, fault: 'prefix', minutes }));
    const seen = all.filter(({ course }) => visible(course));
    const found = seen.filter(({ outages: [first, ...more], course }) => first?.kind === 'route-lost' && first.data.prefix !== undefined && first.subject.startsWith(course.victim) && more.length === 0);
    const recall = seen.reduce((sum, { rate }) => sum + rate('route-miss', 'route-miss'), 0) / seen.length;
    expect(seen.length).toBeGreaterThanOrEqual(10);
    expect(found.length / seen.length).toBeGreaterThanOrEqual(0.9);
    expect(recall).toBeGreaterThanOrEqual(0.9);
    expect(all.filter(({ rate }) => rate('route-miss', 'scanner') > 0.02 || rate('scanner', 'route-miss') > 0.02)).toEqual([]);
    for (const { part, course } of found) {
      const lost = course.events.filter(({ truth }) => truth === 'route-miss').length;
      expect(part).toBeGreaterThan(0.8 * lost);
      expect(part).toBeLessThan(1.2 * lost);
    }
  }, 60_000);

  it.each<Fault>(['none', 'old-assets', 'old-urls', 'new-app', 'removed'])('control: %s takes no route away', (fault) => {
    expect(fresh.slice(0, 8).flatMap((seed) => judge({ seed, fault, minutes }).outages)).toEqual([]);
  }, 60_000);

  it('control: a prefix that was never routed, asked for by the visitors of a served host', () => {
    expect(fresh.slice(0, 8).flatMap((seed) => judge({ seed, fault: 'none', minutes }, withUnrouted).outages)).toEqual([]);
  }, 60_000);

  it.each<Fault>(['host', 'wordpress-lost'])('one fault is one finding: %s', (fault) => {
    const some = fresh.slice(0, 10);
    expect(some.map((seed) => judge({ seed, fault, minutes }).outages.map(({ kind }) => kind))).toEqual(some.map(() => ['route-lost']));
  }, 60_000);
});
