import { notFoundSplit } from '../../lib/detectors/not-found-split';
import { rolloutErrors } from '../../lib/detectors/rollout-errors';
import { zoneFlapping } from '../../lib/detectors/zone-flapping';
import type { DetectorRun } from '../../lib/domain/detector';
import type { Labels, SeriesFrame, Value } from '../../lib/domain/series';
import type { SignalName } from '../../lib/domain/signals';
import { stepTimes } from '../../lib/domain/time-range';
import { epochMs, millis } from '../../lib/domain/units';
import { STEP_SECONDS, podRps, pods, zoneShare } from './model';

const FROM = 1_795_992_000_000;
const STEPS = 720;
const range = { from: epochMs(FROM), to: epochMs(FROM + (STEPS - 1) * STEP_SECONDS * 1000), stepMs: millis(STEP_SECONDS * 1000) };
const at = stepTimes(range);

type Line = readonly [labels: Labels, value: (i: number) => Value];

const frame = (lines: readonly Line[]): SeriesFrame => ({ at, stepMs: range.stepMs, series: lines.map(([labels, value]) => ({ labels, values: at.map((_, i) => value(i)) })) });
const proxy = 'skipper';
const perPod = (value: (podIndex: number, i: number) => Value, more: Labels = {}): Line[] => pods.map((pod) => [{ proxy, instance: pod.name, zone: pod.zone, ...more }, (i) => value(pod.index, i)]);
const perZone = (value: (zone: 'a' | 'b' | 'c', i: number) => Value, more: Labels = {}): Line[] => (['a', 'b', 'c'] as const).map((zone) => [{ proxy, zone, ...more }, (i) => value(zone, i)]);
const requestsOf = (index: number, i: number) => Math.round(podRps(pods[index]!, i) * STEP_SECONDS);
const rolling = (i: number) => i % 240 >= 100 && i % 240 < 115;

/** Three hours of the modelled fleet as signals: flips each hour, a roll-out each hour, a pod that misses routes. */
function signals(): Readonly<Partial<Record<SignalName, SeriesFrame>>> {
  const hot = (i: number) => zoneShare('b', i) > 0.5;
  return {
    'zone-requests': frame(perZone((zone, i) => (900 + 25 * Math.sin(i * 1.7)) * zoneShare(zone, i))),
    'instance-requests': frame(perPod(requestsOf)),
    'zone-latency': frame([...perZone((zone, i) => 0.02 + (zone === 'b' && hot(i) ? 0.02 : 0), { quantile: '0.5' }), ...perZone((zone, i) => 0.14 + (zone === 'b' && hot(i) ? 0.2 : 0), { quantile: '0.99' })]),
    'zone-errors': frame(perZone(() => 0.1)),
    'zone-ready-pods': frame(perZone(() => 6)),
    'hinted-share': frame([[{ namespace: 'kube-system', service: 'skipper' }, (i) => (hot(i + 1) ? 0 : 1)]]),
    'ready-endpoints': frame((['a', 'b', 'c'] as const).map((zone): Line => [{ namespace: 'kube-system', service: 'skipper', zone }, () => 6])),
    'zone-cpu': frame((['a', 'b', 'c'] as const).map((zone): Line => [{ zone }, () => 32])),
    'scrape-up': frame(perPod(() => 1)),
    'not-found': frame(['proxy-no-route', 'proxy-policy', 'backend'].flatMap((responder, r) => perPod((pod, i) => (responder === 'proxy-no-route' && pod === 7 && i % 240 > 180 ? 400 : (i + pod + r) % 4), { responder }))),
    'route-misses': frame(perPod((pod, i) => (pod === 7 && i % 240 > 180 ? 400 : (i + pod) % 4))),
    'route-table-size': frame(perPod((pod, i) => (pod === 7 && i % 240 > 180 ? 8 : 12))),
    'host-successes': frame(Array.from({ length: 20 }, (_, h): Line => [{ proxy, host: `h${h}_example_org` }, (i) => 200 + ((i * (h + 3)) % 17)])),
    'gateway-errors': frame(['502', '503', '504'].flatMap((code) => ['svc1', 'svc2', 'svc3'].flatMap((subject) => perPod((pod, i) => (code === '503' && subject === 'svc3' && rolling(i) && (i + pod) % 3 === 0 ? 2 : (i * 7 + pod) % 397 === 0 ? 1 : 0), { code, subject })))),
    'near-misses': frame(perPod((pod, i) => (rolling(i) && (i + pod) % 5 === 0 ? 1 : 0), { subject: 'svc3' })),
    'replicaset-pods': frame([0, 1, 2, 3].map((set): Line => [{ namespace: 'shop', workload: 'svc3', replicaset: `svc3-${set}` }, (i) => podsOf(set, i)])),
  };
}

/** Pods of the ReplicaSet number `set` while each hour's roll-out hands four pods over to the next one. */
function podsOf(set: number, i: number): number {
  const done = Math.floor(i / 240) + Math.min(1, Math.max(0, ((i % 240) - 100) / 15));
  return Math.round(4 * Math.max(0, 1 - Math.abs(done - set)));
}

export interface DetectorJob {
  readonly id: string;
  /** Values in all series that it gets. */
  readonly points: number;
  run(): DetectorRun<unknown>;
}

/** Each detector on the signals it asks for, without traces. */
export function detectorJobs(): DetectorJob[] {
  const all = signals();
  const now = epochMs(range.to + 600_000);
  const own = ({ required, optional }: { readonly required: readonly SignalName[]; readonly optional: readonly SignalName[] }) =>
    Object.fromEntries([...required, ...optional].flatMap((name) => (all[name] ? [[name, all[name]] as const] : [])));
  const job = (id: string, needs: Parameters<typeof own>[0], run: (given: ReturnType<typeof own>) => DetectorRun<unknown>): DetectorJob => {
    const given = own(needs);
    const points = Object.values(given).reduce((sum, one) => sum + one.series.length * one.at.length, 0);
    return { id, points, run: () => run(given) };
  };
  return [
    job(zoneFlapping.id, zoneFlapping.needs, (given) => zoneFlapping.run({ range, now, signals: given, traces: null, params: zoneFlapping.defaults })),
    job(rolloutErrors.id, rolloutErrors.needs, (given) => rolloutErrors.run({ range, now, signals: given, traces: null, params: rolloutErrors.defaults })),
    job(notFoundSplit.id, notFoundSplit.needs, (given) => notFoundSplit.run({ range, now, signals: given, traces: null, params: notFoundSplit.defaults })),
  ];
}
