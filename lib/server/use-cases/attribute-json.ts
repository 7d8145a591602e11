import 'server-only';
import { attribute, learnProfiles } from '../../detectors/hop-verdict';
import type { Verdict } from '../../domain/verdict';
import { parseTraces } from '../../wire/parse-traces';

export type AttributeResult = { readonly ok: true; readonly verdicts: readonly Verdict[] } | { readonly ok: false; readonly error: string };

/**
 * Verdicts for all traces of a backend's JSON answer, in the order of the answer. Traces of one answer teach each other how
 * their emitters behave.
 */
export function attributeJson(json: unknown): AttributeResult {
  const parsed = parseTraces(json);
  if (!parsed.ok) return parsed;
  if (parsed.traces.length === 0) return { ok: true, verdicts: [] };
  const profiles = parsed.traces.length > 1 ? learnProfiles(parsed.traces) : undefined;
  return { ok: true, verdicts: parsed.traces.map((trace) => attribute(trace, profiles ? { profiles } : {})) };
}
