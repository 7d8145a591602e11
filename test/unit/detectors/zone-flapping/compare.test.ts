import { describe, expect, it } from 'vitest';
import { epochMs, millis } from '@/lib/domain/units';
import type { ZoneDetail } from '@/lib/domain/zone-detail';
import { compareWindows } from '@/lib/detectors/zone-flapping/compare';
import { proposeMoments } from '@/lib/detectors/zone-flapping/propose-moments';

const T0 = 1_780_000_000_000;
const MINUTE = 60_000;
const at = (minute: number) => epochMs(T0 + minute * MINUTE);

/** One fleet over `minutes`, flips at the given minutes, to concentrated first. */
function detail(minutes: number, flips: readonly number[], more: { p99?: (i: number) => number } = {}): ZoneDetail {
  const times = Array.from({ length: minutes * 4 + 1 }, (_, i) => epochMs(T0 + i * 15_000));
  const state = (i: number) => (i % 2 === 0 ? ('concentrated' as const) : ('spread' as const));
  const hot = (time: number) => flips.filter((minute) => at(minute) <= time).length % 2 === 1;
  const bounds = [0, ...flips, minutes];
  const share = (zone: string, time: number) => (zone === 'a' ? (hot(time) ? 80 : 50) : hot(time) ? 20 : 50);
  const byZone = (value: (zone: string, i: number) => number) => Object.fromEntries(['a', 'b'].map((zone) => [zone, times.map((_, i) => value(zone, i))]));
  return {
    at: times, stepMs: millis(15_000), hintedShare: null, forecast: [],
    fleets: [{
      proxy: 'skipper', zones: ['a', 'b'], rps: byZone((zone, i) => share(zone, times[i]!)), expectedShare: { basis: 'uniform', byZone: byZone(() => 0.5) },
      readyPods: null, unknownRps: null, harm: [], latency: more.p99 ? { p50: {}, p99: byZone((_, i) => more.p99!(i)) } : null, errors: null,
      regimes: bounds.slice(1).map((to, i) => ({ from: at(bounds[i]!), to: at(to), state: state(i + 1), shares: {} })),
      flips: flips.map((minute, i) => ({ at: at(minute), from: state(i + 1), to: state(i), distance: 0.3, gaining: [], losing: [], cause: { code: 'unknown' as const, confidence: 0, evidence: [] } })),
    }],
  };
}

const every = (from: number, to: number, step: number) => Array.from({ length: Math.floor((to - from) / step) }, (_, i) => from + i * step);
const compared = (data: ZoneDetail, minute: number) => compareWindows(data, at(minute))[0]!;

describe('did it help?', () => {
  it.each([
    ['an hour of flips, then an hour of none', detail(120, every(5, 60, 5)), 60, 'helped', 'fewer-flips'],
    ['the same before and after', detail(240, every(5, 240, 5)), 120, 'no-difference', 'same-flips'],
    ['calm, then flips', detail(120, every(65, 120, 5)), 60, 'worse', 'more-flips'],
    ['three minutes after', detail(63, every(5, 60, 5)), 60, 'cannot-tell', 'after-too-short'],
    ['two flips before, none after', detail(120, [20, 30]), 60, 'cannot-tell', 'too-few-flips'],
    ['nothing flips at all', detail(120, []), 60, 'cannot-tell', 'no-flips-at-all'],
    ['a moment at the end', detail(60, every(5, 60, 5)), 60, 'cannot-tell', 'outside-range'],
    ['half a minute after', detail(61, every(5, 60, 5)), 60.5, 'cannot-tell', 'after-unknown'],
    ['a few flips, then not quiet for longer than once before', detail(200, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 90, 91]), 100, 'cannot-tell', 'after-too-short'],
  ] as const)('%s', (_name, data, minute, verdict, reason) => {
    expect(compared(data, minute)).toMatchObject({ verdict, reason });
  });

  it('says the figures: rates, ratio and its interval', () => {
    const found = compared(detail(120, every(5, 60, 5)), 60);
    expect(found.before).toMatchObject({ flips: 11, flipsPerDay: 264 });
    expect(found.after).toMatchObject({ flips: 0, flipsPerDay: 0, concentratedShare: 1 });
    expect(found.rateRatio).toMatchObject({ value: 0, low: 0 });
    expect(found.rateRatio!.high).toBeLessThan(0.5);
    expect(found.text).toMatch(/^Helped: 11 flips in 60 minutes before \(264 a day\), 0 in 60 minutes after/);
    expect(found.caveats[0]).toContain('Traffic is now concentrated 100 % of the time');
  });

  it('the flip of the change itself is on neither side', () => {
    expect(compared(detail(120, [...every(5, 60, 5), 60]), 60)).toMatchObject({ before: { flips: 11 }, after: { flips: 0 } });
  });

  it('fewer flips do not hide a worse p99', () => {
    const found = compared(detail(120, every(5, 60, 5), { p99: (i) => (i < 240 ? 0.1 : 0.3) }), 60);
    expect(found.verdict).toBe('helped');
    expect(found.harm.map(({ verdict }) => verdict)).toEqual(['worse', 'worse']);
    expect(found.caveats.join(' ')).toContain('p99 3.00 times');
  });

  it('no latency is said, not taken for no harm', () => {
    expect(compared(detail(120, every(5, 60, 5)), 60).caveats.at(-1)).toContain('on flips alone');
  });

  it('answers JSON without Infinity', () => {
    expect(compared(detail(120, every(65, 120, 5)), 60).rateRatio).toMatchObject({ value: null, high: null });
  });
});

describe('a moment worth comparing', () => {
  it('is where a pattern of flips stops', () => {
    expect(proposeMoments(detail(120, every(5, 60, 5)))).toMatchObject([{ proxy: 'skipper', at: T0 + 55 * MINUTE + 15_000 }]);
  });
  it.each([
    ['flips that go on', detail(120, every(5, 120, 5))],
    ['too few flips', detail(120, [5, 10, 15])],
    ['no flips', detail(120, [])],
  ])('is not proposed for %s', (_name, data) => expect(proposeMoments(data)).toEqual([]));
});

describe('a moment at which a service was switched', () => {
  const stops = detail(120, every(5, 60, 5));
  const change = (minute: number, to: 'auto' | 'none' = 'none', service = 'x/ingress') => ({ service, at: at(minute), to });
  /** The fleet's own service is `service`; undefined: it is not found. */
  const moments = (changes: readonly ReturnType<typeof change>[], service: string | undefined = 'x/ingress', data = stops) => {
    const fleets = data.fleets.map((fleet) => ({ ...fleet, expectedShare: { ...fleet.expectedShare, ...(service === '' ? {} : { service }) } }));
    return proposeMoments({ ...data, fleets, topologyModes: { auto: [], changes } });
  };
  it('is proposed with the service, instead of the guess that belongs to it', () => {
    expect(moments([change(58)])).toEqual([{ proxy: 'skipper', at: at(58), why: 'Service x/ingress lost the annotation topology-mode: Auto.' }]);
  });
  it('comes before a guess of another time', () => {
    expect(moments([change(100, 'auto')]).map((moment) => [moment.at, moment.why.includes('got')])).toEqual([[at(100), true], [at(55) + 15_000, false]]);
  });
  it('needs no flips', () => expect(moments([change(30)], 'x/ingress', detail(60, []))).toHaveLength(1));
  it('is the last of several', () => expect(moments([change(20, 'none'), change(40, 'auto'), change(58)])[0]!.at).toBe(at(58)));
  it('of another service says nothing of this fleet', () => expect(moments([change(100, 'none', 'x/other')])).toEqual(proposeMoments(stops)));
  it('of some service where the own one is not known says so', () => {
    expect(moments([change(58, 'none', 'x/other')], '')[0]!.why).toBe('Service x/other lost the annotation topology-mode: Auto. Whether it is the service in front of skipper is not known.');
  });
});
