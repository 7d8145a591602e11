/**
 * Speed and memory of `weir classify-404 --log`: writes a modelled access log (seeded) into a temporary folder, reads it with Weir, `wc -l` and a
 * plain awk count of 404s in one run, prints MB/s of each and Weir's peak memory as one JSON object, and removes the log.
 *   npx tsx scripts/bench-log.ts [--gigabytes 1] [--format combined|skipper|envoy|envoy-json|hostile]
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { logShapes, writeModelLog } from './bench-log/model-log';
import { runMeasured } from './bench-log/measured';

const { values } = parseArgs({ options: { gigabytes: { type: 'string', default: '1' }, format: { type: 'string', default: 'combined' } } });
const gigabytes = Number(values.gigabytes);
const shape = logShapes.find((name) => name === values.format);
if (!(gigabytes > 0 && gigabytes <= 64)) throw new RangeError(`--gigabytes: expected a number above 0 and at most 64, got "${values.gigabytes}"`);
if (shape === undefined) throw new RangeError(`--format: expected ${logShapes.join(', ')}, got "${values.format}"`);

const folder = mkdtempSync(path.join(tmpdir(), 'weir-bench-log-'));
const log = path.join(folder, 'access.log');
try {
  process.stderr.write(`bench-log: writing ${gigabytes} GB of ${shape} lines\n`);
  await writeModelLog(log, shape, gigabytes * 1e9, 20261130);
  const megabytes = statSync(log).size / 1e6;
  const root = path.resolve(import.meta.dirname, '..');
  // Read once before: the page cache is the same for all.
  await runMeasured('cat', [log]);
  const wc = await runMeasured('wc', ['-l', log]);
  // Behind the request the status is the next word, in all text formats.
  const awk = await runMeasured('awk', [shape === 'envoy-json' ? '/"response_code":"404"/ { n += 1 } END { print n }' : `{ split($0, part, "\\" "); if (substr(part[2], 1, 4) == "404 ") n += 1 } END { print n }`, log]);
  const weir = await runMeasured(process.execPath, [path.join(root, 'scripts/weir.mjs'), 'classify-404', '--log', log]);
  const start = await runMeasured(process.execPath, [path.join(root, 'scripts/weir.mjs'), 'classify-404', '--log', '/dev/null']);
  const answer = JSON.parse(weir.output) as { readonly input: { readonly lines: number; readonly understood: number }; readonly notFound: { readonly total: number; readonly classes: unknown } };
  const speed = (seconds: number | null) => (seconds === null || seconds <= 0 ? null : Math.round(megabytes / seconds));
  const own = weir.cpuSeconds === null || start.cpuSeconds === null ? null : weir.cpuSeconds - start.cpuSeconds;
  console.log(JSON.stringify({
    shape, megabytes: Math.round(megabytes), lines: answer.input.lines, understood: answer.input.understood,
    linesByWc: Number.parseInt(wc.output, 10), notFound: answer.notFound.total, notFoundByAwk: Number.parseInt(awk.output, 10), classes: answer.notFound.classes,
    megabytesPerSecond: { weir: speed(weir.seconds), weirWithoutStart: speed(weir.seconds - start.seconds), wc: speed(wc.seconds), awk: speed(awk.seconds) },
    megabytesPerCpuSecond: { weir: speed(weir.cpuSeconds), weirWithoutStart: speed(own), awk: speed(awk.cpuSeconds) },
    startSeconds: start.seconds, peakMegabytes: { weir: weir.peakMegabytes, awk: awk.peakMegabytes },
  }, null, 2));
} finally {
  rmSync(folder, { recursive: true });
}
