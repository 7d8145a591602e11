import type { DetectorInput } from '@/lib/domain/detector';
import type { RequestSample } from '@/lib/domain/request-sample';
import type { SeriesFrame } from '@/lib/domain/series';
import { epochMs, millis } from '@/lib/domain/units';
import { notFoundSplit, type NotFoundParams } from '@/lib/detectors/not-found-split';
import type { Course, Event } from './not-found-sessions';

const STEP = 10;
const START = 1_780_000_000_000;
const ROUTES = 60;
const MOST_TRACES = 1500;
const zoneOf = (pod: number) => 'abc'[pod % 3]!;
const nameOf = (pod: number) => `sk-${pod}`;

export interface CourseInput {
  readonly input: DetectorInput<NotFoundParams>;
  readonly truthOf: ReadonlyMap<string, Event['truth']>;
}

/** The course as counters by pod and step and as traces of an even part of its 404s. */
export function toDetectorInput(course: Course, traced = true): CourseInput {
  const steps = (course.to - course.from) / STEP;
  const zeros = () => Array.from({ length: course.pods }, () => new Array<number>(steps).fill(0));
  const [requests, misses, backend] = [zeros(), zeros(), zeros()];
  const successes = new Map(course.apps.map(({ host }) => [host, new Array<number>(steps).fill(0)]));
  const missed: Event[] = [];
  for (const event of course.events) {
    const step = Math.min(steps - 1, Math.max(0, Math.floor(event.at / STEP)));
    requests[event.pod]![step]! += 1;
    if (event.served) successes.get(event.host)![step]! += 1;
    else {
      (event.truth === 'application' ? backend : misses)[event.pod]![step]! += 1;
      missed.push(event);
    }
  }
  const at = Array.from({ length: steps }, (_, step) => epochMs(START + step * STEP * 1000));
  const frame = (series: SeriesFrame['series']): SeriesFrame => ({ at, stepMs: millis(STEP * 1000), series });
  const byPod = (values: readonly (readonly number[])[], extra: Record<string, string> = {}) => values.map((own, pod) => ({ labels: { proxy: 'skipper', instance: nameOf(pod), zone: zoneOf(pod), ...extra }, values: own }));
  const truthOf = new Map<string, Event['truth']>();
  const kept = missed.filter((_, n) => missed.length <= MOST_TRACES || Math.floor((n * MOST_TRACES) / missed.length) !== Math.floor(((n - 1) * MOST_TRACES) / missed.length));
  const samples = kept.map((event, n): RequestSample => {
    const [traceId, app] = [`t${n}`, event.truth === 'application'];
    truthOf.set(traceId, event.truth);
    return {
      traceId, at: epochMs(START + Math.round((event.at - STEP) * 1000) + 1), proxy: 'skipper', instance: nameOf(event.pod), zone: zoneOf(event.pod),
      method: event.method, host: event.host, path: event.path, userAgent: event.userAgent, client: event.client, status: 404, durationMs: 2,
      answeredBy: app ? 'backend' : 'proxy', answeredByService: app ? event.host : 'skipper', causedBy: app ? 'backend' : 'proxy',
      mechanism: app ? 'passthrough' : 'route_miss', confidence: 0.97, band: 'certain', earlierAttempts: 0,
    };
  });
  const size = (pod: number) => Array.from({ length: steps }, (_, step) => (pod === course.lostPod && step * STEP >= course.begin && step * STEP < course.end ? 3 : ROUTES));
  return {
    truthOf,
    input: {
      range: { from: at[0]!, to: at.at(-1)!, stepMs: millis(STEP * 1000) }, now: epochMs(START + steps * STEP * 1000 + 60_000),
      signals: {
        'not-found': frame([...byPod(misses, { responder: 'proxy-no-route' }), ...byPod(backend, { responder: 'backend' })]),
        'route-misses': frame(byPod(misses)),
        'instance-requests': frame(byPod(requests)),
        'host-successes': frame([...successes].map(([host, values]) => ({ labels: { proxy: 'skipper', host: host.replace(/\./g, '_') }, values }))),
        'route-table-size': frame(byPod(Array.from({ length: course.pods }, (_, pod) => size(pod)))),
      },
      traces: traced ? { samples, samplingRate: 1, truncated: missed.length > MOST_TRACES } : null,
      params: notFoundSplit.defaults,
    },
  };
}
