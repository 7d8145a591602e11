import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Trace } from '@/lib/domain/traces';
import { parseTraces } from '@/lib/wire/parse-traces';

const folder = path.resolve(import.meta.dirname, '../../fixtures');

export const fixture = (name: string): string => readFileSync(path.join(folder, name), 'utf8');

/** Traces of a fixture in any encoding. */
export function tracesOf(name: string): readonly Trace[] {
  const parsed = parseTraces(JSON.parse(fixture(name)));
  if (!parsed.ok) throw new Error(`${name}: ${parsed.error}`);
  return parsed.traces;
}

const startOf = (trace: Trace) => Math.min(...trace.spans.map((span) => span.start));

/** Ids of a fixture's traces, oldest first. */
export const idsOf = (name: string): string[] => [...tracesOf(name)].sort((a, b) => startOf(a) - startOf(b)).map(({ traceId }) => traceId);
