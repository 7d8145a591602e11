import { describe, expect, it } from 'vitest';
import { detectZoneFlapping, type ZoneFlappingOutput } from '@/lib/detectors/zone-flapping/detect';
import { eventScore, makeZoneSample, type ZoneCase, type ZoneFault } from '../../../support/protocols/zones';

/** Quick form of the injection protocol: few seeds of 6 h at 30 s, 3 % of the steps missing. */
const SEEDS = [1, 2, 3, 4];
const STEP = 30;
const calmNoise = { rps: 200, precision: 500 };
const noisy = { rps: 5, precision: 40 };

const outputs = (fault: ZoneFault, over: Partial<ZoneCase>) => SEEDS.map((seed) => {
  const sample = makeZoneSample({ seed, zones: 3, steps: 720, stepSeconds: STEP, missing: 0.03, ...calmNoise, ...over, fault });
  return { sample, output: detectZoneFlapping({ start: 0, stepSeconds: STEP, zones: sample.zones, readyPods: sample.readyPods }) };
});

const kindsOf = (output: ZoneFlappingOutput) => (output.kind === 'checked' ? output.findings.map(({ kind }) => kind) : ['not-checked']);

function excursions(output: ZoneFlappingOutput): { from: number; to: number }[] {
  if (output.kind !== 'checked') return [];
  const step = (at: number) => at / (STEP * 1000);
  return output.flips.flatMap((flip, i) => {
    const back = output.flips[i + 1];
    return flip.to === 'concentrated' && back ? [{ from: step(flip.at), to: step(back.at) }] : [];
  });
}

function eventF1(fault: ZoneFault, over: Partial<ZoneCase>): number {
  const total = { hits: 0, truth: 0, found: 0 };
  for (const { sample, output } of outputs(fault, over)) {
    const score = eventScore(sample.truth, excursions(output), 4);
    total.hits += score.hits;
    total.truth += score.truth;
    total.found += score.found;
  }
  return (2 * total.hits) / (total.truth + total.found);
}

describe('injected flaps are found with both ends', () => {
  it.each([
    [0.5, 200, calmNoise, 0.98], [0.6, 200, calmNoise, 0.98], [0.75, 200, calmNoise, 0.98], [0.95, 200, calmNoise, 0.98],
    [0.6, 5, noisy, 0.9], [0.75, 5, noisy, 0.99],
  ])('to %d at %d rps', (concentration, _rps, noise, least) => {
    expect(eventF1({ kind: 'flaps', concentration, perHour: 3 }, noise)).toBeGreaterThanOrEqual(least);
  });

  it.each([2, 4, 6])('in %d zones, six an hour', (zones) => {
    expect(eventF1({ kind: 'flaps', concentration: 0.75, perHour: 6 }, { zones })).toBeGreaterThanOrEqual(0.98);
  });

  it('a zone that vanishes while its pods are not known to be gone', () => {
    expect(eventF1({ kind: 'zone-gone' }, {})).toBeGreaterThanOrEqual(0.98);
  });
});

describe('no false alarm', () => {
  const restart = (podsPerZone: number, showPods: boolean): ZoneFault => ({ kind: 'rolling-restart', podsPerZone, showPods });
  const controls: readonly (readonly [string, ZoneFault, Partial<ZoneCase>])[] = [
    ['calm', { kind: 'calm' }, {}],
    ['slow drift', { kind: 'drift', concentration: 0.7, hours: 2 }, {}],
    ['daily curve', { kind: 'daily-curve' }, { steps: 1440 }],
    ['rolling restart, pods known', restart(2, true), {}],
    ['rolling restart, pods not known', restart(2, false), {}],
    ['rolling restart of many pods', restart(6, false), {}],
    ['a tenth of the scrapes missing', { kind: 'calm' }, { missing: 0.1 }],
  ];
  it.each(controls.flatMap(([name, fault, over]) => [[name, 200, fault, { ...calmNoise, ...over }], [name, 5, fault, { ...noisy, ...over }]] as const))(
    '%s at %d rps', (_name, _rps, fault, over) => {
      expect(outputs(fault, over).flatMap(({ output }) => kindsOf(output))).toEqual([]);
    });

  it.each([['calm noise', calmNoise], ['5 rps', noisy]])('one switch is one lasting move: %s', (_name, noise) => {
    const found = outputs({ kind: 'switch', concentration: 0.6 }, noise).map(({ output }) => kindsOf(output));
    expect(found).toEqual(SEEDS.map(() => ['zone-concentrated']));
  });
});
