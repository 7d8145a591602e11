import { describe, expect, it } from 'vitest';
import { notFoundSplit } from '@/lib/detectors/not-found-split';
import { WINDOW_STEPS, missWindow, type Window } from '@/test/support/protocols/miss-windows';

const seeds = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);

/** Findings that page: those that are more than information. */
function paging({ input }: Window): string[] {
  const run = notFoundSplit.run(input);
  if (run.kind !== 'checked') throw new Error(run.why);
  return run.findings.filter(({ severity }) => severity !== 'info').map(({ kind, subject }) => `${kind} ${subject}`);
}

describe('windows of ten minutes, by counters alone', () => {
  it.each([
    ['nothing but base noise', {}],
    ['a scan spread over the fleet', { spread: 1 }],
    ['a scan far above the traffic', { spread: 5 }],
    ['a scan on one kept-open connection', { sticky: 0.3 }],
    ['a scan far above the traffic on one connection', { sticky: 3 }],
    ['both', { spread: 0.5, sticky: 0.5 }],
  ])('%s: at most 1 %% of windows alarm', (_name, kind) => {
    const alarms = seeds(1, 200).flatMap((seed) => (paging(missWindow(seed, kind)).length > 0 ? [seed] : []));
    expect(alarms.length).toBeLessThanOrEqual(2);
  });

  it.each([
    ['alone', {}],
    ['in a scan spread over the fleet', { spread: 0.5 }],
    ['in a scan on one connection', { sticky: 0.3 }],
  ])('a pod without routes %s is found', (_name, kind) => {
    const windows = seeds(1001, 100).map((seed) => missWindow(seed, { ...kind, routelessAt: WINDOW_STEPS - 12 }));
    const missed = windows.filter((one) => !paging(one).some((found) => found.endsWith(one.faulty) || found.startsWith('zone-route-gap')));
    expect(missed.length).toBeLessThanOrEqual(2);
  });

  it.each([['alone', {}], ['in a scan spread over the fleet', { spread: 0.5 }]])('the routes of the whole fleet lost %s are found', (_name, kind) => {
    const windows = seeds(2001, 100).map((seed) => missWindow(seed, { ...kind, wipedAt: WINDOW_STEPS - 12 }));
    expect(windows.filter((one) => !paging(one).includes('fleet-route-loss p')).length).toBeLessThanOrEqual(2);
  });
});
