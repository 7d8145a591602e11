/**
 * Speed and memory of `weir attribute`: traces of 12 spans, one answer a line (`--batch`) and all in one answer, as traces a second; and
 * one large trace in each format, as peak memory above that of an idle CLI against the size of its JSON. All in one run, printed as one
 * JSON object; files are in a temporary folder and are removed.
 *   npx tsx scripts/bench-attribute.ts [--traces 10000] [--spans 50000]
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { encodings } from '../test/unit/wire/encode';
import { SPANS, tracesText } from './bench/traces';
import { encoded, largeTrace } from './bench-attribute/model-trace';
import { runMeasured } from './bench-log/measured';

const { values } = parseArgs({ options: { traces: { type: 'string', default: '10000' }, spans: { type: 'string', default: '50000' } } });
const count = wholeNumber('--traces', values.traces, 200_000);
const spans = wholeNumber('--spans', values.spans, 200_000);

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > most) throw new RangeError(`${name}: expected a whole number from 1 to ${most}, got "${text}"`);
  return value;
}

const folder = mkdtempSync(path.join(tmpdir(), 'weir-bench-attribute-'));
const cli = path.resolve(import.meta.dirname, 'weir.mjs');
const attribute = (file: string, ...options: string[]) => runMeasured(process.execPath, [cli, 'attribute', ...options], file);
const write = (name: string, text: string) => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
};

try {
  const one = write('one.json', tracesText(1));
  const idle = await attribute(one);
  const answer = JSON.parse(tracesText(count)) as { readonly data: readonly unknown[] };
  const lines = write('lines.ndjson', `${answer.data.map((trace) => JSON.stringify({ data: [trace] })).join('\n')}\n`);
  const together = write('together.json', JSON.stringify(answer));
  const batch = await attribute(lines, '--batch');
  const atOnce = await attribute(together);
  const given = batch.output.trim().split('\n').length;
  if (given !== count) throw new Error(`${count} traces went in and ${given} verdicts came out`);
  const perSecond = (seconds: number) => (seconds > 0 ? Math.round(count / seconds) : null);
  const large = [];
  for (const encoding of encodings) {
    const file = write(`${encoding}.json`, encoded(largeTrace(spans), encoding));
    const run = await attribute(file);
    const megabytes = statSync(file).size / 1e6;
    const above = run.peakMegabytes === null || idle.peakMegabytes === null ? null : run.peakMegabytes - idle.peakMegabytes;
    large.push({ encoding, jsonMegabytes: Math.round(megabytes), seconds: run.seconds, peakMegabytes: run.peakMegabytes, aboveIdleMegabytes: above, timesItsJson: above === null ? null : Math.round((above / megabytes) * 10) / 10 });
  }
  console.log(JSON.stringify({
    traces: count, spansPerTrace: SPANS, idle: { seconds: idle.seconds, peakMegabytes: idle.peakMegabytes },
    batch: { tracesPerSecond: perSecond(batch.seconds), withoutStart: perSecond(batch.seconds - idle.seconds), peakMegabytes: batch.peakMegabytes },
    oneAnswer: { tracesPerSecond: perSecond(atOnce.seconds), withoutStart: perSecond(atOnce.seconds - idle.seconds), peakMegabytes: atOnce.peakMegabytes },
    largeTraceSpans: spans, large,
  }, null, 2));
} finally {
  rmSync(folder, { recursive: true });
}
