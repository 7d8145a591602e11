import type { TraceStratum } from '@/lib/domain/findings';
import { type EpochMs, epochMs } from '@/lib/domain/units';
import type { Fleet, FleetSet } from './counts';
import type { JudgedSample } from './sampled';

/** What a finding is written from. */
export interface Found {
  readonly set: FleetSet;
  readonly fleet: Fleet;
  readonly judged: readonly JudgedSample[] | null;
}

export const percent = (share: number) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
export const round = (value: number) => Math.round(value * 1000) / 1000;
export const clamp = (value: number) => Math.round(Math.max(0.3, Math.min(0.99, value)) * 100) / 100;

/** From the first to the last scrape that shows it. */
export function windowOf(set: FleetSet, run: { first: number; last: number }): { from: EpochMs; to: EpochMs; ongoing: boolean } {
  return { from: set.at[run.first]!, to: set.at[run.last]!, ongoing: run.last >= set.at.length - 2 };
}

/** Where the traces of a stretch lie: the requests of a step came before its scrape. */
export function stratum(set: FleetSet, run: { first: number; last: number }, label: string, at: Partial<TraceStratum>): TraceStratum {
  const from = epochMs(set.at[run.first]! - set.stepMs);
  return { label, from, to: set.at[run.last]!, status: 404, proxy: null, instance: null, zone: null, host: null, ...at };
}
