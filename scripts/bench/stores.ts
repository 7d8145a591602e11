import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { findPart } from '../../test/lab/parts';
import { waitForHttp, withFreePorts } from '../../test/lab/ports';
import type { Supervisor } from '../../test/lab/supervisor';
import { type ModelRange, type Written, STEP_SECONDS, modelText } from './model';

/** A store that answers, or why there is none here. */
export type Store = { readonly url: string; readonly data: Written } | { readonly url: null; readonly reason: string };

const notInstalled = (program: string): Store => ({ url: null, reason: `${program} is not installed on this machine` });

/** Prometheus on blocks that promtool made of the model. */
export async function startPrometheus(supervisor: Supervisor, folder: string, range: ModelRange): Promise<Store> {
  const [prometheus, promtool] = [findPart('prometheus'), findPart('promtool')];
  if (prometheus === null) return notInstalled('prometheus');
  if (promtool === null) return notInstalled('promtool');
  const [text, data] = [path.join(folder, 'model.txt'), path.join(folder, 'prometheus')];
  const written = { series: 0, samples: 0 };
  await mkdir(data, { recursive: true });
  await pipeline(Readable.from(modelText(range, 'seconds', written)), createWriteStream(text));
  await ended(promtool, ['tsdb', 'create-blocks-from', 'openmetrics', text, data]);
  const config = path.join(folder, 'prometheus.yml');
  await writeFile(config, `global: {scrape_interval: ${STEP_SECONDS}s}\nscrape_configs: []\n`);
  const url = await withFreePorts(1, '127.0.0.1', async ([port]) => {
    const process = supervisor.spawn('prometheus', prometheus, [`--config.file=${config}`, `--storage.tsdb.path=${data}`, `--web.listen-address=127.0.0.1:${port}`, '--log.level=warn']);
    await waitForHttp(`http://127.0.0.1:${port}/-/ready`, process);
    return `http://127.0.0.1:${port}`;
  });
  return { url, data: written };
}

/** VictoriaMetrics with the same samples. Its result cache is off: both sides of a comparison must do the work. */
export async function startVictoria(supervisor: Supervisor, folder: string, range: ModelRange): Promise<Store> {
  const program = findPart('victoria-metrics');
  if (program === null) return notInstalled('victoria-metrics');
  const url = await withFreePorts(1, '127.0.0.1', async ([port]) => {
    const process = supervisor.spawn('victoria-metrics', program, [
      `-storageDataPath=${path.join(folder, 'victoria')}`, `-httpListenAddr=127.0.0.1:${port}`, '-search.disableCache', '-retentionPeriod=1', '-loggerLevel=WARN',
    ]);
    await waitForHttp(`http://127.0.0.1:${port}/health`, process);
    return `http://127.0.0.1:${port}`;
  });
  const written = { series: 0, samples: 0 };
  for (const piece of modelText(range, 'millis', written)) {
    const answer = await fetch(`${url}/api/v1/import/prometheus`, { method: 'POST', body: piece });
    if (!answer.ok) throw new Error(`VictoriaMetrics took no data (${answer.status})`);
  }
  await untilSearchable(url, range);
  return { url, data: written };
}

/** New samples are searchable only after a moment. */
async function untilSearchable(url: string, { to }: ModelRange): Promise<void> {
  const until = Date.now() + 20_000;
  while (Date.now() < until) {
    const answer = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query: 'count(up)', time: String(to) }).toString()}`);
    if ((await answer.text()).includes('"value"')) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('VictoriaMetrics did not show the imported samples within 20 s');
}

function ended(command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => { said = (said + chunk.toString('utf8')).slice(-500); });
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${path.basename(command)} ended with ${code}: ${said}`))));
  });
}
