import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Answer } from '../../lib/domain/answer';
import type { Finding } from '../../lib/domain/findings';
import type { HopDetail } from '../../lib/domain/hops';
import type { NotFoundDetail } from '../../lib/domain/not-found-detail';
import type { TracesAnswer } from '../../lib/domain/requests';
import type { RolloutDetail } from '../../lib/domain/rollout-detail';
import type { SeriesFrame } from '../../lib/domain/series';
import type { SignalName } from '../../lib/domain/signals';
import type { TrustNote } from '../../lib/domain/trust';
import type { ZoneDetail } from '../../lib/domain/zone-detail';
import type { Addresses } from './stack';
import type { Truth } from './truth';
import { weirConfig } from './weir-config';

const root = path.resolve(import.meta.dirname, '..', '..');

/** The stretch that Weir is asked about: all of the load and the scrapes that saw its end. */
export const askedRange = (truth: Truth) => ({ from: truth.from, to: truth.to + 2 * truth.scrapeSeconds * 1000 });

export interface Analysis {
  readonly data: readonly Finding[];
  readonly notChecked: readonly { readonly detector: string; readonly why: string }[];
  readonly trust: readonly TrustNote[];
  readonly failures: readonly { readonly message: string }[];
}

/** What `weir analyze` says about the run, as a user of the command line gets it. */
export async function analyze(addresses: Addresses, truth: Truth): Promise<Analysis> {
  const { from, to } = askedRange(truth);
  return JSON.parse(await weir(addresses, ['analyze', '--env', 'lab', '--from', String(from), '--to', String(to)])) as Analysis;
}

function weir(addresses: Addresses, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', '-s', 'weir', '--', ...args], { cwd: root, env: { ...process.env, WEIR_CONFIG: addresses.weirConfig }, stdio: ['ignore', 'pipe', 'inherit'], timeout: 120_000 });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString('utf8');
    });
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(out) : reject(new Error(`weir ${args[0]} ended with code ${code}: ${out.slice(0, 500)}`))));
  });
}

const runtimeKey = Symbol.for('weir.runtime');

/** Has this process read the configuration of a stack, with a runtime of its own. */
function readFrom(addresses: Addresses): void {
  process.env.WEIR_CONFIG = addresses.weirConfig;
  Reflect.deleteProperty(globalThis, runtimeKey);
}

/** The same stack for a Weir that has no trace source. */
export function metricsOnly(addresses: Addresses): Addresses {
  const file = addresses.weirConfig.replace(/\.yaml$/, '-metrics-only.yaml');
  writeFileSync(file, weirConfig(addresses.prometheus, null));
  return { ...addresses, weirConfig: file };
}

/** The same stack for a Weir that reads VictoriaMetrics. Throws where the stack has none. */
export function onVictoria(addresses: Addresses): Addresses {
  if (addresses.victoria === null) throw new Error('this stack was started without VictoriaMetrics');
  const file = addresses.weirConfig.replace(/\.yaml$/, '-victoria.yaml');
  writeFileSync(file, weirConfig(addresses.victoria, addresses.jaeger));
  return { ...addresses, prometheus: addresses.victoria, weirConfig: file };
}

/** What the 404 split says about a stretch. */
export async function notFoundRun(addresses: Addresses, range: { readonly from: number; readonly to: number }): Promise<{ readonly findings: readonly Finding[]; readonly detail: NotFoundDetail }> {
  readFrom(addresses);
  const { loadDetector } = await import('../../lib/server/use-cases/load-detector');
  const { data } = await loadDetector('not-found-split', { env: 'lab', from: String(range.from), to: String(range.to), maxPoints: null });
  if (data.kind === 'not-checked') throw new Error(`not-found-split: ${data.why}`);
  return data;
}

/** One signal as Weir reads it. Throws with the reason where it cannot be seen. */
export async function signal(addresses: Addresses, name: SignalName, range: { readonly from: number; readonly to: number }): Promise<SeriesFrame> {
  readFrom(addresses);
  const { loadSignal } = await import('../../lib/server/use-cases/load-signal');
  const { data } = await loadSignal(name, { env: 'lab', from: String(range.from), to: String(range.to), maxPoints: null });
  if (data.frame === null) throw new Error(`${name}: ${data.reason}`);
  return data.frame;
}

/** What the traces page shows of the answers with one status of a fleet in a stretch. */
export async function tracesOf(addresses: Addresses, range: { readonly from: number; readonly to: number }, proxy: string, status: number): Promise<TracesAnswer> {
  readFrom(addresses);
  const { loadTraces } = await import('../../lib/server/use-cases/load-traces');
  return (await loadTraces({ env: 'lab', from: String(range.from), to: String(range.to), maxPoints: null, finding: null, status, proxy, instance: null, zone: null, host: null })).data;
}

/** What the API answers to the hop question. */
export async function hops(addresses: Addresses, range: { readonly from: number; readonly to: number }): Promise<Answer<HopDetail>> {
  readFrom(addresses);
  const { GET } = await import('../../app/api/v1/hops/route');
  const response = await GET(new Request(`http://weir.local/api/v1/hops?env=lab&from=${range.from}&to=${range.to}`));
  if (!response.ok) throw new Error(`hops: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer<HopDetail>;
}

/** What the zones page is drawn from. */
export async function zoneDetail(addresses: Addresses, range: { readonly from: number; readonly to: number }): Promise<ZoneDetail> {
  readFrom(addresses);
  const { loadDetector } = await import('../../lib/server/use-cases/load-detector');
  const { data } = await loadDetector('zone-flapping', { env: 'lab', from: String(range.from), to: String(range.to), maxPoints: null });
  if (data.kind === 'not-checked') throw new Error(`zone-flapping: ${data.why}`);
  return data.detail;
}

/** What the pages get: the details behind the findings. Asked in this process, with a runtime of its own for each stack. */
export async function details(addresses: Addresses, truth: Truth): Promise<{ readonly notFound: NotFoundDetail; readonly rollouts: RolloutDetail }> {
  readFrom(addresses);
  const { loadDetector } = await import('../../lib/server/use-cases/load-detector');
  const range = askedRange(truth);
  const request = { env: 'lab', from: String(range.from), to: String(range.to), maxPoints: null };
  const [notFound, rollouts] = await Promise.all([loadDetector('not-found-split', request), loadDetector('rollout-errors', request)]);
  if (notFound.data.kind === 'not-checked') throw new Error(`not-found-split: ${notFound.data.why}`);
  if (rollouts.data.kind === 'not-checked') throw new Error(`rollout-errors: ${rollouts.data.why}`);
  return { notFound: notFound.data.detail, rollouts: rollouts.data.detail };
}
