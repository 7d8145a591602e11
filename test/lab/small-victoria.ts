import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { requirePart } from './parts';
import { waitForHttp, withFreePorts } from './ports';
import { sampleLines, type SmallStore, smallScrapeSeconds, type StoredSeries } from './small-prometheus';
import { Supervisor } from './supervisor';

/** Lines sent at once. */
const linesPerImport = 50_000;

/** The same modelled series in a real VictoriaMetrics: the second engine. `stretch` is that of the Prometheus beside it. */
export async function startSmallVictoria(folder: string, stretch: Pick<SmallStore, 'from' | 'to'>, series: readonly StoredSeries[]): Promise<SmallStore> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const supervisor = new Supervisor(folder, 5 * 60_000);
  try {
    const url = await withFreePorts(1, '127.0.0.1', async ([port]) => {
      const process = supervisor.spawn('victoria-metrics', requirePart('victoria-metrics'), [
        `-storageDataPath=${path.join(folder, 'victoria')}`, `-httpListenAddr=127.0.0.1:${port}`, '-loggerLevel=WARN',
        // Imported series have no stale markers either; see `startSmallPrometheus`. Prometheus 2 looks back up to and with the
        // moment one scrape ago, VictoriaMetrics without it: one millisecond more, and a series ends in the same step in both.
        `-search.maxStalenessInterval=${smallScrapeSeconds * 1000 + 1}ms`,
      ], { env: { GOMAXPROCS: '1' } });
      await waitForHttp(`http://127.0.0.1:${port}/health`, process);
      return `http://127.0.0.1:${port}`;
    });
    await importSeries(url, sampleLines(series, stretch.from, (stretch.to - stretch.from) / 1000, 1));
    return { url, from: stretch.from, to: stretch.to, stop: () => supervisor.stopAll() };
  } catch (error) {
    await supervisor.stopAll();
    throw error;
  }
}

async function importSeries(url: string, lines: readonly string[]): Promise<void> {
  for (let at = 0; at < lines.length; at += linesPerImport) {
    const response = await fetch(`${url}/api/v1/import/prometheus`, { method: 'POST', body: `${lines.slice(at, at + linesPerImport).join('\n')}\n` });
    if (!response.ok) throw new Error(`VictoriaMetrics answered ${response.status} to an import`);
  }
  // New samples can be asked for only when they are out of the memory of the import.
  const flushed = await fetch(`${url}/internal/force_flush`);
  if (!flushed.ok) throw new Error(`VictoriaMetrics answered ${flushed.status} to a flush`);
}
