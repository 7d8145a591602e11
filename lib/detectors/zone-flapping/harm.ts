import type { Value } from '../../domain/series';
import type { EpochMs } from '../../domain/units';
import type { Estimate, FlipHarm, HarmChange, RegimeHarm } from '../../domain/zone-detail';
import { median } from '../shared/change-points/noise';
import { medianInterval } from '../shared/statistics/intervals';
import type { FleetAnalysis, StateStretch } from './analyse';
import type { FleetFrame } from './frames';
import { errorEstimate, harmChange, type HarmColumns, independentSteps, roundedEstimate, VERY_SURE } from './harm-change';

const states = ['spread', 'concentrated'] as const;

export function columnsOf(frame: FleetFrame): HarmColumns {
  return {
    stepSeconds: frame.traffic.stepMs / 1000,
    rps: Object.fromEntries(frame.rps), errors: Object.fromEntries(frame.errors), p99: Object.fromEntries(frame.latency.get('p99') ?? []),
  };
}

/** Latency and errors by state and zone: medians over the steps of the state, error share over all its requests. */
export function harmByState(frame: FleetFrame, analysis: FleetAnalysis): RegimeHarm[] {
  const columns = columnsOf(frame);
  return states.filter((state) => analysis.stretches.some((stretch) => stretch.state === state)).flatMap((state) => {
    const steps = stepsOf(analysis.stretches, state);
    return frame.traffic.zones.map((zone) => {
      const p50 = medianAt(frame.latency.get('p50')?.get(zone), steps);
      const p99 = medianAt(frame.latency.get('p99')?.get(zone), steps);
      const errors = errorEstimate(columns, zone, steps);
      return { state, zone, p50Seconds: p50.value, p99Seconds: p99.value, errorShare: errors?.value ?? null, p50: roundedEstimate(p50.estimate), p99: roundedEstimate(p99.estimate), errors: roundedEstimate(errors) };
    });
  });
}

/** Concentrated against spread for each zone; empty where there is only one state. */
export function harmBetweenStates(frame: FleetFrame, analysis: FleetAnalysis): HarmChange[] {
  const [spread, concentrated] = states.map((state) => stepsOf(analysis.stretches, state));
  if (spread!.length === 0 || concentrated!.length === 0) return [];
  return frame.traffic.zones.map((zone) => harmChange(columnsOf(frame), zone, spread!, concentrated!));
}

/** Most steps on each side of a flip, so that the comparison stays about the flip. */
const MOST_STEPS = 60;

/** Before and after each flip, with intervals of 99.7 %: there are many flips and zones. The step of the flip itself holds both states and is left out. */
export function harmAtFlips(frame: FleetFrame, flips: readonly number[], edgeTime: (index: number) => EpochMs): FlipHarm[] {
  const columns = columnsOf(frame);
  return flips.map((index, i) => {
    const before = between(Math.max(flips[i - 1] ?? 0, index - MOST_STEPS), index);
    const after = between(index + 1, Math.min(flips[i + 1] ?? frame.at.length, index + 1 + MOST_STEPS));
    return { at: edgeTime(index), zones: frame.traffic.zones.map((zone) => harmChange(columns, zone, before, after, VERY_SURE)) };
  });
}

/** Harm of one zone in one state, or null. */
export function harmOf(harm: readonly RegimeHarm[], state: RegimeHarm['state'], zone: string): RegimeHarm | null {
  return harm.find((row) => row.state === state && row.zone === zone) ?? null;
}

function stepsOf(stretches: readonly StateStretch[], state: RegimeHarm['state']): number[] {
  return stretches.filter((stretch) => stretch.state === state).flatMap((stretch) => between(stretch.from, stretch.to));
}

function between(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}

function medianAt(values: readonly Value[] | undefined, steps: readonly number[]): { value: number | null; estimate: Estimate | null } {
  const known = steps.map((i) => values?.[i] ?? null).filter((value) => value !== null && Number.isFinite(value)).map(Number);
  return { value: known.length > 0 ? median(known) : null, estimate: medianInterval(known, independentSteps(known.length)) };
}
