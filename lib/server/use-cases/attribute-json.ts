import 'server-only';
import { type RoleRule, attribute, attributePeers, learnProfiles } from '../../detectors/hop-verdict';
import type { Trace } from '../../domain/traces';
import type { Verdict } from '../../domain/verdict';
import { parseTraces } from '../../wire/parse-traces';

export type AttributeResult = { readonly ok: true; readonly verdicts: readonly Verdict[] } | { readonly ok: false; readonly error: string };

/** Verdicts for all traces of a backend's JSON answer, in the order of the answer. */
export function attributeJson(json: unknown): AttributeResult {
  const parsed = parseTraces(json);
  return parsed.ok ? { ok: true, verdicts: attributeTraces(parsed.traces, parsed.traces) } : parsed;
}

/**
 * Verdicts for traces that came without a source, in their order; `peers` (the whole answer) teach each other how their
 * emitters behave. No clock: the same text gives the same verdict whenever it is read.
 */
export function attributeTraces(traces: readonly Trace[], peers: readonly Trace[], roles: readonly RoleRule[] = []): Verdict[] {
  if (traces === peers && peers.length > 1) return attributePeers(traces, { roles });
  const profiles = peers.length > 1 ? learnProfiles(peers, roles) : undefined;
  return traces.map((trace) => attribute(trace, { roles, ...(profiles ? { profiles } : {}) }));
}
