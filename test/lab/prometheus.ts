import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { requirePart } from './parts';
import { waitForHttp, withFreePorts } from './ports';
import { type ProxyInstance, replaceFile } from './skipper';
import type { Supervisor } from './supervisor';

export const scrapeSeconds = 5;

/** Starts Prometheus on the lab's scrape configuration. Its targets come from files, as from service discovery. */
export function startPrometheus(supervisor: Supervisor, folder: string): Promise<string> {
  return withFreePorts(1, '127.0.0.1', async ([port]) => {
    const process = supervisor.spawn('prometheus', requirePart('prometheus'), [
      `--config.file=${scrapeConfigFile(folder)}`,
      `--storage.tsdb.path=${path.join(folder, 'prometheus')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ], { env: { GOMAXPROCS: '1' } });
    await waitForHttp(`http://127.0.0.1:${port}/-/ready`, process);
    return `http://127.0.0.1:${port}`;
  });
}

/** Starts VictoriaMetrics on the same scrape configuration: the second engine. */
export function startVictoria(supervisor: Supervisor, folder: string): Promise<string> {
  return withFreePorts(1, '127.0.0.1', async ([port]) => {
    const process = supervisor.spawn('victoria-metrics', requirePart('victoria-metrics'), [
      `-promscrape.config=${scrapeConfigFile(folder)}`,
      `-storageDataPath=${path.join(folder, 'victoria')}`,
      `-httpListenAddr=127.0.0.1:${port}`,
      '-promscrape.config.strictParse=false', // it does not know refresh_interval
      '-promscrape.fileSDCheckInterval=1s',
      '-loggerLevel=WARN',
    ], { env: { GOMAXPROCS: '1' } });
    await waitForHttp(`http://127.0.0.1:${port}/health`, process);
    return `http://127.0.0.1:${port}`;
  });
}

const scrapeConfigFile = (folder: string) => path.join(folder, 'scrape.yml');
const targetsFile = (folder: string, job: string) => path.join(folder, 'targets', `${job}.json`);

/** Writes the scrape configuration. Target labels are those that a real one takes from pod discovery. */
export function writeScrapeConfig(folder: string, clusterMetrics: string): void {
  const job = (name: string, metricsPath: string) =>
    `  - job_name: ${name}\n    metrics_path: ${metricsPath}\n    file_sd_configs: [{files: [${JSON.stringify(targetsFile(folder, name))}], refresh_interval: 5s}]\n`;
  const text = `global:\n  scrape_interval: ${scrapeSeconds}s\n  scrape_timeout: 4s\nscrape_configs:\n${job('skipper', '/metrics')}${job('envoy', '/stats/prometheus')}` +
    `  - job_name: kube-state-metrics\n    honor_labels: true\n    static_configs: [{targets: [${JSON.stringify(clusterMetrics)}]}]\n`;
  replaceFile(scrapeConfigFile(folder), text);
  writeTargets(folder, []);
}

/** Writes the targets of both proxy jobs. An instance that leaves the list gets stale markers, as a deleted pod does. */
export function writeTargets(folder: string, instances: readonly ProxyInstance[]): void {
  mkdirSync(path.join(folder, 'targets'), { recursive: true });
  for (const [job, proxy] of [['skipper', 'ingress'], ['envoy', 'gateway']] as const) {
    const targets = instances
      .filter((instance) => instance.proxy === proxy)
      .map((instance) => ({ targets: [`${instance.ip}:${instance.metricsPort}`], labels: { az: instance.zone, namespace: instance.namespace, pod: instance.pod } }));
    replaceFile(targetsFile(folder, job), JSON.stringify(targets, null, 1));
  }
}
