import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { epochMs } from '@/lib/domain/units';
import { placeSpans } from '@/lib/present/span-tree';
import { traceNotes } from '@/lib/present/trace-notes';
import { attributeRows, statusOf } from '@/lib/present/trace-span';
import { waterfallOf } from '@/lib/present/waterfall';
import { T0, resetTrace, resetVerdict, sampleSpan } from '../../support/samples-traces';

const rows = (trace = resetTrace(), verdict = resetVerdict()) => waterfallOf(trace, verdict).rows;

describe('waterfall of a reset', () => {
  it('parents before children, siblings by start, the missing server span below its attempt', () => {
    expect(rows().map((row) => [row.depth, row.name, row.look])).toEqual([
      [0, 'ingress', 'error'], [1, 'async ext_authz egress', 'side-call'], [1, 'router apiserver egress', 'error'], [2, 'server span of the backend', 'missing'],
    ]);
  });
  it('marks the deciding span and the evidence', () => {
    expect(rows().filter((row) => row.deciding).map((row) => row.name)).toEqual(['ingress']);
    expect(rows().map((row) => row.evidence)).toEqual([['ENVOY_FLAG'], [], ['ATTEMPT_NO_RESPONSE'], []]);
  });
  it('says status and length; a side call is no attempt', () => {
    expect(rows().map((row) => row.note)).toEqual(['503 · 12\u00A0ms', '200 · 0.6\u00A0ms · not an attempt', 'no status · 8\u00A0ms', 'none in this trace']);
  });
  it('sums up', () => {
    expect(waterfallOf(resetTrace(), resetVerdict()).summary).toBe('3 spans, 1 service, one attempt, 12\u00A0ms');
  });
  it('an earlier attempt that was refused misses no span either', () => {
    const [root] = resetTrace().spans;
    const tries = [1, 2].map((i) => sampleSpan(`x${i}`, 'a1', { name: 'proxy', kind: 'client', start: epochMs(T0 + i), durationMs: 1, status: 'error', statusMessage: i === 1 ? 'connect: connection refused' : 'unexpected EOF' }));
    expect(rows({ ...resetTrace(), spans: [root!, ...tries] }).filter(({ look }) => look === 'missing').map(({ note }) => note)).toEqual(['none: the connection failed', 'none in this trace']);
  });
  it('a missing span after a failed connection is no surprise', () => {
    expect(rows(resetTrace(), resetVerdict({ mechanism: 'connect_failed' })).at(-1)?.note).toBe('none: the connection failed');
  });
  it('a server span below leaves nothing missing', () => {
    const trace = { ...resetTrace(), spans: [...resetTrace().spans, sampleSpan('b1', 'a2', { service: 'apiserver', name: 'GET /api', start: epochMs(T0 + 3), durationMs: 4 })] };
    expect(rows(trace).filter((row) => row.look === 'missing')).toEqual([]);
  });
  it('numbers attempts when there were several', () => {
    const trace = { ...resetTrace(), spans: [...resetTrace().spans, sampleSpan('a4', 'a1', { name: 'router apiserver egress', kind: 'client', start: epochMs(T0 + 10.5), durationMs: 1 })] };
    expect(rows(trace).flatMap((row) => row.attempt ?? [])).toEqual(['attempt 1 of 2', 'attempt 2 of 2']);
  });
  it('an empty trace has no rows', () => {
    expect(waterfallOf({ ...resetTrace(), spans: [] }, resetVerdict())).toMatchObject({ rows: [], totalMs: 0, start: 0 });
  });
});

describe('placeSpans', () => {
  it('every span appears exactly once, whatever the parents say', () => {
    const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'lost');
    fc.assert(fc.property(fc.uniqueArray(fc.tuple(ids, fc.option(ids)), { selector: ([id]) => id }), (pairs) => {
      const spans = pairs.map(([id, parent], i) => sampleSpan(id, parent, { start: epochMs(T0 + i) }));
      expect(placeSpans(spans).map(({ span }) => span.spanId).sort()).toEqual(spans.map(({ spanId }) => spanId).sort());
    }));
  });
  it('a child lies one deeper than its parent; an orphan is said to be one', () => {
    const placed = placeSpans([sampleSpan('c', 'b'), sampleSpan('b', 'gone'), sampleSpan('a', null)]);
    expect(placed.map(({ span, depth, orphan }) => [span.spanId, depth, orphan])).toEqual([['b', 0, true], ['c', 1, false], ['a', 0, false]]);
  });
  it('a chain and a fan of 10,000 are placed in well under a second', () => {
    const chain = Array.from({ length: 10_000 }, (_, i) => sampleSpan(`s${i}`, i === 0 ? null : `s${i - 1}`));
    const fan = Array.from({ length: 10_000 }, (_, i) => sampleSpan(`s${i}`, i === 0 ? null : 's0'));
    const started = performance.now();
    expect([placeSpans(chain).at(-1)?.depth, placeSpans(fan).at(-1)?.depth]).toEqual([9_999, 1]);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

describe('statusOf', () => {
  it.each([
    [{ 'http.response.status_code': 503 }, 503], [{ 'http.status_code': '404' }, 404], [{ 'http.status_code': '0' }, null], [{}, null],
    [{ 'http.response.status_code': 200, 'http.status_code': 500 }, 200], [{ 'http.status_code': 'teapot' }, null],
  ])('%j is %s', (attributes, status) => {
    expect(statusOf({ attributes })).toBe(status);
  });
});

describe('what else a reader must know', () => {
  it('a clean trace has no notes', () => {
    expect(traceNotes(resetTrace(), resetVerdict())).toEqual([]);
  });
  it('partial and young are said, warnings of the backend passed on as text', () => {
    const notes = traceNotes({ ...resetTrace(), partial: true, warnings: ['<b>clock</b>'] }, resetVerdict({ against: [{ code: 'YOUNG', spanId: null, weight: 0.1, text: '' }] }));
    expect(notes.map(({ title }) => title)).toEqual(['Part of the trace', 'Young trace', 'The backend warns']);
    expect(notes[2]?.text).toBe('<b>clock</b>');
    expect(notes.map(({ ours }) => ours)).toEqual([true, true, false]);
  });
  it('attributes stand in order of their names, lists joined', () => {
    expect(attributeRows({ b: [1, 'x'], a: true })).toEqual([{ name: 'a', value: 'true' }, { name: 'b', value: '1, x' }]);
  });
});
