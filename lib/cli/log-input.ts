import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { clipText } from '../present/hostile-text';
import { type Io, UsageError } from './io';

const CHUNK = 128 * 1024;

/**
 * The bytes of a log: a file, or standard input for `-`; gzip is recognised by its first bytes. A chunk is valid until the next one is asked for:
 * the same memory is filled again. Throws UsageError when the file cannot be read or its gzip data is broken.
 */
export async function* readLogBytes(io: Io, file: string): AsyncGenerator<Buffer> {
  const chunks = file === '-' ? streamChunks(io.input) : fileChunks(file);
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return;
  const rest: AsyncIterable<Buffer> = { [Symbol.asyncIterator]: () => iterator };
  if (!(first.value[0] === 0x1f && first.value[1] === 0x8b)) {
    yield first.value;
    yield* rest;
    return;
  }
  yield* unzipped(Buffer.from(first.value), rest, file === '-' ? 'standard input' : file);
}

async function* unzipped(first: Buffer, rest: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  // Gunzip works beside this thread: it must not see memory that is filled again.
  async function* copies() {
    yield first;
    for await (const chunk of rest) yield Buffer.from(chunk);
  }
  const output = createGunzip({ chunkSize: CHUNK });
  pipeline(Readable.from(copies(), { highWaterMark: 2 }), output, () => undefined);
  try {
    for await (const chunk of output) yield chunk as Buffer;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`--log: ${name}: expected whole gzip data: ${error instanceof Error ? error.message : ''}; what can be saved: gunzip -c FILE | weir classify-404 --log -`);
  }
}

async function* streamChunks(input: NodeJS.ReadableStream): AsyncGenerator<Buffer> {
  for await (const chunk of input) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    if (bytes.length > 0) yield bytes;
  }
}

async function* fileChunks(file: string): AsyncGenerator<Buffer> {
  if (asUsage(file, () => statSync(file, { throwIfNoEntry: false }))?.isDirectory()) throw new UsageError(`--log: expected a file, ${shown(file)} is a folder`);
  const descriptor = asUsage(file, () => openSync(file, 'r'));
  const memory = Buffer.allocUnsafeSlow(CHUNK);
  try {
    for (;;) {
      const count = asUsage(file, () => readSync(descriptor, memory, 0, CHUNK, null));
      if (count === 0) return;
      yield memory.subarray(0, count);
    }
  } finally {
    closeSync(descriptor);
  }
}

const shown = (file: string) => (file === '' ? '""' : clipText(file, 200).text);

function asUsage<T>(file: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new UsageError(`--log: expected a file that can be read, ${shown(file)} cannot (${code}); - reads standard input`);
  }
}
