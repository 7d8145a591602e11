import { once } from 'node:events';
import { createInterface } from 'node:readline';

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

/** All of the input as text. */
export async function readAll(io: Io): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of io.input) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** The input as one JSON value. Throws UsageError. */
export async function readJson(io: Io): Promise<unknown> {
  const text = await readAll(io);
  if (text.trim() === '') throw new UsageError('standard input: expected JSON, got nothing');
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new UsageError(`standard input: expected JSON: ${error instanceof Error ? error.message.slice(0, 120) : ''}`);
  }
}

/** The input line by line as JSON values, without holding it all. Empty lines are skipped. Throws UsageError with the line. */
export async function* readLines(io: Io): AsyncGenerator<{ readonly line: number; readonly value: unknown }> {
  let line = 0;
  for await (const text of createInterface({ input: io.input, crlfDelay: Infinity })) {
    line += 1;
    if (text.trim() === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(text) as unknown;
    } catch {
      throw new UsageError(`line ${line}: expected one JSON object a line`);
    }
    yield { line, value };
  }
}

/** Writes one JSON value as a line; waits when the reader is slow. */
export async function writeLine(io: Io, value: unknown): Promise<void> {
  if (!io.output.write(`${JSON.stringify(value)}\n`)) await once(io.output, 'drain');
}

/** Writes one JSON value for people and programs. */
export function writeJson(io: Io, value: unknown): void {
  io.output.write(`${JSON.stringify(value, null, 2)}\n`);
}
