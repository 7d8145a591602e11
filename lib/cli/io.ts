import { once } from 'node:events';
import { StringDecoder } from 'node:string_decoder';
import { packedKind } from '../wire/packed-text';

/** A mistake in what the user gave: exit code 2. The text names the field and the expectation. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A question that could not be answered although it was put well: exit code 1. */
export class UnansweredError extends Error {
  override readonly name = 'UnansweredError';
}

/** Where a command reads and writes; tests give their own. */
export interface Io {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly errors: NodeJS.WritableStream;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** More than this is no question for one process; V8 cannot hold a text of 512 MiB anyway. */
const MOST_BYTES = 500 * 1024 * 1024;
/** A line that does not end is no NDJSON: it must not fill the memory. */
const LONGEST_LINE = 64 * 1024 * 1024;

/** All of the input as text, without the byte order mark that Windows tools write. Throws UsageError when it is too long. */
export async function readAll(io: Io): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of io.input) {
    const part = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    bytes += part.byteLength;
    if (bytes > MOST_BYTES) throw new UsageError('standard input: expected at most 500 MiB');
    chunks.push(part);
  }
  return withoutMark(Buffer.concat(chunks).toString('utf8'));
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** The lines of the input, at CR LF or LF alone: JSON may hold every other line end as a character. */
async function* splitLines(io: Io): AsyncGenerator<readonly string[]> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let first = true;
  for await (const chunk of io.input) {
    rest += typeof chunk === 'string' ? chunk : decoder.write(chunk);
    if (first && rest.length > 0) {
      rest = withoutMark(rest);
      first = false;
    }
    if (rest.length > LONGEST_LINE) throw new UsageError('standard input: expected lines of at most 64 MiB');
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  }
  rest += decoder.end();
  if (rest !== '') yield [rest];
}

/** The input as one JSON value. Throws UsageError. */
export async function readJson(io: Io): Promise<unknown> {
  const text = await readAll(io);
  if (text.trim() === '') throw new UsageError('standard input: expected JSON, got nothing');
  const packed = packedKind(text);
  if (packed) throw new UsageError(`standard input: expected JSON, got ${packed}`);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new UsageError(`standard input: expected JSON: ${error instanceof Error ? error.message.slice(0, 120) : ''}`);
  }
}

/** The input line by line as JSON values, without holding it all. Empty lines are skipped. Throws UsageError with the line. */
export async function* readLines(io: Io): AsyncGenerator<{ readonly line: number; readonly value: unknown }> {
  let line = 0;
  for await (const texts of splitLines(io)) {
    for (const text of texts) {
      line += 1;
      if (text.trim() === '') continue;
      yield { line, value: parseLine(text, line) };
    }
  }
}

function parseLine(text: string, line: number): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UsageError(`line ${line}: expected one JSON object a line`);
  }
}

/** The same JSON with characters that steer a terminal or turn text around written as escapes; JSON itself escapes only up to U+001F. */
function escapeHidden(json: string): string {
  return json.replace(/[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Writes one JSON value as a line; waits when the reader is slow. */
export async function writeLine(io: Io, value: unknown): Promise<void> {
  if (!io.output.write(`${escapeHidden(JSON.stringify(value))}\n`)) await once(io.output, 'drain');
}

/** Writes one JSON value for people and programs. */
export function writeJson(io: Io, value: unknown): void {
  io.output.write(`${escapeHidden(JSON.stringify(value, null, 2))}\n`);
}
