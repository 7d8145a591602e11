import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapBars } from '@/lib/present/trace-map';
import { findSpans, foldsOver, printedRows, shownRows } from '@/lib/present/trace-rows';
import { waterfallOf } from '@/lib/present/waterfall';
import { largeTrace } from '../../support/large-trace';
import { resetTrace, resetVerdict, sampleSpan } from '../../support/samples-traces';

const none: ReadonlySet<string> = new Set();
/** root > (a > (a1, a2), b) and a second root. */
const tree = ['r', 'a', 'a1', 'a2', 'b', 's'];
const parents: Readonly<Record<string, string | null>> = { r: null, a: 'r', a1: 'a', a2: 'a', b: 'r', s: null };
const trace = { ...resetTrace(), spans: tree.map((id) => sampleSpan(id, parents[id]!, { name: `do ${id}`, kind: 'internal', status: id === 'a2' ? 'error' : 'unset', attributes: id === 'b' ? { 'db.name': 'Orders' } : {} })) };
const model = waterfallOf(trace, resetVerdict({ evidence: [{ code: 'ENVOY_FLAG', spanId: 'a1', weight: 0.6, text: '' }], answeredBy: { role: 'proxy', service: null, instance: null, zone: null, spanId: null }, chain: [] }));
const ids = (choice: Partial<Parameters<typeof shownRows>[1]>) => shownRows(model.rows, { only: 'all', found: null, folded: none, ...choice }).rows.map((row) => row.spanId);
const keyOf = (id: string) => model.rows.find((row) => row.spanId === id)!.key;

describe('shownRows', () => {
  it('rows know how many hang below them', () => {
    expect(model.rows.map((row) => [row.spanId, row.below])).toEqual([['r', 4], ['a', 2], ['a1', 0], ['a2', 0], ['b', 0], ['s', 0]]);
  });
  it.each([
    ['all', {}, tree],
    ['a folded subtree is one row', { folded: new Set([keyOf('a')]) }, ['r', 'a', 'b', 's']],
    ['a fold within a fold is covered by the outer one', { folded: new Set([keyOf('r'), keyOf('a')]) }, ['r', 's']],
    ['errors, below their parents', { only: 'errors' }, ['r', 'a', 'a2']],
    ['evidence', { only: 'evidence' }, ['r', 'a', 'a1']],
    ['what a search found', { found: new Set(['b', 's']) }, ['r', 'b', 's']],
    ['filter and search together', { only: 'errors', found: new Set(['b']) }, []],
    ['a filter sees through folds', { only: 'errors', folded: new Set([keyOf('a')]) }, ['r', 'a', 'a2']],
  ] as const)('%s', (_name, choice, expected) => {
    expect(ids(choice)).toEqual(expected);
  });
  it('parents of wanted rows are context, and not counted', () => {
    const { context, wanted } = shownRows(model.rows, { only: 'errors', found: null, folded: none });
    expect([[...context!].sort(), wanted]).toEqual([[keyOf('r'), keyOf('a')].sort(), 1]);
  });
  it('a parent that is wanted itself is no context', () => {
    expect(shownRows(model.rows, { only: 'all', found: new Set(['r', 'a1']), folded: none }).context).toEqual(new Set([keyOf('a')]));
  });
  it('folds over a span, outermost first', () => {
    expect(foldsOver(model.rows, 'a1', new Set([keyOf('a'), keyOf('r'), keyOf('b')]))).toEqual([keyOf('r'), keyOf('a')]);
  });
  it('every kept row stands below its own parent, whatever the tree and the search', () => {
    fc.assert(fc.property(fc.array(fc.record({ parent: fc.nat(), hit: fc.boolean() }), { minLength: 1, maxLength: 40 }), (nodes) => {
      const spans = nodes.map(({ parent }, i) => sampleSpan(`n${i}`, i === 0 || parent % 5 === 0 ? null : `n${parent % i}`, { kind: 'internal' }));
      const rows = waterfallOf({ ...resetTrace(), spans }, resetVerdict({ chain: [] })).rows;
      const found = new Set(nodes.flatMap(({ hit }, i) => (hit ? [`n${i}`] : [])));
      const kept = shownRows(rows, { only: 'all', found, folded: none }).rows;
      const place = new Set(kept.map((row) => row.spanId));
      expect([...found].every((id) => place.has(id))).toBe(true);
      expect(kept.every((row) => { const parent = spans.find((span) => span.spanId === row.spanId)!.parentId; return parent === null || place.has(parent); })).toBe(true);
    }));
  });
});

describe('findSpans', () => {
  it.each([['by name', 'DO A1', ['a1']], ['by id', 'a2', ['a2']], ['by value of an attribute', 'orders', ['b']], ['by its name', 'db.name', ['b']], ['nothing', 'xyz', []]] as const)('%s', (_name, text, expected) => {
    expect([...findSpans(trace.spans, text)!]).toEqual(expected);
  });
  it('an empty search is none', () => {
    expect(findSpans(trace.spans, '  ')).toBeNull();
  });
});

describe('a trace of 50,000 spans', () => {
  const large = largeTrace(50_000);
  const rows = waterfallOf(large, resetVerdict({ chain: [] })).rows;
  it('keeps every span once', () => {
    expect(new Set(rows.map((row) => row.spanId)).size).toBe(50_000);
  });
  it('the map has no more bars than pixels and keeps the error', () => {
    const bars = mapBars(rows, 1_000, 44);
    expect([bars.length, bars.some(({ strong }) => strong)]).toEqual([44, true]);
  });
  it('a chain as deep as it is long is folded, filtered and searched without recursion', () => {
    const spans = Array.from({ length: 50_000 }, (_, i) => sampleSpan(`d${i}`, i === 0 ? null : `d${i - 1}`, { kind: 'internal' }));
    const deep = waterfallOf({ ...resetTrace(), spans }, resetVerdict({ chain: [] })).rows;
    expect(deep[0]!.below).toBe(49_999);
    expect(shownRows(deep, { only: 'all', found: new Set(['d49999']), folded: none }).rows).toHaveLength(50_000);
  });
});

describe('printedRows', () => {
  it('a small trace is printed whole, a large one by its way and its evidence', () => {
    expect(printedRows(model.rows)).toBe(model.rows);
    const many = Array.from({ length: 200 }, (_, i) => ({ ...model.rows[4]!, key: `more${i}`, marks: [], deciding: false, onPath: false }));
    const way = { ...model.rows[0]!, onPath: true };
    expect(printedRows([way, ...many, model.rows[2]!]).map(({ spanId }) => spanId)).toEqual(['r', 'a1']);
  });
});
