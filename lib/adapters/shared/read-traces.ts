import type { Trace } from '../../domain/traces';
import { SourceError } from '../../ports/source-error';
import { type ParsedTraces, parseTraces } from '../../wire/parse-traces';

/** Traces of a backend's answer. Throws SourceError `malformed`; the text of the answer stays in the cause. */
export function readTraces(body: unknown, name: string): Trace[] {
  const parsed: ParsedTraces = parseTraces(body);
  if (!parsed.ok) throw malformed(name, new Error(parsed.error));
  return parsed.traces;
}

/** A SourceError for an answer whose shape nobody knows. */
export function malformed(name: string, cause: unknown): SourceError {
  return new SourceError('malformed', `${name} answered in an unknown shape`, { cause });
}
