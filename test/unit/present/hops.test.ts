import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HopCell, HopTotal } from '@/lib/domain/hops';
import { epochMs } from '@/lib/domain/units';
import { mechanisms } from '@/lib/domain/verdict';
import { type HopsModels, hopsPanel, overTime, signalsOf, splitTrust } from '@/lib/present/hops';
import { proofRows } from '@/lib/present/hops-proof';
import { hopsChart, hopsStrip } from '@/lib/present/hops-chart';
import { hopsHeadline } from '@/lib/present/hops-headline';
import { pickHops } from '@/lib/present/hops-pick';
import { matrixRows, spreadNote } from '@/lib/present/hops-rows';
import { searchFacts } from '@/lib/present/hops-search';
import { agreementRows, noComparison, profileViews, spanMetricsModel } from '@/lib/present/hops-witnesses';
import { madeText } from '@/lib/present/hops-words';
import { FROM } from '../../support/samples';
import { SHOP, SKIPPER, UNKNOWN, hopAgreement, hopCell, hopEdges, hopPart, hopSample, hopTotal } from '../../support/samples-hops';

const plain = (text: string) => text.replaceAll('\u00A0', ' ');
const NONE = { proxy: null, status: null } as const;
const picked = (detail = hopSample()) => pickHops(detail, NONE)!;

describe('fleet and status', () => {
  it('the worst status is shown first: a gateway error before any number of 404s', () => {
    expect(picked().status).toBe(502);
  });
  it.each([
    ['only 404 occurs', [hopTotal(502), hopTotal(404, { requests: 5 })], 404], ['nothing occurs', [hopTotal(404), hopTotal(503)], 502],
    ['no counter knows, traces do', [hopTotal(502, { requests: null }), hopTotal(504, { requests: null, parts: [hopPart(SKIPPER, SHOP, 'timeout', 2, 2)] })], 504],
  ])('%s', (_name, totals, status) => expect(picked(hopSample({ totals })).status).toBe(status));
  it('a status that was asked for stays, also without an answer of its kind', () => {
    expect(pickHops(hopSample(), { proxy: null, status: 504 })).toMatchObject({ status: 504, total: { requests: 0 } });
  });
  it('fleets are never added up: the one with most gateway errors comes first, another on demand', () => {
    const detail = hopSample({ totals: [...hopSample().totals, hopTotal(503, { proxy: 'edge', requests: 90_000 })] });
    expect(pickHops(detail, NONE)).toMatchObject({ proxies: ['edge', 'skipper-ingress'], proxy: 'edge', status: 503 });
    expect(pickHops(detail, { proxy: 'skipper-ingress', status: null })).toMatchObject({ proxy: 'skipper-ingress', status: 502 });
  });
  describe('two fleets', () => {
    const edge = (status: 404 | 502 | 503 | 504, requests: number) => hopTotal(status, { proxy: 'edge', requests });
    const two = hopSample({ totals: [edge(502, 0), edge(503, 2_000), edge(404, 9), hopTotal(502, { requests: 30 }), hopTotal(503), hopTotal(404, { requests: 50 })] });
    it('for a status alone the fleet with most of it', () => {
      expect(pickHops(two, { proxy: null, status: 502 })).toMatchObject({ proxy: 'skipper-ingress', status: 502, elsewhere: null, ignored: [] });
    });
    it('without any gateway error the fleet with most 404s', () => {
      expect(pickHops(hopSample({ totals: [edge(404, 9), hopTotal(404, { requests: 50 })] }), NONE)).toMatchObject({ proxy: 'skipper-ingress', status: 404 });
    });
    it('none at the fleet asked for, some at another: that is said', () => {
      const pick = pickHops(two, { proxy: 'edge', status: 502 })!;
      expect(pick.elsewhere).toEqual({ proxy: 'skipper-ingress', text: '502: none at edge; skipper-ingress counted 30' });
      expect(hopsHeadline(pick).title).toBe('No answer with 502 at edge in this range');
    });
    it('nowhere any: nothing to point at', () => expect(pickHops(two, { proxy: 'edge', status: 504 })!.elsewhere).toBeNull());
    it.each([
      ['a fleet', { proxy: 'nosuch', status: 502, unknownStatus: null }, ['The address asks for the fleet nosuch, which this answer does not have: skipper-ingress is shown.']],
      ['a status', { proxy: 'edge', status: null, unknownStatus: '418' }, ['The address asks for the status 418; this page knows 404, 502, 503, 504: 503 is shown.']],
    ] as const)('%s that is not there falls back, and the page says so', (_name, asked, ignored) => expect(pickHops(two, asked)!.ignored).toEqual(ignored));
  });
  it('each status says what is known of it, and unknown is not none', () => {
    const detail = hopSample({ totals: [hopTotal(404, { requests: 26_330 }), hopTotal(502, { requests: null, parts: [hopPart(SKIPPER, SHOP, 'timeout', 1, 1)] }), hopTotal(504)] });
    expect(picked(detail).statuses.map(({ text }) => text)).toEqual(['26.3k', '1 trace', 'not known', 'none']);
  });
  it('a hop keeps its colour under both questions and all statuses', () => {
    expect(Object.fromEntries(picked().colors)).toEqual({ 'proxy.skipper-ingress': '--hop-proxy', 'backend.shop': '--hop-backend', unknown: '--hop-unknown' });
  });
});

const titleOf = (total: HopTotal | null, cells: readonly HopCell[] = []) => hopsHeadline({ total, cells, status: total?.status ?? 502, proxy: 'skipper-ingress' });

describe('the head sentence', () => {
  it('says the answer, how sure, and what it rests on', () => {
    const { title, basis } = hopsHeadline(picked());
    expect(plain(title)).toBe('Of about 1,240 answers with 502, 82 % (72 to 92 %) were made by skipper-ingress because the connection to shop was refused or failed');
    expect(plain(basis)).toBe('212 traces looked at of about 1,240 requests, where sampling should have kept about 248. 182 verdicts are certain, 12 cannot tell who answered.');
  });
  it.each([
    ['none', hopTotal(502), [], 'No answer with 502 in this range'],
    ['nobody counts and nobody saw', hopTotal(502, { requests: null }), [], 'Whether there were answers with 502 is not known'],
    ['no total at all', null, [], 'Whether there were answers with 502 is not known'],
    ['counted but not seen', hopTotal(502, { requests: 40 }), [], 'About 40 answers with 502, and no trace tells who made them'],
    ['too few', hopTotal(502, { requests: 40, parts: [hopPart(SKIPPER, SHOP, 'timeout', 3, 3)] }), [], 'Of about 40 answers with 502, only 3 traces were looked at: too few to tell a share'],
    ['a single one', hopTotal(502, { requests: 1, parts: [hopPart(SKIPPER, SHOP, 'timeout', 1, 1)] }), [], 'Of about 1 answer with 502, only 1 trace was looked at: too few to tell a share'],
    ['mostly open', hopTotal(502, { requests: 40, parts: [hopPart(UNKNOWN, UNKNOWN, 'undetermined', 30, 40)] }), [], 'Of about 40 answers with 502, 75 % (65 to 85 %) cannot be laid to any hop'],
    ['not counted', hopTotal(502, { requests: null, parts: [hopPart(SKIPPER, SKIPPER, 'route_miss', 40, 40)] }), [], 'Of answers with 502 that traces show, 100 % (90 to 100 %) were made by skipper-ingress because no route matched'],
  ])('%s', (_name, total, cells, title) => expect(plain(titleOf(total, cells).title)).toBe(title));
  it.each([
    ['the source failed', { requests: 40 }, [hopCell(0), hopCell(1, { search: 'failed', requests: 40 })], /trace source did not answer/],
    ['the budget ended', { requests: 40 }, [hopCell(1, { search: 'skipped', requests: 40 })], /within its budget/],
    ['no trace is to be expected', { requests: 40, expectedTraces: 0.4 }, [hopCell(1, { search: 'searched', requests: 40 })], /At this sampling rate 0.4 of a trace/],
    ['some were to be expected', { requests: 40, expectedTraces: 8 }, [hopCell(1, { search: 'searched', requests: 40 })], /should have kept about 8 traces/],
    ['the sampling is not known', { requests: 40 }, [hopCell(1, { search: 'searched', requests: 40 })], /is not known/],
  ] as const)('without a trace it says why: %s', (_name, over, cells, basis) => expect(titleOf(hopTotal(502, over), cells).basis).toMatch(basis));
  it('without a trace source it is not the budget that ended', () => {
    expect(hopsHeadline({ total: hopTotal(502, { requests: 40 }), cells: [hopCell(1, { search: 'skipped', requests: 40 })], status: 502, proxy: 'edge' }, false).basis).toMatch(/this environment has no trace source/);
  });
  it('without a name of its spans it is not the budget that ended', () => {
    expect(titleOf(hopTotal(502, { requests: 40, service: null }), [hopCell(1, { search: 'skipped', requests: 40 })]).basis).toMatch(/by which service name skipper-ingress writes its spans is not known/);
  });
  it.each([
    ['a hop with several reasons is named with all of them, then the largest', [hopPart(SHOP, SHOP, 'passthrough', 35, 100), hopPart(SKIPPER, SHOP, 'timeout', 30, 100), hopPart(SKIPPER, SHOP, 'connect_failed', 20, 100), hopPart(SKIPPER, SKIPPER, 'local_policy', 15, 100)],
      '65 % (55 to 75 %) were made by skipper-ingress, the largest part of them (30 % of all) because shop did not answer in time'],
    ['where it is more than half of them it is most', [hopPart(SKIPPER, SHOP, 'timeout', 50, 100), hopPart(SKIPPER, SHOP, 'connect_failed', 20, 100), hopPart(SHOP, SHOP, 'passthrough', 30, 100)],
      '70 % (60 to 80 %) were made by skipper-ingress, most of them (50 % of all) because shop did not answer in time'],
    ['its own errors are passed on', [hopPart(SHOP, SHOP, 'passthrough', 60, 100), hopPart(SHOP, SHOP, 'backend_own_error', 40, 100)], '100 % (90 to 100 %) were made by shop, most of them (60 % of all) passed on as they were'],
  ])('%s', (_name, parts, said) => expect(plain(titleOf(hopTotal(502, { requests: 400, parts })).title)).toBe(`Of about 400 answers with 502, ${said}`));
  it('a search that hit its limit says so', () => {
    expect(titleOf(hopTotal(502, { requests: 40, truncated: true, parts: [hopPart(SKIPPER, SHOP, 'timeout', 30, 30)] })).basis).toContain('there are more');
  });
  it.each(mechanisms)('every mechanism has words with and without a known cause: %s', (mechanism) => {
    for (const cause of [SKIPPER, SHOP, UNKNOWN]) expect(madeText(hopPart(SKIPPER, cause, mechanism, 1, 1))).toMatch(/^were made by skipper-ingress \S|^were made by skipper-ingress itself/);
  });
  it('names from spans are made visible', () => {
    expect(madeText(hopPart({ role: 'proxy', service: 'sk\u202Eip' }, SHOP, 'timeout', 1, 1))).toContain('⟨U+202E⟩');
  });
});

const chartOf = (cells: readonly HopCell[], by: 'answered' | 'caused' = 'answered') => hopsChart(hopEdges, { ...picked(), cells }, by);
const valuesOf = (cells: readonly HopCell[], by: 'answered' | 'caused' = 'answered') => Object.fromEntries((chartOf(cells, by)?.series ?? []).map(({ key, values }) => [key, values.slice(0, cells.length)]));

describe('requests over time', () => {
  const seen = (i: number, requests: number | null) => hopCell(i, { requests, search: 'searched', parts: [hopPart(SKIPPER, SHOP, 'timeout', 3, 4), hopPart(UNKNOWN, UNKNOWN, 'undetermined', 1, 4)] });
  it('traces are scaled to the counter', () => {
    expect(valuesOf([seen(0, 100)])).toEqual({ 'proxy.skipper-ingress': [75], unknown: [25] });
  });
  it('the other question is put to the same traces', () => {
    expect(valuesOf([seen(0, 100)], 'caused')).toEqual({ 'backend.shop': [75], unknown: [25] });
  });
  it('requests without a looked-at trace are a part of their own', () => {
    expect(valuesOf([seen(0, 100), hopCell(1, { requests: 40, search: 'skipped' }), hopCell(2)])).toEqual({ 'proxy.skipper-ingress': [75, 0, 0], unknown: [25, 0, 0], unlooked: [0, 40, 0] });
  });
  it('what is not counted is a gap, never 0', () => {
    expect(valuesOf([seen(0, 100), seen(1, null)])).toEqual({ 'proxy.skipper-ingress': [75, null], unknown: [25, null] });
  });
  it('where nothing is counted the traces stand for themselves, with a gap where nobody searched', () => {
    const chart = chartOf([seen(0, null), hopCell(1, { requests: null, search: 'skipped' }), hopCell(2, { requests: null, search: 'searched' })])!;
    expect(chart.unit).toBe('traces');
    expect(chart.series[0]!.values.slice(0, 3)).toEqual([3, null, 0]);
  });
  it('stretches that were not searched lie on a ground of their own, neighbours as one', () => {
    expect(chartOf([hopCell(0, { requests: 1, search: 'skipped' }), hopCell(1, { requests: 1, search: 'skipped' }), hopCell(2, { requests: 1, search: 'failed' })])!.regions).toEqual([
      { from: hopEdges[0], to: hopEdges[2], label: 'not searched', tone: 'warn' }, { from: hopEdges[2], to: hopEdges[3], label: 'the search failed here', tone: 'bad' },
    ]);
  });
  it('many hops share a series, and what cannot be told keeps its own', () => {
    const parts = [...Array.from({ length: 12 }, (_, i) => hopPart({ role: 'backend', service: `s${i}` }, SHOP, 'passthrough', 20 - i, 200)), hopPart(UNKNOWN, UNKNOWN, 'undetermined', 1, 200)];
    expect(chartOf([hopCell(0, { requests: 10, search: 'searched', parts })])!.series.map(({ key }) => key)).toEqual(['backend.s0', 'backend.s1', 'backend.s2', 'backend.s3', 'backend.s4', 'backend.s5', 'unknown', 'other']);
  });
  it('nothing counted and nothing seen is no chart', () => expect(chartOf([hopCell(0), hopCell(1)])).toBeNull());
  it('bars add up to the counter, whatever was looked at', () => {
    const cell = fc.record({ requests: fc.integer({ min: 0, max: 1_000 }), own: fc.nat(20), open: fc.nat(20) });
    fc.assert(fc.property(fc.array(cell, { minLength: 1, maxLength: 12 }), (made) => {
      const cells = made.map(({ requests, own, open }, i) => hopCell(i, { requests, search: 'searched', parts: [hopPart(SKIPPER, SHOP, 'timeout', own, own + open), hopPart(UNKNOWN, UNKNOWN, 'undetermined', open, own + open)].filter(({ count }) => count > 0) }));
      const chart = chartOf(cells);
      cells.forEach(({ requests }, i) => expect(chart?.series.reduce((sum, { values }) => sum + (values[i] ?? 0), 0) ?? 0).toBeCloseTo(chart === null ? 0 : requests!, 6));
    }));
  });
  it('the strip says how much of each stretch was looked at', () => {
    const labels = hopsStrip(hopEdges, picked())!.rows[0]!.segments.map(({ label }) => label);
    expect(labels.slice(0, 7)).toEqual(['no such answers', 'fewer than 20 traces', 'fewer than 20 traces', '20 traces or more', '20 traces or more', '20 traces or more', 'not searched']);
    expect(labels[9]).toBe('search failed');
  });
  it.each([[true, 'the recording keeps no trace of this stretch'], [false, 'searched, no trace found']])('a stretch without a trace, recorded %s', (recorded, label) => {
    expect(hopsStrip(hopEdges, { ...picked(), recorded, cells: [hopCell(0, { requests: 9, search: 'searched' })] })!.rows[0]!.segments[0]!.label).toBe(label);
  });
});

describe('the table of hops', () => {
  const rows = (sort: 'share' | 'certain' | 'answered' | 'mechanism', descending: boolean) => matrixRows(picked().total!, picked().colors, { sort, descending }).map(({ part }) => part.count);
  it.each([['share', true, [174, 26, 12]], ['share', false, [12, 26, 174]], ['certain', true, [26, 174, 12]], ['answered', false, [12, 26, 174]], ['mechanism', false, [26, 174, 12]]] as const)('by %s, descending %s', (sort, descending, counts) => {
    expect(rows(sort, descending)).toEqual(counts);
  });
  it('requests are the share of what is counted, and not known where nothing counts', () => {
    expect(matrixRows(picked().total!, picked().colors, { sort: 'share', descending: true })[0]).toMatchObject({ requests: 1_018, certainShare: expect.closeTo(0.9, 1), open: false });
    expect(matrixRows(hopTotal(502, { requests: null, parts: [hopPart(UNKNOWN, UNKNOWN, 'undetermined', 1, 1)] }), new Map(), { sort: 'share', descending: true })[0]).toMatchObject({ requests: null, open: true });
  });
});

describe('what the table adds up to', () => {
  it('rows are whole requests that add up to the counter', () => {
    fc.assert(fc.property(fc.array(fc.nat(50), { minLength: 1, maxLength: 6 }), fc.nat(10_000), (counts, requests) => {
      const of = counts.reduce((sum, count) => sum + count, 0);
      fc.pre(of > 0);
      const parts = counts.map((count, i) => hopPart({ role: 'backend', service: `s${i}` }, SHOP, 'passthrough', count, of));
      const rows = matrixRows(hopTotal(502, { requests, parts }), new Map(), { sort: 'share', descending: true });
      expect(rows.reduce((sum, row) => sum + row.requests!, 0)).toBe(requests);
    }));
  });
  const parts = [hopPart(SKIPPER, SHOP, 'timeout', 4, 4)];
  const total = hopTotal(502, { requests: 1_200, parts });
  const seen = hopCell(0, { requests: 900, search: 'searched', parts });
  it.each([
    ['all were looked at', { recorded: false, total, cells: [seen, hopCell(1)] }, null],
    ['not counted', { recorded: false, total: hopTotal(502, { requests: null, parts }), cells: [seen] }, null],
    ['searched', { recorded: false, total, cells: [seen, hopCell(1, { requests: 300, search: 'searched' })] }, '300 of the 1,200 fall into stretches where the search found no trace: this table splits them like the looked-at stretch beside them, the chart shows them apart.'],
    ['recorded', { recorded: true, total, cells: [seen, hopCell(1, { requests: 300, search: 'searched' })] }, '300 of the 1,200 fall into stretches of which the recording keeps no trace: this table splits them like the looked-at stretch beside them, the chart shows them apart.'],
    ['left out', { recorded: false, total, cells: [seen, hopCell(1, { requests: 200, search: 'skipped' }), hopCell(2, { requests: 100, search: 'failed' })] }, '300 of the 1,200 fall into stretches that were not searched: this table splits them like all others and widens the intervals, the chart shows them apart.'],
  ] as const)('says how the rest is spread: %s', (_name, pick, note) => expect(spreadNote(pick)).toBe(note));
  it.each([
    ['a backend without spans', hopPart({ role: 'backend', service: null }, SHOP, 'passthrough', 41, 41, 0), 'no span of its own tells: likely at most'],
    ['a backend with spans', hopPart(SHOP, SHOP, 'passthrough', 41, 41, 0), null],
    ['nothing known', hopPart(UNKNOWN, UNKNOWN, 'undetermined', 4, 4, 0), null],
  ])('why none is certain: %s', (_name, part, doubt) => {
    expect(matrixRows(hopTotal(404, { requests: 41, parts: [part] }), new Map(), { sort: 'share', descending: true })[0]!.doubt).toBe(doubt);
  });
});

describe('the other witnesses', () => {
  it.each([
    ['nobody counts', hopTotal(503, { requests: null }), 'the counters of edge do not count 503'],
    ['none', hopTotal(503), 'the counters of edge counted no 503'],
    ['no name of its spans', hopTotal(503, { requests: 4, service: null }), 'no trace of edge could be searched, as the service name of its spans is not known'],
    ['no responder', hopTotal(503, { requests: 4 }), 'the counters of edge count 503, but do not tell who answered it'],
  ])('without a comparison the one reason that holds: %s', (_name, total, why) => expect(noComparison({ total, proxy: 'edge', status: 503 })).toBe(why));
  it('the shown status comes first', () => expect(agreementRows(hopSample(), 'skipper-ingress', 503).map(({ status }) => status)).toEqual([503, 404, 502]));
  it('comparisons of another fleet stay away', () => expect(agreementRows(hopSample(), 'edge', 502)).toEqual([]));
  it.each([
    ['agree', hopAgreement(), '83 % by the counters lies within what the verdicts allow'],
    ['less', hopAgreement({ counted: 0.4, verdict: 'disagree' }), 'The counters say less than the verdicts allow'],
    ['more', hopAgreement({ counted: 0.99, verdict: 'disagree' }), 'The counters say more than the verdicts allow'],
    ['cannot tell', hopAgreement({ traces: 5, verdict: 'cannot-tell' }), 'From 5 traces the share may lie anywhere in 74 to 88 %: that contradicts nothing'],
  ])('%s', (_name, agreement, says) => expect(plain(agreementRows(hopSample({ agreement: [agreement] }), 'skipper-ingress', 502)[0]!.says)).toBe(says));
  it('span metrics: rows of the status, and which other ones there are', () => {
    const cut = hopSample().spanMetrics;
    if (cut.kind !== 'found') throw new Error('the sample has span metrics');
    expect(spanMetricsModel(cut, 502).rows.map(({ requests }) => requests)).toEqual([1_236, 140]);
    expect(spanMetricsModel(cut, 404)).toMatchObject({ rows: [], others: [502] });
  });
  it('a profile says where it is from', () => {
    expect(profileViews(hopSample().profiles, 'UTC').map(({ source }) => source)).toEqual(['learned 2026-11-29 14:05:00', 'built-in default, nothing learned']);
  });
});

it('what the search left out or could not do stands out', () => {
  expect(searchFacts(hopSample()).filter(({ warn }) => warn).map(({ label, text }) => `${label}: ${text}`)).toEqual(['Left out: 1 search: time or number ran out before', 'Failed: 1 search']);
});

it.each([
  [0, null, 'not known: healthy requests are not counted'], [0, 0, 'not known: no healthy requests to learn it from'], [4, 225.03, 'not known: 4 traces of 225 healthy requests tell too little'],
])('a sampling rate that nobody knows is not 0: %s traces of %s requests', (traces, requests, text) => {
  const facts = searchFacts(hopSample({ search: { ...hopSample().search, sampling: [{ proxy: 'edge', rate: null, traces, requests }] } }));
  expect(facts.at(-1)).toMatchObject({ label: 'Sampling at edge', text, warn: true });
});

it('the sampling of other fleets stays away', () => {
  const sampling = ['edge', 'skipper-ingress'].map((proxy) => ({ proxy, rate: 0.2, traces: 400, requests: 2_000 }));
  const labels = searchFacts(hopSample({ search: { ...hopSample().search, sampling } }), 'edge').map(({ label }) => label);
  expect(labels.filter((label) => label.startsWith('Sampling'))).toEqual(['Sampling at edge']);
});

it('a recording has no sampling rate, and that is no fault', () => {
  const sampling = [{ proxy: 'edge', rate: null, traces: 0, requests: null }];
  expect(searchFacts(hopSample({ search: { ...hopSample().search, recorded: true, sampling } })).at(-1)).toMatchObject({ warn: false, text: 'not known: a recording keeps a part of the traces, errors first' });
});

describe('states of the page', () => {
  const empty = hopSample({ totals: [], cells: [] });
  it('looked and found nothing', () => expect(hopsPanel({ data: empty, failures: [] }, { ...NONE, by: 'answered' })).toMatchObject({ state: 'empty' }));
  const ready = (over: Parameters<typeof hopSample>[0]) => hopsPanel({ data: hopSample(over), failures: [] }, { ...NONE, by: 'answered' });
  const chart = (models: HopsModels) => models.chart;
  it('nothing occurred: the chart is empty', () => {
    expect(overTime(ready({ totals: [hopTotal(502)], cells: [hopCell(0), hopCell(1)] }), chart)).toEqual({ state: 'empty', why: 'No answer with 502 in this range.' });
  });
  it('nothing was counted and nothing looked at: the chart is not checked', () => {
    expect(overTime(ready({ totals: [hopTotal(502, { requests: null })], cells: [hopCell(0, { requests: null, search: 'failed' })] }), chart)).toMatchObject({ state: 'not-checked' });
  });
  it('notes about other fleets and statuses stand back, all others do not', () => {
    const note = (about: string | null) => ({ code: 'sampled-traces' as const, about, effect: 'e', mend: 'm' });
    const { shown, others } = splitTrust([null, 'hops', 'edge, 502', 'edge, 404', 'skipper, 502', 'edge, 999'].map(note), { proxies: ['edge', 'skipper'], proxy: 'edge', status: 502 });
    expect([shown, others].map((notes) => notes.map(({ about }) => about))).toEqual([[null, 'hops', 'edge, 502', 'edge, 999'], ['edge, 404', 'skipper, 502']]);
  });
  it.each([[404, 'not-found'], [503, 'gateway-errors']] as const)('behind %d stand its searches and its counter', (status, counter) => {
    expect(signalsOf({ proxy: 'edge', status })).toEqual([`hops: ${status} of edge`, 'baseline of edge', counter]);
  });
  it('could not look', () => {
    expect(hopsPanel({ data: empty, failures: [{ source: 'metrics', kind: 'timeout', message: 'timed out', affects: ['gateway-errors'] }] }, { ...NONE, by: 'answered' })).toMatchObject({ state: 'not-checked', missing: ['gateway-errors'] });
  });
});

describe('traces that prove it', () => {
  const example = (traceId: string) => ({ traceId, at: epochMs(FROM), band: 'certain' as const });
  it('one row a part, in the order of the parts; a part without an example has none', () => {
    const parts = [{ ...hopPart(SKIPPER, SHOP, 'timeout', 7, 9), examples: [example('a'), example('b')] }, hopPart(SHOP, SHOP, 'passthrough', 2, 9), { ...hopPart(UNKNOWN, UNKNOWN, 'undetermined', 0, 9), examples: [] }];
    expect(proofRows({ parts }).map(({ answered, caused, traces }) => [answered, caused, traces.map(({ traceId, sure }) => `${traceId} ${sure}`)])).toEqual([['skipper-ingress (proxy)', 'shop (backend)', ['a certain', 'b certain']]]);
  });
});
