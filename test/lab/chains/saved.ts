import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Profiles } from '../../../lib/detectors/hop-verdict';
import type { Trace } from '../../../lib/domain/traces';
import { parseTraces } from '../../../lib/wire/parse-traces';
import { byHost } from './collect';
import type { Network } from './network';

/** A run that was kept: `test/fixtures/real/chains`. */
export interface SavedRun {
  readonly network: Network;
  readonly profiles: Profiles;
  readonly traces: ReadonlyMap<string, readonly Trace[]>;
}

export const savedFolder = path.resolve(import.meta.dirname, '..', '..', 'fixtures', 'real', 'chains');

/** Reads a run that `fixtures.ts` wrote. */
export function readRun(folder = savedFolder): SavedRun {
  const run = JSON.parse(readFileSync(path.join(folder, 'run.json'), 'utf8')) as Omit<SavedRun, 'traces'>;
  const files = readdirSync(folder).filter((file) => file.endsWith('.v1.json.gz'));
  return { ...run, traces: byHost(files.flatMap((file) => readTraces(path.join(folder, file)))) };
}

function readTraces(file: string): readonly Trace[] {
  const parsed = parseTraces(JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')));
  if (!parsed.ok) throw new Error(`${file}: ${parsed.error}`);
  return parsed.traces;
}
