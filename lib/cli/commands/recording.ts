import { readFileSync, writeFileSync } from 'node:fs';
import { checkRecording, makeRecording } from '../../server/use-cases/make-recording';
import { isSourceError } from '../../ports/source-error';
import { type Io, UnansweredError, UsageError, writeJson } from '../io';

export interface RecordOptions {
  readonly from: string;
  readonly to: string;
  readonly env?: string;
  readonly out: string;
  readonly title?: string;
  readonly note?: string;
}

/** `weir record`: freezes a range into a file. */
export async function record(io: Io, options: RecordOptions): Promise<void> {
  const { bytes, answer } = await makeRecording({ env: options.env ?? null, from: options.from, to: options.to, maxPoints: null, title: options.title ?? null, note: options.note ?? null });
  writeFileSync(options.out, bytes);
  writeJson(io, { file: options.out, bytes: bytes.byteLength, ...answer.data });
  if (answer.failures.length > 0) throw new UnansweredError(answer.failures.map(({ source, message }) => `${source}: ${message}; the recording lacks it`).join('\n'));
}

/** `weir verify`: compares each file of a recording with its hash. */
export function verify(io: Io, file: string): void {
  const bytes = readFile(file);
  try {
    const { manifest, differing } = checkRecording(bytes);
    writeJson(io, { file, title: manifest.title, files: manifest.files.length, differing });
    if (differing.length > 0) throw new UnansweredError(differing.map(({ path, what }) => `${path}: ${what}`).join('\n'));
  } catch (error) {
    if (isSourceError(error)) throw new UnansweredError(`${file}: ${error.message}`);
    throw error;
  }
}

function readFile(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch {
    throw new UsageError(`FILE: ${file} cannot be read`);
  }
}
