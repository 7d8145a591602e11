import { readTraceReference, referenceInJson } from './trace-reference';

/** Longer texts are traces or whole logs, not a few lines to choose from. */
const MOST_TEXT = 1_000_000;
const MOST_IDS = 50;

/** Ids of the traces that the lines of a pasted log name, each once, in order; at most 50. Never throws. */
export function referencesInLines(text: string): string[] {
  if (text.length > MOST_TEXT) return [];
  const ids = new Set<string>();
  for (const line of text.split(/\r?\n/)) {
    const found = line.trim() === '' ? null : inLine(line.trim());
    if (found !== null) ids.add(found);
    if (ids.size >= MOST_IDS) break;
  }
  return [...ids];
}

function inLine(line: string): string | null {
  if (!line.startsWith('{')) return readTraceReference(line)?.traceId ?? null;
  try {
    return referenceInJson(JSON.parse(line) as unknown)?.traceId ?? null;
  } catch {
    return readTraceReference(line)?.traceId ?? null;
  }
}
