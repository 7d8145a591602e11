import 'server-only';
import { attribute, attributeAll, learnProfiles } from '../../detectors/hop-verdict';
import type { Verdict } from '../../domain/verdict';
import { parseTraces } from '../../wire/parse-traces';

export type AttributeResult = { readonly ok: true; readonly verdicts: readonly Verdict[] } | { readonly ok: false; readonly error: string };

/**
 * Verdicts for all traces of a backend's JSON answer, in the order of the answer. Traces of one answer teach each other how
 * their emitters behave, and five of one shape and answer are trusted a little more than one.
 */
export function attributeJson(json: unknown): AttributeResult {
  const parsed = parseTraces(json);
  if (!parsed.ok) return parsed;
  if (parsed.traces.length === 0) return { ok: true, verdicts: [] };
  const [only, ...others] = parsed.traces;
  if (others.length === 0) return { ok: true, verdicts: [attribute(only!)] };
  return { ok: true, verdicts: attributeAll(parsed.traces, { profiles: learnProfiles(parsed.traces) }) };
}
