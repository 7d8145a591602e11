import type { Value } from '../../domain/series';
import type { RegimeHarm } from '../../domain/zone-detail';
import { median } from '../shared/change-points/noise';
import type { FleetAnalysis } from './analyse';
import type { FleetFrame } from './frames';

/** Latency and errors by state and zone: medians over the steps of the state. Error share over all its requests. */
export function harmByState(frame: FleetFrame, analysis: FleetAnalysis): RegimeHarm[] {
  const states = (['spread', 'concentrated'] as const).filter((state) => analysis.stretches.some((stretch) => stretch.state === state));
  return states.flatMap((state) => {
    const steps = analysis.stretches.filter((stretch) => stretch.state === state)
      .flatMap((stretch) => Array.from({ length: stretch.to - stretch.from }, (_, i) => stretch.from + i));
    return frame.traffic.zones.map((zone) => ({
      state, zone,
      p50Seconds: medianAt(frame.latency.get('p50')?.get(zone), steps),
      p99Seconds: medianAt(frame.latency.get('p99')?.get(zone), steps),
      errorShare: errorShare(frame.errors.get(zone), frame.rps.get(zone), steps),
    }));
  });
}

/** Harm of one zone in one state, or null. */
export function harmOf(harm: readonly RegimeHarm[], state: RegimeHarm['state'], zone: string): RegimeHarm | null {
  return harm.find((row) => row.state === state && row.zone === zone) ?? null;
}

function medianAt(values: readonly Value[] | undefined, steps: readonly number[]): Value {
  const known = steps.map((i) => values?.[i] ?? null).filter((value) => value !== null && Number.isFinite(value));
  return known.length > 0 ? median(known.map(Number)) : null;
}

function errorShare(errors: readonly Value[] | undefined, rps: readonly Value[] | undefined, steps: readonly number[]): Value {
  if (!errors || !rps) return null;
  const known = steps.filter((i) => (errors[i] ?? null) !== null && (rps[i] ?? null) !== null);
  const requests = known.reduce((sum, i) => sum + rps[i]!, 0);
  return requests > 0 ? known.reduce((sum, i) => sum + errors[i]!, 0) / requests : null;
}
