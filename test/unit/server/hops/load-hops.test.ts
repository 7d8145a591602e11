import { describe, expect, it } from 'vitest';
import type { HopDetail } from '@/lib/domain/hops';
import { epochMs } from '@/lib/domain/units';
import { SourceError } from '@/lib/ports/source-error';
import { hopsSchema } from '@/lib/server/api/hop-schemas';
import { deskLimits } from '@/lib/server/hops/desk';
import { answerHops } from '@/lib/server/use-cases/load-hops';
import { HOPS_T0, type StoredRequest, countedSignals, countersOf, hopRange, hopsEnvironment, storedTrace, traceStore } from '@/test/support/hop-store';

const requests = (count: number, rest: (i: number) => Omit<StoredRequest, 'i'>, first = 0): StoredRequest[] => Array.from({ length: count }, (_, i) => ({ i: first + i, ...rest(i) }));
/** Healthy traffic over the whole range, so that profiles and the sampling rate can be learned. */
const healthy = (everyMs: number) => requests(Math.floor(600_000 / everyMs), (i) => ({ at: i * everyMs, kind: 'ok' }), 500_000);
const totalOf = (detail: HopDetail, status: number, proxy = 'ingress') => detail.totals.find((total) => total.status === status && total.proxy === proxy)!;
const noteOf = (answer: { trust: readonly { code: string; about: string | null; effect: string }[] }, code: string) => answer.trust.filter((note) => note.code === code);
const sum = (parts: readonly { count: number }[]) => parts.reduce((total, { count }) => total + count, 0);

function ask(all: readonly StoredRequest[], stored: readonly StoredRequest[] = all) {
  const store = traceStore(stored.map(storedTrace));
  return { store, environment: hopsEnvironment(store, countedSignals(countersOf(all))) };
}

const burst = [
  ...requests(12, (i) => ({ at: 100_000 + i * 500, kind: 'miss' })),
  ...requests(6, (i) => ({ at: 300_000 + i * 500, kind: 'backend' }), 100),
  ...requests(8, (i) => ({ at: 450_000 + i * 100, kind: 'refused', status: 502 }), 200),
  ...healthy(1_000),
];

describe('the hop question', () => {
  it('names who answered and who caused it, status by status', async () => {
    const { environment } = ask(burst);
    const { data } = await answerHops(environment, hopRange);
    expect(totalOf(data, 404)).toMatchObject({ requests: 18, lookedAt: 18, parts: [
      { answeredBy: { role: 'proxy', service: 'edge' }, mechanism: 'route_miss', count: 12 },
      { answeredBy: { role: 'backend', service: 'shop' }, mechanism: 'passthrough', count: 6 },
      { answeredBy: { role: 'unknown' }, count: 0 },
    ] });
    expect(totalOf(data, 502).parts[0]).toMatchObject({ answeredBy: { role: 'proxy' }, causedBy: { role: 'backend' }, mechanism: 'connect_failed', count: 8 });
    expect(totalOf(data, 503)).toMatchObject({ requests: 0, lookedAt: 0, parts: [] });
  });

  it('answers the shape that the API promises, and adds up everywhere', async () => {
    const { data } = await answerHops(ask(burst).environment, hopRange);
    expect(hopsSchema.safeParse(data).error?.issues ?? []).toEqual([]);
    for (const { parts, lookedAt } of [...data.cells, ...data.totals]) expect(sum(parts)).toBe(lookedAt);
    for (const total of data.totals) {
      const cells = data.cells.filter(({ proxy, status }) => proxy === total.proxy && status === total.status);
      expect(cells.reduce((all, cell) => all + cell.lookedAt, 0)).toBe(total.lookedAt);
      expect(cells.reduce((all, cell) => all + (cell.requests ?? 0), 0)).toBe(total.requests);
    }
  });

  it('searches only where the counters counted something, with small limits, inside the range and its margin', async () => {
    const { store, environment } = ask(burst);
    const { data } = await answerHops(environment, hopRange);
    const failed = store.searches.filter(({ status }) => status !== null);
    expect(failed.length).toBe(data.cells.filter(({ search }) => search === 'searched').length);
    expect(data.cells.filter(({ search }) => search === 'searched').every(({ requests: counted }) => counted! > 0)).toBe(true);
    for (const { limit, from, to } of failed) {
      expect(limit).toBeLessThanOrEqual(20);
      expect(from).toBeGreaterThanOrEqual(hopRange.from - 15_000);
      expect(to).toBeLessThanOrEqual(hopRange.to + 5_000);
    }
  });

  it('judges each proxy of a chain by its own answer', async () => {
    const outer = storedTrace({ i: 1, at: 100_000, kind: 'backend', status: 404, app: 'inner' });
    const inner = { ...outer.spans[2]!, attributes: { component: 'skipper', 'http.status_code': 404 }, events: [{ at: epochMs(HOPS_T0 + 100_003), name: 'error', attributes: { message: 'route lookup failed' } }] };
    const rows = [{ i: 1, at: 100_000, kind: 'backend' as const }];
    const signals = countedSignals([...countersOf(rows), ...countersOf([{ i: 1, at: 100_002, kind: 'miss', service: 'inner' }], 'inside', 'inner')]);
    const { data } = await answerHops(hopsEnvironment(traceStore([{ ...outer, spans: [outer.spans[0]!, outer.spans[1]!, inner] }]), signals, { fleets: { ingress: 'edge', inside: 'inner' } }), hopRange);
    expect(totalOf(data, 404, 'inside').parts[0]).toMatchObject({ answeredBy: { role: 'proxy', service: 'inner' }, mechanism: 'route_miss', count: 1 });
    expect(totalOf(data, 404, 'ingress').parts[0]).toMatchObject({ answeredBy: { role: 'proxy', service: 'inner' }, count: 1 });
  });

  it('believes no search unchecked: other services, statuses and times are left out', async () => {
    const wrong = [storedTrace({ i: 1, at: 100_000, kind: 'backend', service: 'elsewhere' }), storedTrace({ i: 2, at: 100_000, kind: 'ok' }), storedTrace({ i: 3, at: 9_000_000, kind: 'miss' })];
    const store = traceStore([], { search: async () => ({ traces: wrong, truncated: false, queries: [] }) });
    const { data } = await answerHops(hopsEnvironment(store, countedSignals(countersOf(burst))), hopRange);
    expect(data.totals.every(({ lookedAt }) => lookedAt === 0)).toBe(true);
  });

  it('takes names from outside as they are', async () => {
    const names = ['__proto__', 'constructor', '"} or vector(1)', '<script>alert(1)</script>', 'x'.repeat(4_000), '\u202Egnp'];
    const rows = names.map((app, i): StoredRequest => ({ i, at: 100_000 + i, kind: 'backend', app }));
    const { data } = await answerHops(ask(rows).environment, hopRange);
    expect(totalOf(data, 404).parts.map(({ answeredBy }) => answeredBy.service).filter((name) => name !== null).sort()).toEqual([...names].sort());
    expect(hopsSchema.safeParse(data).success).toBe(true);
  });
});

describe('how much it asks', () => {
  const many = requests(10_000, (i) => ({ at: 1 + i * 59, kind: i % 4 === 0 ? 'miss' : 'backend' }));

  it('of a store of 10,000 traces it reads a few hundred, says so, and comes near the truth', async () => {
    const { store, environment } = ask(many);
    const answer = await answerHops(environment, hopRange);
    const total = totalOf(answer.data, 404);
    expect(store.searches.length).toBeLessThanOrEqual(deskLimits.mostSearches + 4);
    expect(store.searches.every(({ limit, status }) => limit <= (status === null ? 200 : 20))).toBe(true);
    expect(total.truncated).toBe(true);
    expect(total.lookedAt).toBeLessThan(1_000);
    const miss = total.parts.find(({ mechanism }) => mechanism === 'route_miss')!;
    expect(miss.low).toBeLessThan(0.25);
    expect(miss.high).toBeGreaterThan(0.25);
    expect(noteOf(answer, 'search-truncated').map(({ about }) => about)).toContain('ingress, 404');
    expect(noteOf(answer, 'sampled-traces')[0]!.effect).toContain(`${total.lookedAt} of about 10000 requests`);
  });

  it('searches the worst stretches first where it may not search all, and counts what it left out', async () => {
    const rows = [...requests(3, () => ({ at: 20_000, kind: 'miss' })), ...requests(9, () => ({ at: 300_000, kind: 'miss' }), 50), ...requests(1, () => ({ at: 580_000, kind: 'miss' }), 90)];
    const { environment } = ask(rows);
    const answer = await answerHops(environment, hopRange, { ...deskLimits, mostSearches: 1 });
    const failed = answer.data.cells.filter(({ requests: counted }) => counted! > 0);
    expect(failed.map(({ requests: counted, search }) => [counted, search])).toEqual([[3, 'skipped'], [9, 'searched'], [1, 'skipped']]);
    expect(answer.data.search.skipped).toBe(2);
    expect(noteOf(answer, 'search-truncated')[0]!.effect).toContain('2 searches were left out');
    // Those left out may have been anything.
    expect(totalOf(answer.data, 404).parts[0]!.low).toBeLessThan(0.55);
  });

  it('gives up within its budget when the source hangs, and keeps what the counters say', async () => {
    const store = traceStore([], { search: () => new Promise(() => undefined) });
    const { data, failures } = await answerHops(hopsEnvironment(store, countedSignals(countersOf(burst))), hopRange, { ...deskLimits, searchMs: 40, budgetMs: 120 });
    expect(totalOf(data, 404)).toMatchObject({ requests: 18, lookedAt: 0 });
    expect(data.cells.some(({ search }) => search === 'failed' || search === 'skipped')).toBe(true);
    expect(failures.map(({ kind }) => kind)).toEqual(['timeout']);
  });

  it('says nothing of a failure where only the budget ended', async () => {
    const store = traceStore([], { search: () => new Promise(() => undefined) });
    const { data, failures } = await answerHops(hopsEnvironment(store, countedSignals(countersOf(burst))), hopRange, { ...deskLimits, searchMs: 5_000, budgetMs: 40 });
    expect(data.search).toMatchObject({ failed: 0 });
    expect(data.search.skipped).toBeGreaterThan(0);
    expect(failures).toEqual([]);
  });

  it('keeps to eight strata, those with most failed requests', async () => {
    const fleets = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, `edge-${name}`]));
    const rows = Object.entries(fleets).flatMap(([proxy, service], k) => countersOf([...requests(5 + k, () => ({ at: 100_000, kind: 'miss', service })), ...requests(50 + k, () => ({ at: 100_000, kind: 'refused', status: 502, service }))], proxy, service));
    const { data } = await answerHops(hopsEnvironment(traceStore([]), countedSignals(rows), { fleets }), hopRange);
    const skipped = data.cells.filter(({ search }) => search === 'skipped').map(({ proxy, status }) => `${proxy} ${status}`);
    expect(skipped).toEqual(['a 404', 'b 404']);
    expect(data.search.skipped).toBe(2);
  });

  it('puts the same question once for all who ask within a moment', async () => {
    const { store, environment } = ask(burst);
    await Promise.all([answerHops(environment, hopRange), answerHops(environment, hopRange)]);
    const sent = store.searches.length;
    await answerHops(environment, hopRange);
    expect(store.searches.length).toBe(sent);
  });
});

describe('young and cut off traces', () => {
  const at = 590_000;
  const whole = storedTrace({ i: 1, at, kind: 'backend' });
  const first = { ...whole, spans: whole.spans.slice(0, 1) };
  const young = { clock: () => epochMs(HOPS_T0 + 600_000) };

  it('are read again by id, near their time, and the fuller look counts', async () => {
    const store = traceStore([first], { get: async () => whole });
    const answer = await answerHops(hopsEnvironment(store, countedSignals(countersOf([{ i: 1, at, kind: 'backend' }])), young), hopRange);
    expect(store.reads).toEqual([{ traceId: whole.traceId, around: HOPS_T0 + at }]);
    expect(totalOf(answer.data, 404).parts[0]).toMatchObject({ answeredBy: { role: 'backend', service: 'shop' }, count: 1 });
    expect(answer.data.search).toMatchObject({ young: true, reread: 1 });
    expect(noteOf(answer, 'young-window')).toHaveLength(1);
    expect(answer.data.cells.filter((cell) => cell.status === 404 && cell.young).map(({ from }) => from - HOPS_T0)).toEqual([525_000, 550_000, 575_000]);
  });

  it('stand as they were when the second look finds less or fails', async () => {
    for (const get of [async () => null, async () => ({ ...whole, spans: [] }), async () => Promise.reject(new SourceError('unreachable', 'gone'))]) {
      const store = traceStore([whole], { get });
      const answer = await answerHops(hopsEnvironment(store, countedSignals(countersOf([{ i: 1, at, kind: 'backend' }])), young), hopRange);
      expect(totalOf(answer.data, 404)).toMatchObject({ lookedAt: 1 });
      expect(answer.failures).toEqual([]);
    }
  });

  it('are bounded: at most twenty second looks', async () => {
    const rows = requests(60, (i) => ({ at: 560_000 + i * 500, kind: 'miss' }));
    const store = traceStore(rows.map(storedTrace));
    await answerHops(hopsEnvironment(store, countedSignals(countersOf(rows)), young), hopRange);
    expect(store.reads.length).toBeGreaterThan(0);
    expect(store.reads.length).toBeLessThanOrEqual(20);
  });

  it('old and whole ones are not read again', async () => {
    const { store, environment } = ask(burst);
    const { data } = await answerHops(environment, hopRange);
    expect(store.reads).toEqual([]);
    expect(data.search.young).toBe(false);
  });

  it('a part of a trace is said, and never certain', async () => {
    const rows: StoredRequest[] = [{ i: 1, at: 100_000, kind: 'miss' }];
    const store = traceStore(rows.map((row) => ({ ...storedTrace(row), partial: true })));
    const answer = await answerHops(hopsEnvironment(store, countedSignals(countersOf(rows))), hopRange);
    expect(store.reads).toHaveLength(1);
    expect(noteOf(answer, 'partial-response')).toHaveLength(1);
    expect(totalOf(answer.data, 404).parts[0]).toMatchObject({ count: 1, certain: 0 });
  });
});

describe('the sampling rate', () => {
  const rows = [...requests(30, (i) => ({ at: 300_000 + i, kind: 'refused', status: 502 })), ...healthy(50)];

  it.each([
    ['all requests are traced', 1, 1],
    ['one of ten is', 10, 0.1],
    ['one of a hundred is', 100, 0.01],
  ])('%s: it is found by a few looks at healthy requests', async (_name, oneOf, rate) => {
    const kept = rows.filter(({ i }) => i % oneOf === 0);
    const { store, environment } = ask(rows, kept);
    const { data } = await answerHops(environment, hopRange);
    const [found] = data.search.sampling;
    expect(found!.rate! / rate).toBeGreaterThan(0.6);
    expect(found!.rate! / rate).toBeLessThan(1.6);
    expect(store.searches.filter(({ status }) => status === null).length).toBeLessThanOrEqual(4);
    expect(totalOf(data, 502).expectedTraces! / (30 * rate)).toBeGreaterThan(0.6);
  });

  it('says that none was to be expected, instead of "none found"', async () => {
    const { environment } = ask(rows, rows.filter(({ i, kind }) => kind === 'ok' && i % 200 === 0));
    const answer = await answerHops(environment, hopRange);
    expect(totalOf(answer.data, 502).expectedTraces).toBeLessThan(1);
    expect(noteOf(answer, 'sampled-traces').map(({ effect }) => effect)).toEqual([expect.stringContaining('no traces expected at this sampling rate')]);
  });

  it('says that some were to be expected where they should be there', async () => {
    const { environment } = ask(rows, rows.filter(({ kind }) => kind === 'ok'));
    const answer = await answerHops(environment, hopRange);
    expect(noteOf(answer, 'sampled-traces').map(({ effect }) => effect)).toEqual([expect.stringContaining('though about 30 were expected')]);
  });

  it('is not known, never 0, without counters', async () => {
    const store = traceStore(rows.map(storedTrace));
    const { data } = await answerHops(hopsEnvironment(store, countedSignals([])), hopRange);
    expect(data.search.sampling).toEqual([expect.objectContaining({ rate: null, requests: null })]);
    expect(totalOf(data, 502)).toMatchObject({ requests: null, expectedTraces: null });
    expect(totalOf(data, 502).lookedAt).toBeGreaterThan(0);
  });

  it('finds enough healthy requests also where most of them fail', async () => {
    const bad = [...requests(1_500, (i) => ({ at: i * 400, kind: 'refused', status: 502 })), ...healthy(1_600)];
    const counted = await answerHops(ask(bad).environment, hopRange);
    expect(counted.data.profiles).toEqual([expect.objectContaining({ service: 'edge', source: 'learned' })]);
    expect(counted.data.search.sampling[0]!.rate).toBeGreaterThan(0.8);
    const uncounted = await answerHops(hopsEnvironment(traceStore(bad.map(storedTrace)), countedSignals([])), hopRange);
    expect(uncounted.data.profiles).toEqual([expect.objectContaining({ service: 'edge', source: 'learned' })]);
  });

  it('looks forwards as well where the quiet time is at the beginning of the range', async () => {
    const early = [...requests(500, (i) => ({ at: 80_000 + i * 1_000, kind: 'miss' })), ...healthy(5_000)];
    const { data } = await answerHops(ask(early).environment, hopRange);
    expect(data.profiles).toEqual([expect.objectContaining({ service: 'edge', source: 'learned' })]);
  });

  it('is not known where far more traces were seen than requests were counted', async () => {
    const seen = [...requests(10, (i) => ({ at: 300_000 + i, kind: 'refused', status: 502 })), ...healthy(500)];
    const { data } = await answerHops(ask(seen.filter(({ i, kind }) => kind === 'refused' || i % 8 === 0), seen).environment, hopRange);
    expect(data.search.sampling).toEqual([expect.objectContaining({ rate: null })]);
  });

  it('and the profiles are looked for once in a quarter of an hour', async () => {
    const { store, environment } = ask(rows);
    const { data } = await answerHops(environment, hopRange);
    expect(data.profiles).toEqual([expect.objectContaining({ service: 'edge', family: 'skipper', pAttempt: 1, pBelow: 1, source: 'learned' })]);
    const looks = () => store.searches.filter(({ status }) => status === null).length;
    const first = looks();
    await answerHops(environment, { ...hopRange, to: epochMs(hopRange.to - 5_000) });
    expect(looks()).toBe(first);
  });
});

describe('two witnesses', () => {
  const misses = requests(40, (i) => ({ at: 200_000 + i * 5_000, kind: 'miss' }));

  it('agree where the counters tell what the verdicts tell', async () => {
    const { data, trust } = await answerHops(ask([...misses, ...healthy(1_000)]).environment, hopRange);
    expect(data.agreement).toEqual([expect.objectContaining({ proxy: 'ingress', status: 404, what: 'no route matched', counted: 1, requests: 40, judged: 1, traces: 40, verdict: 'agree' })]);
    expect(noteOf({ trust }, 'paths-disagree')).toEqual([]);
  });

  it('disagree aloud', async () => {
    // The counters say that backends answered; the traces show route misses.
    const counted = misses.map((row) => ({ ...row, kind: 'backend' as const }));
    const { data, trust } = await answerHops(ask(counted, misses).environment, hopRange);
    expect(data.agreement).toEqual([expect.objectContaining({ counted: 0, judged: 1, verdict: 'disagree' })]);
    expect(noteOf({ trust }, 'paths-disagree')).toEqual([expect.objectContaining({ about: 'ingress, 404, no route matched' })]);
    // A contradicted verdict is believed less.
    expect(totalOf(data, 404).parts[0]!.certain).toBe(0);
  });

  it('cannot tell with a handful of traces', async () => {
    const few = misses.slice(0, 5);
    const { data, trust } = await answerHops(ask(few.map((row) => ({ ...row, kind: 'backend' as const })), few).environment, hopRange);
    expect(data.agreement).toEqual([expect.objectContaining({ traces: 5, verdict: 'cannot-tell' })]);
    expect(noteOf({ trust }, 'paths-disagree')).toEqual([]);
  });

  it('compare gateway errors where the counters tell who made them', async () => {
    const rows = [...requests(30, (i) => ({ at: 200_000 + i * 1_000, kind: 'refused', status: 502 })), ...requests(10, (i) => ({ at: 400_000 + i * 1_000, kind: 'backend', status: 502 }), 50)];
    const { data } = await answerHops(ask(rows).environment, hopRange);
    expect(data.agreement).toEqual([expect.objectContaining({ status: 502, what: 'made by the proxy because no answer came', counted: 0.75, requests: 40, verdict: 'agree' })]);
  });
});

describe('what leads on', () => {
  it('each part has up to three traces to open, spread in time', async () => {
    const { data } = await answerHops(ask(burst).environment, hopRange);
    const [missed] = totalOf(data, 404).parts;
    expect(missed!.examples!.map(({ at }) => at - HOPS_T0)).toEqual([100_000, 103_000, 105_500]);
    expect(totalOf(data, 404).parts.at(-1)!.examples).toEqual([]);
  });

  it('what one hop made of several kinds is one share, with the interval of their sum', async () => {
    const rows = [...requests(20, (i) => ({ at: 20_000 + i * 27_000, kind: 'miss', status: 502 })), ...requests(10, (i) => ({ at: 30_000 + i * 50_000, kind: 'refused', status: 502 }), 40), ...requests(10, (i) => ({ at: 40_000 + i * 50_000, kind: 'backend', status: 502 }), 80)];
    const { data } = await answerHops(hopsEnvironment(traceStore(rows.map(storedTrace)), countedSignals([])), hopRange);
    const { parts, answered } = totalOf(data, 502);
    const own = parts.filter(({ answeredBy }) => answeredBy.service === 'edge');
    const share = answered.find(({ hop }) => hop.service === 'edge')!;
    expect(share.share).toBeCloseTo(own.reduce((total, part) => total + part.share, 0), 10);
    expect(share.high - share.low).toBeLessThan(own.reduce((total, { high, low }) => total + high - low, 0));
    expect(sum(answered)).toBe(totalOf(data, 502).lookedAt);
  });
});

it('what the backend cannot search yet was not searched, and that is said', async () => {
  const full = traceStore(burst.map(storedTrace));
  const cutOff = epochMs(HOPS_T0 + 400_000);
  const store = traceStore([], { search: async (search) => ({ ...(await full.search({ ...search, to: epochMs(Math.min(search.to, cutOff)) })), unsearchedFrom: search.to > cutOff ? epochMs(Math.max(search.from, cutOff)) : null }) });
  const answer = await answerHops(hopsEnvironment(store, countedSignals(countersOf(burst))), hopRange);
  expect(totalOf(answer.data, 502)).toMatchObject({ requests: 8, lookedAt: 0 });
  expect(answer.data.cells.filter(({ status, requests: count }) => status === 502 && count !== 0).every(({ search }) => search === 'skipped')).toBe(true);
  expect(noteOf(answer, 'young-window').map(({ effect }) => effect)).toEqual([expect.stringContaining('does not search its newest traces yet')]);
});

it('a proxy whose spans have no known name is told from one without traces', async () => {
  const environment = hopsEnvironment(traceStore([]), countedSignals(countersOf(burst)));
  const answer = await answerHops({ ...environment, services: [] }, hopRange);
  expect(answer.data.search.traced).toBe(true);
  expect(totalOf(answer.data, 502)).toMatchObject({ service: null, requests: 8 });
  expect(noteOf(answer, 'collector-missing')).toEqual([expect.objectContaining({ about: 'ingress', effect: expect.stringContaining('no name of its spans is known') })]);
});

describe('a source that is down', () => {
  // Ten of the twelve in one stretch: nobody says that two more are worth a larger limit.
  it('metrics: all stretches are searched, and no request is counted', async () => {
    const store = traceStore(burst.map(storedTrace));
    const names = ['not-found', 'gateway-errors', 'instance-requests', 'gateway-responders', 'span-requests'] as const;
    const answer = await answerHops(hopsEnvironment(store, countedSignals(countersOf(burst), names)), hopRange);
    expect(totalOf(answer.data, 404)).toMatchObject({ requests: null, lookedAt: 16 });
    expect(answer.data.spanMetrics).toMatchObject({ kind: 'failed' });
    expect(answer.failures).toEqual([expect.objectContaining({ source: 'metrics', kind: 'unreachable' })]);
  });

  it('traces: the counters stand, the cells say that they failed, and the next question asks again', async () => {
    let up = false;
    const full = traceStore(burst.map(storedTrace));
    const store = traceStore([], { search: async (search) => (up ? full.search(search) : Promise.reject(new SourceError('refused', 'jaeger answered 500'))) });
    const environment = hopsEnvironment(store, countedSignals(countersOf(burst)));
    const answer = await answerHops(environment, hopRange);
    expect(totalOf(answer.data, 404)).toMatchObject({ requests: 18, lookedAt: 0, parts: [] });
    expect(new Set(answer.data.cells.map(({ search }) => search))).toEqual(new Set(['quiet', 'failed']));
    expect(answer.failures).toEqual([expect.objectContaining({ source: 'traces', kind: 'refused' })]);
    up = true;
    expect(totalOf((await answerHops(environment, hopRange)).data, 404).lookedAt).toBe(18);
  });

  it('a search that fails leaves the others as they are', async () => {
    const full = traceStore(burst.map(storedTrace));
    const store = traceStore([], { search: async (search) => (search.status === 502 ? Promise.reject(new SourceError('refused', 'no')) : full.search(search)) });
    const { data } = await answerHops(hopsEnvironment(store, countedSignals(countersOf(burst))), hopRange);
    expect(totalOf(data, 404).lookedAt).toBe(18);
    expect(data.cells.filter(({ status, search }) => status === 502 && search === 'failed')).not.toEqual([]);
  });

  it('no trace source at all: what is counted is said, and how to see the rest', async () => {
    const answer = await answerHops(hopsEnvironment(null, countedSignals(countersOf(burst))), hopRange);
    expect(totalOf(answer.data, 502)).toMatchObject({ requests: 8, lookedAt: 0 });
    expect(answer.trust).toEqual([expect.objectContaining({ code: 'collector-missing', about: 'traces' })]);
  });
});
