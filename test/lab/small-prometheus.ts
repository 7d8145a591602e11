import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { requirePart } from './parts';
import { waitForHttp, withFreePorts } from './ports';
import { Supervisor } from './supervisor';

export const smallScrapeSeconds = 5;

/** One series to be stored: its value at a second of the stretch, null where it is not there. */
export interface StoredSeries {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly valueAt: (second: number) => number | null;
}

/** A running store of modelled series. */
export interface SmallStore {
  readonly url: string;
  /** Epoch ms of second 0 and of the end. */
  readonly from: number;
  readonly to: number;
  stop(): Promise<void>;
}

/**
 * A real Prometheus on modelled series: they are written as OpenMetrics text and made into blocks by promtool, so that an
 * hour of history takes a second. The stretch lies in the past and ends at a whole step. A series that ends is gone with
 * the next scrape, as stale markers make it (promtool writes none, so the engine looks back for one scrape only).
 */
export async function startSmallPrometheus(folder: string, seconds: number, series: readonly StoredSeries[]): Promise<SmallStore> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const to = Math.floor(Date.now() / 60_000) * 60_000 - 600_000;
  const from = to - seconds * 1000;
  const text = path.join(folder, 'series.txt');
  writeFileSync(text, openMetrics(series, from, seconds));
  const data = path.join(folder, 'prometheus');
  const made = spawnSync(requirePart('promtool'), ['tsdb', 'create-blocks-from', 'openmetrics', '--quiet', text, data], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`promtool: ${made.stderr}`);
  const config = path.join(folder, 'scrape.yml');
  writeFileSync(config, `global: {scrape_interval: ${smallScrapeSeconds}s}\n`);
  const supervisor = new Supervisor(folder, 5 * 60_000);
  try {
    const url = await withFreePorts(1, '127.0.0.1', async ([port]) => {
      const process = supervisor.spawn('prometheus', requirePart('prometheus'), [
        `--config.file=${config}`, `--storage.tsdb.path=${data}`, `--web.listen-address=127.0.0.1:${port}`,
        `--query.lookback-delta=${smallScrapeSeconds}s`, '--log.level=warn',
      ], { env: { GOMAXPROCS: '1' } });
      await waitForHttp(`http://127.0.0.1:${port}/-/ready`, process);
      return `http://127.0.0.1:${port}`;
    });
    return { url, from, to, stop: () => supervisor.stopAll() };
  } catch (error) {
    await supervisor.stopAll();
    throw error;
  }
}

const openMetrics = (series: readonly StoredSeries[], from: number, seconds: number) => `${sampleLines(series, from, seconds, 0.001).join('\n')}\n# EOF\n`;

/** One line a sample, the samples of a metric together. `timeUnit`: of a millisecond, 0.001 for seconds. */
export function sampleLines(series: readonly StoredSeries[], from: number, seconds: number, timeUnit: 1 | 0.001): string[] {
  const quote = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
  return [...series].sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name))).flatMap(({ name, labels, valueAt }) => {
    const selector = `${name}{${Object.entries(labels).map(([key, text]) => `${key}="${quote(text)}"`).join(',')}}`;
    const samples: string[] = [];
    for (let second = 0; second <= seconds; second += smallScrapeSeconds) {
      const value = valueAt(second);
      if (value !== null) samples.push(`${selector} ${value} ${(from + second * 1000) * timeUnit}`);
    }
    return samples;
  });
}
