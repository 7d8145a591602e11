import { detectZoneFlapping, type ZoneFlappingOutput } from '../../../lib/detectors/zone-flapping/detect';
import { eventScore, makeZoneSample, type ZoneCase, type ZoneFault } from './zones';

/** Quiet traffic: counting noise only. Noisy: few requests and uneven clients. */
export const calmNoise = { rps: 200, precision: 500 } as const;
export const noisyTraffic = { rps: 5, precision: 40 } as const;
export const PROTOCOL_STEP_SECONDS = 30;
/** Both ends of an event within this many steps: two minutes. */
const TOLERANCE = 4;

export type ZoneSetting = Partial<Omit<ZoneCase, 'seed' | 'fault'>>;

export interface ProtocolRun {
  readonly truth: ReturnType<typeof makeZoneSample>['truth'];
  readonly output: ZoneFlappingOutput;
}

/** The detector over one made sample a seed: 6 h of 30 s steps, 3 % of the steps missing, unless the setting says else. */
export function runProtocol(fault: ZoneFault, setting: ZoneSetting, seeds: readonly number[]): ProtocolRun[] {
  return seeds.map((seed) => {
    const sample = makeZoneSample({ seed, zones: 3, steps: 720, stepSeconds: PROTOCOL_STEP_SECONDS, missing: 0.03, ...calmNoise, ...setting, fault });
    const output = detectZoneFlapping({ start: 0, stepSeconds: PROTOCOL_STEP_SECONDS, zones: sample.zones, readyPods: sample.readyPods });
    return { truth: sample.truth, output };
  });
}

export function kindsOf(output: ZoneFlappingOutput): string[] {
  return output.kind === 'checked' ? output.findings.map(({ kind }) => kind) : ['not-checked'];
}

function excursions(output: ZoneFlappingOutput): { from: number; to: number }[] {
  if (output.kind !== 'checked') return [];
  const step = (at: number) => at / (PROTOCOL_STEP_SECONDS * 1000);
  return output.flips.flatMap((flip, i) => {
    const back = output.flips[i + 1];
    return flip.to === 'concentrated' && back ? [{ from: step(flip.at), to: step(back.at) }] : [];
  });
}

/** Event F1 over all runs together. */
export function eventF1(runs: readonly ProtocolRun[]): number {
  const scores = runs.map(({ truth, output }) => eventScore(truth, excursions(output), TOLERANCE));
  const sum = (pick: (score: (typeof scores)[number]) => number) => scores.reduce((total, score) => total + pick(score), 0);
  return (2 * sum(({ hits }) => hits)) / Math.max(1, sum(({ truth }) => truth) + sum(({ found }) => found));
}

/** Runs in which flapping was reported although nothing flapped. */
export function falseAlarms(runs: readonly ProtocolRun[]): number {
  return runs.filter(({ output }) => kindsOf(output).includes('zone-flapping')).length;
}

const restart = (podsPerZone: number, showPods: boolean): ZoneFault => ({ kind: 'rolling-restart', podsPerZone, showPods });

/** Controls of reference/detectors.md section 6: none of them flaps. */
export const zoneControls: readonly (readonly [name: string, fault: ZoneFault, setting: ZoneSetting])[] = [
  ['calm', { kind: 'calm' }, {}],
  ['one switch', { kind: 'switch', concentration: 0.6 }, {}],
  ['slow drift', { kind: 'drift', concentration: 0.7, hours: 2 }, {}],
  ['daily curve', { kind: 'daily-curve' }, { steps: 1440 }],
  ['rolling restart, pods known', restart(2, true), {}],
  ['rolling restart, pods not known', restart(2, false), {}],
  ['rolling restart of many pods', restart(6, false), {}],
  ['a tenth of the scrapes missing', { kind: 'calm' }, { missing: 0.1 }],
  ['counter resets, four an hour', { kind: 'counter-resets', perHour: 4 }, {}],
];
