import { describe, expect, it } from 'vitest';
import type { ZoneFault } from '../../../support/protocols/zones';
import { calmNoise, eventF1, kindsOf, noisyTraffic, runProtocol, zoneControls, type ZoneSetting } from '../../../support/protocols/zones-score';

/** Quick form of the injection protocol: few seeds. `npm run eval:zones` has the full one, on seeds of its own. */
const SEEDS = [1, 2, 3, 4];
const f1 = (fault: ZoneFault, setting: ZoneSetting) => eventF1(runProtocol(fault, setting, SEEDS));
const kinds = (fault: ZoneFault, setting: ZoneSetting) => runProtocol(fault, setting, SEEDS).map(({ output }) => kindsOf(output));

describe('injected flaps are found with both ends', () => {
  it.each([
    [0.5, 200, calmNoise, 0.98], [0.6, 200, calmNoise, 0.98], [0.75, 200, calmNoise, 0.98], [0.95, 200, calmNoise, 0.98],
    [0.6, 5, noisyTraffic, 0.9], [0.75, 5, noisyTraffic, 0.99],
  ])('to %d at %d rps', (concentration, _rps, noise, least) => {
    expect(f1({ kind: 'flaps', concentration, perHour: 3 }, noise)).toBeGreaterThanOrEqual(least);
  });

  it.each([2, 4, 6])('in %d zones, six an hour', (zones) => {
    expect(f1({ kind: 'flaps', concentration: 0.75, perHour: 6 }, { zones })).toBeGreaterThanOrEqual(0.98);
  });

  it('a zone that vanishes while its pods are not known to be gone', () => {
    expect(f1({ kind: 'zone-gone' }, {})).toBeGreaterThanOrEqual(0.98);
  });
});

describe('no false alarm', () => {
  const steady = zoneControls.filter(([name]) => name !== 'one switch');
  it.each(steady.flatMap(([name, fault, over]) => [[name, 200, fault, { ...calmNoise, ...over }], [name, 5, fault, { ...noisyTraffic, ...over }]] as const))(
    '%s at %d rps', (_name, _rps, fault, over) => {
      expect(kinds(fault, over).flat()).toEqual([]);
    });

  it.each([['calm noise', calmNoise], ['5 rps', noisyTraffic]])('one switch is one lasting move: %s', (_name, noise) => {
    expect(kinds({ kind: 'switch', concentration: 0.6 }, noise)).toEqual(SEEDS.map(() => ['zone-concentrated']));
  });
});
