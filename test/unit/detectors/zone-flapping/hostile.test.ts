import { describe, expect, it } from 'vitest';
import type { DetectorInput } from '@/lib/domain/detector';
import type { Labels, SeriesFrame, Value } from '@/lib/domain/series';
import type { SignalName } from '@/lib/domain/signals';
import { epochMs } from '@/lib/domain/units';
import { zoneFlapping } from '@/lib/detectors/zone-flapping';
import type { ZoneParams } from '@/lib/detectors/zone-flapping/params';
import { makeLabLike } from '../../../support/protocols/zones-lab';

const lab = makeLabLike({ seed: 5, minutes: 6, rps: 90, spans: [[60, 95], [150, 188], [240, 272]], hotShare: 0.8, missed: 0, rateSeconds: 20 });
const { at, stepMs } = lab.rates;
const frame = (...series: readonly (readonly [Labels, (i: number) => Value])[]): SeriesFrame => ({ at, stepMs, series: series.map(([labels, value]) => ({ labels, values: at.map((_, i) => value(i)) })) });
const proxy = 'skipper';
const byZone = (value: number, more: Labels = {}) => frame(...['a', 'b', 'c'].map((zone) => [{ ...more, zone }, () => value] as const));

/** Each signal that the detector knows, with plain names. */
const plain: Partial<Record<SignalName, SeriesFrame>> = {
  'zone-requests': lab.rates, 'instance-requests': lab.counts, 'zone-ready-pods': byZone(3, { proxy }), 'zone-errors': byZone(0.1, { proxy }),
  'zone-latency': byZone(0.1, { proxy, quantile: '0.99' }), 'ready-endpoints': byZone(3, { namespace: 'x', service: 'skipper' }), 'zone-cpu': byZone(8),
  'hinted-share': frame([{ namespace: 'x', service: 'skipper' }, (i) => (i < 40 ? 1 : 0)]), 'topology-mode': frame([{ namespace: 'x', service: 'skipper' }, (i) => (i < 60 ? 1 : 0)]),
  'zone-connections': byZone(4, { proxy }), 'zone-routing': frame([{ proxy, mode: 'routing_all_directly' }, (i) => (i < 30 ? 90 : 0)], [{ proxy, mode: 'cluster_too_small' }, (i) => (i === 30 ? 0.2 : 0)]),
  'zone-matrix': frame(...['a', 'b', 'c'].map((zone) => [{ proxy, zone, backendZone: zone }, () => 30] as const)),
  'replicaset-pods': frame([{ namespace: 'x', workload: 'skipper', replicaset: 'r1' }, () => 6]),
  'hpa-range': frame(...[['min', 3], ['max', 12], ['current', 9]].map(([bound, value]) => [{ namespace: 'x', workload: 'skipper', bound: String(bound) }, () => Number(value)] as const)),
  'lb-zone-flows': byZone(5, { loadBalancer: 'net/x/1' }),
};

function run(signals: Partial<Record<SignalName, SeriesFrame>>) {
  const input: DetectorInput<ZoneParams> = { range: { from: at[0]!, to: at.at(-1)!, stepMs }, now: epochMs(at.at(-1)! + 60_000), signals, traces: null, params: zoneFlapping.defaults, dialects: { [proxy]: 'envoy' } };
  const answer = zoneFlapping.run(input);
  if (answer.kind !== 'checked') throw new Error(answer.why);
  return answer;
}

/** Same order as a, b, c: names are sorted. */
const names = [
  ['words of an object', ['__proto__', 'constructor', 'toString']],
  ['markup and PromQL', ['"} or vector(1) #', '<img src=x onerror=alert(1)>', '{{ $value }}']],
  ['digits, which an object puts first', ['1', '2', '3']],
  ['very long', ['a', 'b', 'c'].map((zone) => zone.repeat(20_000))],
  ['hidden and reordering', ['\u0000', '\u202eevil', '\ud83d']],
] as const;

describe('zone names from outside', () => {
  it.each(names)('%s: the same flips, states and harm as with plain names', (_name, zones) => {
    const rename = (zone: string) => (zone === '' ? '' : zones['abc'.indexOf(zone)]!);
    const renamed = Object.fromEntries(Object.entries(plain).map(([signal, { series }]) => [signal, {
      at, stepMs, series: series.map(({ labels, values }) => ({ values, labels: { ...labels, ...(labels.zone === undefined ? {} : { zone: rename(labels.zone) }), ...(labels.backendZone === undefined ? {} : { backendZone: rename(labels.backendZone) }) } })),
    }]));
    const [expected, found] = [run(plain), run(renamed)];
    const [one, other] = [expected.detail.fleets[0]!, found.detail.fleets[0]!];
    expect(other.zones).toEqual(zones);
    expect(other.flips.map(({ at: time, to, distance, gaining, cause }) => [time, to, distance, gaining, cause.code])).toEqual(one.flips.map(({ at: time, to, distance, gaining, cause }) => [time, to, distance, gaining.map(rename), cause.code]));
    expect(other.harm.map(({ zone, state, p99Seconds, errorShare }) => [zone, state, p99Seconds, errorShare])).toEqual(one.harm.map(({ zone, state, p99Seconds, errorShare }) => [rename(zone), state, p99Seconds, errorShare]));
    for (const column of ['rps', 'readyPods', 'errors'] as const) expect(Object.entries(other[column]!).sort()).toEqual(Object.entries(one[column]!).map(([zone, values]) => [rename(zone), values]).sort());
    expect(found.detail.forecast).toEqual(expected.detail.forecast);
    expect(found.detail.matrices!.map(({ rps, localShare }) => [rps, localShare])).toEqual(expected.detail.matrices!.map(({ rps, localShare }) => [rps, localShare]));
    expect(found.detail.balancers!.map(({ byZone: shares }) => Object.values(shares))).toEqual(expected.detail.balancers!.map(({ byZone: shares }) => Object.values(shares)));
    expect(found.findings.map(({ kind }) => kind)).toEqual(expected.findings.map(({ kind }) => kind));
  });

  it('services and modes of any name are told as they are', () => {
    const service = '__proto__"} <script>';
    const named = (signal: 'hinted-share' | 'topology-mode' | 'ready-endpoints') => ({ ...plain[signal]!, series: plain[signal]!.series.map(({ labels, values }) => ({ labels: { ...labels, service }, values })) });
    const { detail } = run({ ...plain, 'hinted-share': named('hinted-share'), 'topology-mode': named('topology-mode'), 'ready-endpoints': named('ready-endpoints'), 'zone-routing': frame([{ proxy, mode: 'constructor' }, () => 9], [{ proxy, mode: '__proto__' }, () => 9]) });
    expect(detail.topologyModes!.changes).toEqual([{ service: `x/${service}`, at: at[60], to: 'none' }]);
    expect(Object.keys(detail.hintedShare!)).toEqual([`x/${service}`]);
    expect(detail.routingChanges).toEqual([]);
  });
});
