import type { FindingOf } from '../../../domain/findings';
import type { ObservedFact, Remedy } from '../../../domain/rollout-detail';
import type { RolloutPattern } from '../pattern';
import { type FactSignals, type RolloutCase, gatherFacts } from './facts';
import { type Origins, observedFacts } from './observed';
import { prescribe } from './prescribe';

export type { FactSignals, RolloutCase } from './facts';

/** What was at work in a rollout, and what would have helped. Null: nothing failed and nothing nearly did. */
export function assess(signals: FactSignals, one: RolloutCase, finding: { readonly pattern: RolloutPattern | null } | null, origins: Origins): { readonly observed: readonly ObservedFact[]; readonly remedies: readonly Remedy[] } | null {
  if (one.failed === 0 && !((one.nearMisses ?? 0) > 0)) return null;
  const facts = gatherFacts(signals, one);
  return { observed: observedFacts(facts, origins), remedies: finding ? prescribe(facts, finding.pattern) : [] };
}

/** The finding with its remedies in words after the general advice; the budget for evictions would not have helped here. */
export function withRemedies(finding: FindingOf<'rollout-errors'>, remedies: readonly Remedy[]): FindingOf<'rollout-errors'> {
  const words = remedies.filter(({ kind }) => kind !== 'disruption-budget').map(({ title, effect }) => `${title}: ${effect}`);
  return { ...finding, advice: [...finding.advice, ...words] };
}
