import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SampleSet } from '@/lib/domain/detector';
import { type NotFoundDetail, notFoundClasses } from '@/lib/domain/not-found-detail';
import type { RequestSample } from '@/lib/domain/request-sample';
import { epochMs } from '@/lib/domain/units';
import { notFoundSplit } from '@/lib/detectors/not-found-split';
import { takeIncrements } from '@/lib/server/signals/increments';
import { START, STEP, burst, fleetInput, flat, type Pod } from '@/test/support/protocols/miss-fleet';

function check(...args: Parameters<typeof fleetInput>) {
  const run = notFoundSplit.run(fleetInput(...args));
  if (run.kind !== 'checked') throw new Error(run.why);
  return run;
}

const sample = (at: number, step: number, rest: Partial<RequestSample> = {}): RequestSample => ({
  traceId: `t${at}`, at: epochMs(START + step * STEP - 1), proxy: 'p', instance: 'a', zone: 'a', method: 'GET', host: 'shop.example', path: `/.env.${at}`, userAgent: 'zgrab/0.x', client: `203.0.113.${at % 200}`,
  status: 404, durationMs: 1, answeredBy: 'proxy', answeredByService: 'p', causedBy: 'proxy', mechanism: 'route_miss', confidence: 0.97, band: 'certain', earlierAttempts: 0, ...rest,
});
const traces = (samples: readonly RequestSample[], samplingRate: number | null = null): SampleSet => ({ samples, samplingRate, truncated: false });

/** Counts that break the ledger, as text: the steps at which parts, total and intervals do not fit. */
function faults({ total, classes, parts, intervals }: NotFoundDetail): string[] {
  return [
    ...total.flatMap((sum, at) => {
      const values = notFoundClasses.map((name) => classes[name][at] ?? null);
      if (sum === null) return values.every((value) => value === null) ? [] : [`step ${at}: parts of an unknown total`];
      const low = notFoundClasses.map((name) => (intervals?.[name] ? intervals[name].low[at]! : classes[name][at]!));
      const high = notFoundClasses.map((name) => (intervals?.[name] ? intervals[name].high[at]! : classes[name][at]!));
      return [
        ...(values.reduce<number>((all, value) => all + (value ?? Number.NaN), 0) === sum ? [] : [`step ${at}: ${values.join(' + ')} is not ${sum}`]),
        ...(values.every((value, which) => low[which]! >= 0 && low[which]! <= value! && value! <= high[which]! && high[which]! <= sum) ? [] : [`step ${at}: ${values.join(', ')} outside of ${low.join(', ')} to ${high.join(', ')}`]),
      ];
    }),
    ...parts.filter(({ low, requests, high }) => low > requests || requests > high).map((part) => `${part.class}: ${part.low} ${part.requests} ${part.high}`),
  ];
}

describe('the ledger', () => {
  const raw = fc.array(fc.oneof({ arbitrary: fc.integer({ min: 0, max: 90 }), weight: 8 }, { arbitrary: fc.constantFrom('gap' as const, 'reset' as const), weight: 1 }), { minLength: 25, maxLength: 25 });
  /** A raw counter with gaps and restarts, read as Weir reads it. */
  const counted = raw.map((moves) => {
    let value = 0;
    const counter = moves.map((move) => {
      if (move === 'gap') return null;
      value = move === 'reset' ? 0 : value + move;
      return value;
    });
    return takeIncrements(counter, { alive: () => true, bornInside: () => true }).values;
  });
  const pod = fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), zone: fc.constantFrom('x', 'y', ''), requests: counted, misses: counted, backend: counted, unknown: counted, routes: counted });
  const asked = fc.array(fc.record({ step: fc.integer({ min: -2, max: 26 }), path: fc.constantFrom('/.env', '/api/orders', '/favicon.ico', '/wp-login.php', '/a/b'), responder: fc.constantFrom('proxy' as const, 'backend' as const, 'unknown' as const), instance: fc.constantFrom('a', 'b', 'z') }), { maxLength: 60 });

  it('adds up at every step and keeps its intervals, for any gaps and resets', () => {
    fc.assert(fc.property(fc.uniqueArray(pod, { selector: ({ name }) => name, minLength: 1, maxLength: 4 }), fc.option(asked), fc.boolean(), (pods, requests, named) => {
      const samples = requests?.map(({ step, path, responder, instance }, at) => sample(at, step, { path, answeredBy: responder, instance })) ?? null;
      const run = check(pods, named ? { 'shop.example': pods[0]!.requests } : null, { traces: samples && traces(samples) });
      expect(faults(run.detail)).toEqual([]);
    }), { numRuns: 150 });
  });

  it('tells each part with its method and what it was drawn from', () => {
    const pods: Pod[] = [{ name: 'a', requests: flat(100), misses: flat(10), backend: flat(3) }, { name: 'b', requests: flat(100), misses: flat(10) }];
    const samples = Array.from({ length: 36 }, (_, at) => sample(at, at, at % 2 === 0 ? {} : { path: '/favicon.ico' }));
    const { detail } = check(pods, null, { traces: traces(samples) });
    expect(detail.parts.filter(({ requests }) => requests > 0)).toMatchObject([
      { class: 'scanner', requests: 360, methods: ['trace-sample', 'path-evidence'], sampled: { looked: 18, of: 720 } },
      { class: 'application', requests: 108, low: 108, high: 108, methods: ['counter'] },
      { class: 'benign', requests: 360, methods: ['trace-sample', 'path-evidence'], sampled: { looked: 18, of: 720 } },
    ]);
    expect(detail.sampling).toEqual({ looked: 36, of: 828, rate: null });
    expect(Object.keys(detail.intervals ?? {})).toEqual(expect.arrayContaining(['scanner', 'benign']));
    expect(detail.intervals?.application).toBeUndefined();
  });

  it('marks answers whose responder only the proxy\'s own mark in traces tells', () => {
    const pods: Pod[] = [{ name: 'a', requests: flat(100), misses: flat(0), unknown: flat(10) }, { name: 'b', requests: flat(100), misses: flat(0) }];
    const samples = Array.from({ length: 36 }, (_, at) => sample(at, at, at % 2 === 0 ? {} : { answeredBy: 'backend', mechanism: 'passthrough', path: '/orders/1' }));
    const { detail } = check(pods, null, { traces: traces(samples) });
    expect(detail.parts.filter(({ requests }) => requests > 0)).toMatchObject([
      { class: 'scanner', methods: ['flag', 'trace-sample', 'path-evidence'] },
      { class: 'application', methods: ['flag', 'trace-sample'] },
    ]);
  });

  it('has no intervals where all is counted', () => {
    expect(check([{ name: 'a', requests: flat(70), misses: flat(0), backend: flat(2) }]).detail.intervals).toBeUndefined();
  });
});

describe('trust notes', () => {
  it.each([
    ['skipper', /-serve-route-counter/],
    ['envoy', /page Sources/],
  ])('who answered is not told by %s: unknown, with the mend', (dialect, mend) => {
    const { detail, trust } = check([{ name: 'a', requests: flat(70), misses: flat(0), unknown: flat(2) }], null, { dialects: { p: dialect } });
    expect(detail.parts.find(({ class: name }) => name === 'unknown')).toMatchObject({ requests: 72, methods: ['none'] });
    expect(trust.find(({ about }) => about === 'p')?.mend).toMatch(mend);
  });

  it('says that a direct response of Envoy is in no counter, where traces show one', () => {
    const notes = (mechanism: RequestSample['mechanism'], dialect: string) => check([{ name: 'a', requests: flat(70), misses: flat(1) }], null, { dialects: { p: dialect }, traces: traces([sample(1, 5, { mechanism })]) }).trust.filter(({ code }) => code === 'collector-missing');
    expect(notes('local_policy', 'envoy')).toMatchObject([{ about: 'p', effect: expect.stringContaining('1 of 1') as string }]);
    expect(notes('route_miss', 'envoy')).toEqual([]);
    expect(notes('local_policy', 'skipper')).toEqual([]);
  });

  it('carries the sampling rate of traces', () => {
    const run = check([{ name: 'a', requests: flat(70), misses: flat(10) }], null, { traces: traces([sample(1, 5)], 0.01) });
    expect(run.trust.find(({ code }) => code === 'sampled-traces')?.effect).toMatch(/1 of about 360 requests.*Only 1\.0 % of the requests are traced/);
    expect(run.detail.sampling).toEqual({ looked: 1, of: 360, rate: 0.01 });
  });
});

describe('one path prefix of a host lost', () => {
  const pods = ['a', 'b', 'c'].map((name): Pod => ({ name, requests: flat(70), misses: burst(1, 21, 15, 24) }));
  const hosts = { shop_example: burst(120, 60, 15, 24), cart_example: flat(87) };
  const asked = (path: (at: number) => string, rest: Partial<RequestSample> = {}) => traces([
    ...Array.from({ length: 6 }, (_, at) => sample(at, 2 * at)),
    ...Array.from({ length: 27 }, (_, at) => sample(100 + at, 15 + (at % 9), { instance: 'abc'[at % 3]!, path: path(at), userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', client: `198.51.100.${at}`, ...rest })),
  ]);
  const found = (...args: Parameters<typeof fleetInput>) => check(...args).findings.filter(({ kind }) => kind !== 'scanner-wave');

  it('is named by samples', () => {
    const run = check(pods, hosts, { traces: asked((at) => (at % 5 === 0 ? '/help/faq' : `/api/orders/${at}`)) });
    expect(run.findings).toMatchObject([{ kind: 'route-lost', subject: 'shop_example/api/orders'.replace('shop_example', 'shop.example'), basis: 'inferred', data: { prefix: '/api/orders', hit: { hosts: ['shop.example'] } } }]);
    // 21 of the 27 samples of the stretch lie below it, and these stand for 567 counted misses.
    expect(run.detail.parts.find(({ class: name }) => name === 'route-miss')).toMatchObject({ requests: 441, methods: ['trace-sample'] });
  });

  it.each<[string, Parameters<typeof fleetInput>[2]]>([
    ['without traces nothing is claimed', {}],
    ['probes have no prefix in common', { traces: asked((at) => `/.env.${at}`, { userAgent: 'zgrab/0.x' }) }],
    ['paths of all kinds have none either', { traces: asked((at) => `/${'abcdefghijklmnopqrstuvwxyz'[at % 26]}${at}/x`) }],
  ])('%s', (_name, more) => {
    expect(found(pods, hosts, more)).toEqual([]);
  });

  it('a new application that is not routed yet took nothing away', () => {
    expect(found(pods, { shop_example: flat(120), cart_example: flat(87) }, { traces: asked((at) => `/api/orders/${at}`) })).toEqual([]);
  });
});
