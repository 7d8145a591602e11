import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { codeOf, writeWhole } from '../../server/recordings-folder';
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
  checkOut(options.out);
  const { bytes, answer } = await makeRecording({ env: options.env ?? null, from: options.from, to: options.to, maxPoints: null, title: options.title ?? null, note: options.note ?? null });
  try {
    writeWhole(options.out, bytes);
  } catch (error) {
    throw new UnansweredError(`--out: ${options.out} cannot be written (${codeOf(error)})`);
  }
  writeJson(io, { file: options.out, bytes: bytes.byteLength, ...answer.data });
  if (answer.failures.length > 0) throw new UnansweredError(answer.failures.map(({ source, message }) => `${source}: ${message}; the recording lacks it`).join('\n'));
}

/** Before minutes of questions: a mistyped path is told at once. */
function checkOut(file: string): void {
  const folder = path.dirname(path.resolve(file));
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`--out: expected a file, ${file} is a folder`);
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw new UsageError(`--out: expected a folder that can be written, ${folder} is none`);
  }
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
