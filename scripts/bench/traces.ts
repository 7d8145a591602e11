import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const fixtures = path.resolve(import.meta.dirname, '../../test/fixtures');

const span = z.looseObject({ spanID: z.string(), traceID: z.string(), references: z.array(z.looseObject({ refType: z.string(), traceID: z.string(), spanID: z.string() })), startTime: z.number(), duration: z.number() });
const answer = z.looseObject({ data: z.array(z.looseObject({ traceID: z.string(), spans: z.array(span).min(1) })).length(1) });
type JaegerTrace = z.infer<typeof answer>['data'][number];

/** Real traces of Skipper and Envoy with and without an application behind them: one for each usual way to fail. */
const patterns = ['skipper/backend-502', 'skipper/refused', 'skipper/backend-404', 'skipper/route-miss', 'skipper/timeout', 'skipper/healthy', 'envoy/backend-502', 'envoy/no-endpoint', 'envoy/timeout', 'envoy/healthy'];

export const SPANS = 12;

/** `count` traces of 12 spans each, as the text of one Jaeger answer: the patterns in turn, each with ids of its own. */
export function tracesText(count: number): string {
  const known = patterns.map((name) => answer.parse(JSON.parse(readFileSync(path.join(fixtures, 'real/traces', `${name}.v1.json`), 'utf8'))).data[0]!);
  return JSON.stringify({ data: Array.from({ length: count }, (_, i) => grown(known[i % known.length]!, i)) });
}

/** The pattern with inner spans below its last one until there are 12, as an application's own work looks. */
function grown(pattern: JaegerTrace, index: number): JaegerTrace {
  const traceID = `f0e1d2c3${index.toString(16).padStart(24, '0')}`;
  const renamed = (id: string) => `${id.slice(0, 8)}${index.toString(16).padStart(8, '0')}`;
  const spans: JaegerTrace['spans'] = pattern.spans.map((one) => ({ ...one, traceID, spanID: renamed(one.spanID), references: one.references.map((ref) => ({ ...ref, traceID, spanID: renamed(ref.spanID) })) }));
  const below = spans.reduce((latest, one) => (one.startTime > latest.startTime ? one : latest));
  for (let k = spans.length; k < SPANS; k += 1) {
    spans.push({
      ...below, spanID: renamed(`cccc${k.toString(16).padStart(4, '0')}`), operationName: `step ${k}`, startTime: below.startTime + k, duration: 5, logs: [],
      references: [{ refType: 'CHILD_OF', traceID, spanID: below.spanID }],
      tags: [{ key: 'span.kind', type: 'string', value: 'internal' }, { key: 'step', type: 'int64', value: k }],
    });
  }
  return { ...pattern, traceID, spans: spans.slice(0, SPANS) };
}

/** Paths of the 404 fixtures: scanners' and applications' own. */
export function notFoundPaths(): string[] {
  return ['scanner-extract.tsv', 'legit-extract.tsv', 'collisions.tsv'].flatMap((name) => {
    const [head, ...rows] = readFileSync(path.join(fixtures, 'not-found', name), 'utf8').trim().split('\n').map((line) => line.split('\t'));
    const column = head?.indexOf('path') ?? -1;
    if (column < 0) throw new Error(`${name} has no column "path"`);
    return rows.flatMap((row) => (row[column] ? [row[column]] : []));
  });
}
