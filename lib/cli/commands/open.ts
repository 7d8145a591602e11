import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isSourceError } from '../../ports/source-error';
import { checkRecording } from '../../server/use-cases/make-recording';
import { type Io, UnansweredError, UsageError } from '../io';

/** `weir open`: serves one recording until it is ended. */
export async function openFile(io: Io, file: string): Promise<void> {
  const full = path.resolve(file);
  try {
    checkRecording(readFileSync(full));
  } catch (error) {
    if (isSourceError(error)) throw new UnansweredError(`${file}: ${error.message}`);
    throw new UsageError(`FILE: ${file} cannot be read`);
  }
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../../scripts/start.mjs', import.meta.url))], { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, WEIR_RECORDING: full } });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
  const code = await new Promise<number>((resolve) => child.once('exit', (status) => resolve(status ?? 0)));
  if (code !== 0) throw new UnansweredError(`the app ended with ${code}`);
}
