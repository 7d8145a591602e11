import { clipText } from '../present/hostile-text';
import { readTraceReference } from '../url/trace-reference';
import { isCutOff } from '../wire/json';
import { packedKind } from '../wire/packed-text';
import { type Io, UsageError, readAll } from './io';

const WANTED = 'expected the JSON of a trace (Jaeger, OTLP, Tempo, Zipkin, Weir)';
const WAY_OUT = 'paste it at /traces/judge of a running Weir, or fetch the trace first: curl WEIR/api/v1/traces/ID | weir attribute';

/** The input as the JSON of a backend's answer. Throws UsageError that says what was given instead and the way out. */
export async function readTraceJson(io: Io): Promise<unknown> {
  const text = await readAll(io);
  const packed = packedKind(text);
  if (packed) throw new UsageError(`standard input: expected JSON, got ${packed}`);
  const begin = text.slice(0, 100_000).trim();
  if (begin === '') throw new UsageError('standard input: expected JSON, got nothing');
  if (!/^[{[]/.test(begin)) throw new UsageError(`standard input: ${notJson(begin)}`);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (isCutOff(text)) throw new UsageError(`standard input: ${WANTED}; this begins as JSON but ends in the middle: a part of it was not copied`);
    const fault = error instanceof Error ? clipText(error.message, 160).text : 'not readable';
    throw new UsageError(`standard input: ${WANTED}; this looks like JSON but is broken: ${fault}${/after JSON/.test(fault) ? ' (one answer a line needs --batch)' : ''}`);
  }
}

/** Says what an argument was taken for: commands of this kind read standard input. */
export function notAnArgument(argument: string): UsageError {
  const named = namedTrace(argument);
  return new UsageError(named ?? `${WANTED} on standard input, got the argument "${clipText(argument, 60).text}": weir attribute < FILE`);
}

function notJson(text: string): string {
  return namedTrace(text) ?? `${WANTED}, got text that begins with "${clipText(text.slice(0, 60), 40).text}"`;
}

/** A trace id, a traceparent or a link names a trace; this command asks no source. */
function namedTrace(text: string): string | null {
  const reference = readTraceReference(text.trim());
  if (!reference) return null;
  return `${WANTED}, got what names the trace ${clipText(reference.traceId, 64).text}: this command asks no trace source; ${WAY_OUT.replace('traces/ID', `traces/${clipText(reference.traceId, 64).text}`)}`;
}
