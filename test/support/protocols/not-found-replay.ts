import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { DetectorInput } from '@/lib/domain/detector';
import { notFoundClasses, type NotFoundClass } from '@/lib/domain/not-found-detail';
import type { RequestSample } from '@/lib/domain/request-sample';
import type { SeriesFrame, Value } from '@/lib/domain/series';
import { epochMs, millis } from '@/lib/domain/units';
import { seededDraws } from '@/lib/detectors/shared/statistics/seeded';
import { notFoundSplit, type NotFoundParams } from '@/lib/detectors/not-found-split';

const FIXTURES = path.resolve(import.meta.dirname, '../../fixtures/not-found');
const rowsOf = (name: string) => readFileSync(path.join(FIXTURES, name), 'utf8').split('\n').slice(1).filter((line) => line !== '').map((line) => line.split('\t'));

export const scannerPaths = rowsOf('scanner-extract.tsv').filter(([, shape]) => shape !== 'word').map((row) => row[2]!);
export const legitRows = rowsOf('legit-extract.tsv').map(([app, , method, text]) => ({ app: app!, method: method!, path: text! }));
const AUTOMATIC = ['/favicon.ico', '/robots.txt', '/apple-touch-icon.png', '/.well-known/security.txt'];

export interface Replay {
  readonly seed: number;
  readonly steps?: number;
  readonly rps?: number;
  readonly scannerRps?: number;
  /** Instance without routes in [from, to) steps. */
  readonly routeless?: { readonly instance: string; readonly from: number; readonly to: number };
  /** Zone whose instances have no routes. */
  readonly zoneGap?: { readonly zone: string; readonly from: number; readonly to: number };
  /** Host whose routes are deleted. */
  readonly lostHost?: { readonly host: string; readonly from: number; readonly to: number };
  /** Scanner load times this in [from, to). */
  readonly wave?: { readonly times: number; readonly from: number; readonly to: number };
  readonly sampleLimit?: number;
  readonly withRoutes?: boolean;
}

export interface ReplayRun {
  readonly input: DetectorInput<NotFoundParams>;
  readonly truth: Readonly<Record<NotFoundClass, number>>;
  readonly truthOf: ReadonlyMap<string, NotFoundClass>;
}

export const INSTANCES = [['sk-a1', 'a'], ['sk-a2', 'a'], ['sk-b1', 'b'], ['sk-b2', 'b'], ['sk-c1', 'c'], ['sk-c2', 'c'], ['sk-canary', 'c']] as const;
const STEP = 5_000;
const START = 1_780_000_000_000;

export const chance = seededDraws;

function poisson(mean: number, random: () => number): number {
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())));
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}

/**
 * Replays a fleet of seven instances: real routes of applications on their hosts (Zipf), scanner paths spread over addresses, automatic requests, 404s of the
 * applications; then applies the faults. Counts are exact; 404s are traced and searched up to `sampleLimit` (an even part of them).
 */
export function replay(options: Replay): ReplayRun {
  const random = chance(options.seed);
  const steps = options.steps ?? 120;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const apps = [...new Set(legitRows.map(({ app }) => app))].filter((app) => legitRows.filter((row) => row.app === app).length >= 10).slice(0, 6);
  const routes = apps.map((app) => ({ host: `${app}.example.org`, rows: legitRows.filter((row) => row.app === app) }));
  const zipf = <T>(list: readonly T[]): T => list[Math.floor(list.length * random() ** 2)]!;
  const zeros = () => INSTANCES.map(() => new Array<number>(steps).fill(0));
  const [requests, misses, backend] = [zeros(), zeros(), zeros()];
  const successes = new Map(routes.map(({ host }) => [host, new Array<number>(steps).fill(0)]));
  const truth = Object.fromEntries(notFoundClasses.map((name) => [name, 0])) as Record<NotFoundClass, number>;
  const truthOf = new Map<string, NotFoundClass>();
  const samples: RequestSample[] = [];
  const within = (span: { from: number; to: number } | undefined, step: number) => span !== undefined && span.from <= step && step < span.to;
  const miss = (step: number, which: number, kind: NotFoundClass, one: { host: string; path: string; method: string; client: string; agent: string }) => {
    truth[kind] += 1;
    (kind === 'application' ? backend : misses)[which]![step]! += 1;
    const traceId = `${options.seed}-${samples.length}`;
    truthOf.set(traceId, kind);
    const app = kind === 'application';
    samples.push({
      traceId, at: epochMs(START + (step - 1) * STEP + 1 + Math.floor(random() * (STEP - 2))), proxy: 'skipper', instance: INSTANCES[which]![0], zone: INSTANCES[which]![1],
      method: one.method, host: one.host, path: one.path, userAgent: one.agent, client: one.client, status: 404, durationMs: 2,
      answeredBy: app ? 'backend' : 'proxy', answeredByService: app ? one.host : 'skipper', causedBy: app ? 'backend' : 'proxy',
      mechanism: app ? 'passthrough' : 'route_miss', confidence: 0.97, band: 'certain', earlierAttempts: 0,
    });
  };
  const browser = 'Mozilla/5.0 (X11; Linux x86_64)';
  for (let step = 0; step < steps; step += 1) {
    const real = poisson((options.rps ?? 100) * 5, random);
    for (let n = 0; n < real; n += 1) {
      const which = Math.floor(random() * INSTANCES.length);
      const { host, rows } = zipf(routes);
      const route = zipf(rows);
      requests[which]![step]! += 1;
      const [instance, zone] = INSTANCES[which]!;
      const gone = (within(options.routeless, step) && options.routeless!.instance === instance) || (within(options.zoneGap, step) && options.zoneGap!.zone === zone) || (within(options.lostHost, step) && options.lostHost!.host === host);
      const from = { host, path: route.path, method: route.method, client: `198.51.100.${1 + Math.floor(random() * 200)}`, agent: browser };
      if (gone) miss(step, which, 'route-miss', from);
      else if (random() < 0.005) miss(step, which, 'application', from);
      else successes.get(host)![step]! += 1;
    }
    const scans = poisson((options.scannerRps ?? 1.5) * 5 * (within(options.wave, step) ? options.wave!.times : 1), random);
    for (let n = 0; n < scans; n += 1) {
      const which = Math.floor(random() * INSTANCES.length);
      requests[which]![step]! += 1;
      miss(step, which, 'scanner', { host: pick(routes).host, path: pick(scannerPaths), method: 'GET', client: `203.0.113.${1 + Math.floor(random() * 250)}`, agent: pick(['', 'Mozilla/5.0 zgrab/0.x', 'python-requests/2.31']) });
    }
    for (let n = poisson(0.3 * 5, random); n > 0; n -= 1) {
      const which = Math.floor(random() * INSTANCES.length);
      requests[which]![step]! += 1;
      miss(step, which, 'benign', { host: pick(routes).host, path: pick(AUTOMATIC), method: 'GET', client: '198.51.100.9', agent: browser });
    }
  }
  const limit = options.sampleLimit ?? 600;
  const keep = samples.length <= limit ? samples : samples.filter((_, at) => Math.floor((at * limit) / samples.length) !== Math.floor(((at - 1) * limit) / samples.length));
  const at = Array.from({ length: steps }, (_, step) => epochMs(START + step * STEP));
  const frame = (series: SeriesFrame['series']): SeriesFrame => ({ at, stepMs: millis(STEP), series });
  const byInstance = (values: (which: number) => readonly Value[], extra: Record<string, string> = {}) => INSTANCES.map(([instance, zone], which) => ({ labels: { proxy: 'skipper', instance, zone, ...extra }, values: values(which) }));
  const size = (which: number, step: number) => {
    const [instance, zone] = INSTANCES[which]!;
    return (within(options.routeless, step) && options.routeless!.instance === instance) || (within(options.zoneGap, step) && options.zoneGap!.zone === zone) ? 2 : 40;
  };
  const input: DetectorInput<NotFoundParams> = {
    range: { from: at[0]!, to: at.at(-1)!, stepMs: millis(STEP) }, now: epochMs(START + steps * STEP + 60_000),
    signals: {
      'not-found': frame([...byInstance((which) => misses[which]!, { responder: 'proxy-no-route' }), ...byInstance((which) => backend[which]!, { responder: 'backend' })]),
      'route-misses': frame(byInstance((which) => misses[which]!)),
      'instance-requests': frame(byInstance((which) => requests[which]!)),
      'host-successes': frame([...successes].map(([host, values]) => ({ labels: { proxy: 'skipper', host: host.replace(/\./g, '_') }, values }))),
      ...(options.withRoutes === false ? {} : { 'route-table-size': frame(byInstance((which) => Array.from({ length: steps }, (_, step) => size(which, step)))) }),
    },
    traces: limit === 0 ? null : { samples: keep, samplingRate: 1, truncated: samples.length > limit },
    params: notFoundSplit.defaults,
  };
  return { input, truth, truthOf };
}
