import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DetectorInput } from '@/lib/domain/detector';
import { notFoundClasses } from '@/lib/domain/not-found-detail';
import type { RequestSample } from '@/lib/domain/request-sample';
import type { LabelledSeries, SeriesFrame, Value } from '@/lib/domain/series';
import { epochMs, millis } from '@/lib/domain/units';
import { notFoundSplit, type NotFoundParams } from '@/lib/detectors/not-found-split';
import { replay } from '@/test/support/protocols/not-found-replay';

const STEP = 5_000;
const START = 1_780_000_000_000;

interface Pod {
  readonly name: string;
  readonly zone?: string;
  readonly requests: readonly Value[];
  readonly misses: readonly Value[];
  readonly routes?: readonly Value[];
  readonly backend?: readonly Value[];
  readonly unknown?: readonly Value[];
}

function frame(series: readonly LabelledSeries[], length: number): SeriesFrame {
  return { at: Array.from({ length }, (_, at) => epochMs(START + at * STEP)), stepMs: millis(STEP), series };
}

function input(pods: readonly Pod[], more: Partial<DetectorInput<NotFoundParams>> = {}): DetectorInput<NotFoundParams> {
  const length = pods[0]?.requests.length ?? 0;
  const rows = (pick: (pod: Pod) => readonly Value[] | undefined, extra = {}) => pods.flatMap((pod) => {
    const values = pick(pod);
    return values ? [{ labels: { proxy: 'p', instance: pod.name, zone: pod.zone ?? 'a', ...extra }, values }] : [];
  });
  return {
    range: { from: epochMs(START), to: epochMs(START + (length - 1) * STEP), stepMs: millis(STEP) }, now: epochMs(START + length * STEP),
    signals: {
      'not-found': frame([...rows((pod) => pod.misses, { responder: 'proxy-no-route' }), ...rows((pod) => pod.backend, { responder: 'backend' }), ...rows((pod) => pod.unknown, { responder: 'unknown' })], length),
      'instance-requests': frame(rows((pod) => pod.requests), length),
      'route-table-size': frame(rows((pod) => pod.routes), length),
    },
    traces: null, params: notFoundSplit.defaults, ...more,
  };
}

const flat = (value: Value, length = 24) => new Array<Value>(length).fill(value);
const burst = (calm: number, high: number, from: number, to: number, length = 24) => Array.from({ length }, (_, at) => (from <= at && at < to ? high : calm));
const calmPod = (name: string, zone = 'a'): Pod => ({ name, zone, requests: flat(70), misses: flat(1) });
const kinds = (pods: readonly Pod[]) => {
  const run = notFoundSplit.run(input(pods));
  return run.kind === 'checked' ? run.findings.map((one) => `${one.kind} ${one.subject}`) : ['not-checked'];
};

describe('the instance guard', () => {
  it.each<[string, readonly Pod[], string[]]>([
    ['a calm fleet', [calmPod('a'), calmPod('b'), calmPod('c')], []],
    ['one pod misses nearly all', [calmPod('a'), calmPod('b'), { ...calmPod('c'), misses: burst(1, 69, 10, 14) }], ['routeless-instance c']],
    ['one scrape only: a route change in passing', [calmPod('a'), calmPod('b'), { ...calmPod('c'), misses: burst(1, 40, 10, 11) }], []],
    ['a rolling route change, pod after pod', ['a', 'b', 'c'].map((name, at) => ({ ...calmPod(name), misses: burst(1, 30, 10 + at, 11 + at) })), []],
    ['all pods get more misses alike, on top of what they serve', ['a', 'b', 'c'].map((name) => ({ ...calmPod(name), requests: burst(70, 109, 10, 16), misses: burst(1, 40, 10, 16) })), ['scanner-wave p']],
    ['tiny counts', [calmPod('a'), calmPod('b'), { name: 'c', requests: flat(1), misses: burst(0, 1, 10, 14) }], []],
    ['a fleet of one has nobody to compare with', [{ ...calmPod('a'), misses: burst(1, 69, 10, 11) }], []],
    ['a zone of two pods', [calmPod('a1', 'a'), calmPod('a2', 'a'), ...['b1', 'b2'].map((name) => ({ ...calmPod(name, 'b'), misses: burst(1, 69, 10, 16) }))], ['zone-route-gap b']],
    ['a short table before anything is asked of it', [...['a', 'b', 'c'].map((name) => ({ ...calmPod(name), routes: flat(40) })), { ...calmPod('d'), routes: burst(40, 2, 10, 20) }], ['routeless-instance d']],
    ['tables that grow pod after pod', ['a', 'b', 'c', 'd'].map((name, at) => ({ ...calmPod(name), routes: burst(40, 90, 10 + at, 24) })), []],
  ])('%s', (_name, pods, expected) => {
    expect(kinds(pods)).toEqual(expected);
  });

  it('is less sure in a fleet of two', () => {
    const bad = { ...calmPod('c'), misses: burst(1, 69, 10, 14) };
    const sure = (pods: readonly Pod[]) => {
      const run = notFoundSplit.run(input(pods));
      return run.kind === 'checked' ? run.findings[0]!.confidence : Number.NaN;
    };
    expect(sure([calmPod('a'), bad])).toBeLessThan(sure([calmPod('a'), calmPod('b'), bad]));
  });

  it('bridges a missing scrape', () => {
    const misses: Value[] = burst(1, 69, 10, 16);
    misses[12] = null;
    const run = notFoundSplit.run(input([calmPod('a'), calmPod('b'), { ...calmPod('c'), misses }]));
    if (run.kind !== 'checked') throw new Error(run.why);
    expect(run.findings.map(({ from, to }) => [(from - START) / STEP, (to - START) / STEP])).toEqual([[10, 15]]);
    expect(run.trust.map(({ code }) => code)).toContain('scrape-gap');
  });
});

describe('the ledger', () => {
  it('says what it cannot know: without traces proxy answers are unknown, with the mend', () => {
    const run = notFoundSplit.run(input([{ ...calmPod('a'), backend: flat(2), unknown: flat(3) }, calmPod('b')]));
    if (run.kind !== 'checked') throw new Error(run.why);
    expect(run.detail.parts.map((part) => [part.class, part.requests, part.methods])).toEqual([
      ['route-miss', 0, []], ['scanner', 0, []], ['application', 48, ['counter']], ['benign', 0, []], ['unknown', 120, ['none']],
    ]);
    expect(run.detail.targets).toBeNull();
    expect(run.trust.filter(({ code }) => code === 'collector-missing').map(({ about }) => about)).toEqual(['traces', 'p']);
  });

  it('counts the probes that an application answered: in the samples, not in the counter', () => {
    const base: RequestSample = {
      traceId: '0', at: epochMs(START + 5 * STEP), proxy: 'p', instance: 'a', zone: 'a', method: 'GET', host: 'shop.example', path: '/orders/17', userAgent: null, client: null, status: 404, durationMs: 3,
      answeredBy: 'backend', answeredByService: 'shop', causedBy: 'backend', mechanism: 'passthrough', confidence: 1, band: 'certain', earlierAttempts: 0,
    };
    const asked = [{}, { path: '/.env' }, { path: '/cgi-bin/../../etc/passwd' }, { path: '/login' }, { path: '/.git/config', answeredBy: 'proxy', mechanism: 'route_miss' }, { path: '/.env', status: 200 }] as const;
    const samples = asked.map((rest, at) => ({ ...base, ...rest, traceId: String(at) }));
    const probes = (traces: DetectorInput<NotFoundParams>['traces']) => {
      const run = notFoundSplit.run(input([{ ...calmPod('a'), backend: flat(2) }, calmPod('b')], { traces }));
      return run.kind === 'checked' && run.detail.applicationProbes;
    };
    expect(probes({ samples, truncated: false, samplingRate: null })).toEqual({ samples: 4, hostile: 2 });
    expect(probes({ samples: [], truncated: false, samplingRate: null })).toEqual({ samples: 0, hostile: 0 });
    expect(probes(null)).toBeNull();
  });

  it('a clean window has no notes', () => {
    const run = notFoundSplit.run(input([{ ...calmPod('a'), misses: flat(0), backend: flat(2) }, { ...calmPod('b'), misses: flat(0) }]));
    expect(run.kind === 'checked' && run.trust).toEqual([]);
  });

  it('without a counter of 404s nothing was checked', () => {
    expect(notFoundSplit.run({ ...input([calmPod('a')]), signals: {} })).toMatchObject({ kind: 'not-checked', missing: ['not-found'] });
  });

  it('notes the first and the last step', () => {
    const pods = [{ ...calmPod('a'), misses: [null, ...flat(0, 23)], backend: [null, ...flat(0, 23)] }];
    const run = notFoundSplit.run(input(pods, { now: epochMs(START + 23 * STEP + 1) }));
    expect(run.kind === 'checked' && run.trust.map(({ code }) => code)).toEqual(['first-sample', 'incomplete-last-step']);
  });

  const count = fc.option(fc.integer({ min: 0, max: 80 }), { nil: null, freq: 8 });
  const line = fc.array(count, { minLength: 20, maxLength: 20 });
  const pod = fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd', 'e'), zone: fc.constantFrom('x', 'y', ''), requests: line, misses: line, backend: line, unknown: line, routes: line });
  const fleets = fc.uniqueArray(pod, { selector: ({ name }) => name, minLength: 1, maxLength: 5 });

  it('adds up to the counter at every step, whatever the counts', () => {
    fc.assert(fc.property(fleets, fc.boolean(), (pods, traced) => {
      const traces = traced ? replay({ seed: 1, steps: 20, rps: 5 }).input.traces : null;
      const run = notFoundSplit.run(input(pods, { traces: traces && { ...traces, samples: traces.samples.map((sample) => ({ ...sample, proxy: 'p' })) } }));
      if (run.kind !== 'checked') throw new Error(run.why);
      run.detail.total.forEach((total, at) => {
        const known = pods.flatMap(({ misses, backend, unknown }) => [misses[at], backend[at], unknown[at]]).filter((value) => value != null);
        expect(total).toBe(known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0));
        const parts = notFoundClasses.map((name) => run.detail.classes[name][at]!);
        expect(total === null ? parts : parts.reduce((sum: number, value) => sum + (value ?? Number.NaN), 0)).toEqual(total === null ? parts.map(() => null) : total);
        for (const part of parts) expect(part === null || part >= 0).toBe(true);
      });
      for (const part of run.detail.parts) {
        expect(part.low).toBeLessThanOrEqual(part.requests);
        expect(part.high).toBeGreaterThanOrEqual(part.requests);
      }
    }), { numRuns: 60 });
  });

  it('does not depend on the order of series and samples', () => {
    const made = replay({ seed: 3, steps: 60, routeless: { instance: 'sk-a1', from: 20, to: 40 } }).input;
    const turned: DetectorInput<NotFoundParams> = {
      ...made,
      signals: Object.fromEntries(Object.entries(made.signals).map(([name, one]) => [name, { ...one, series: [...one.series].reverse() }])),
      traces: { ...made.traces!, samples: [...made.traces!.samples].reverse() },
    };
    expect(notFoundSplit.run(turned)).toEqual(notFoundSplit.run(made));
  });
});
