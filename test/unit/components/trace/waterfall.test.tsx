// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { rowWindow } from '@/components/trace/use-row-window';
import { Waterfall, nextRow } from '@/components/trace/waterfall';
import { epochMs } from '@/lib/domain/units';
import { shownRows } from '@/lib/present/trace-rows';
import { waterfallOf } from '@/lib/present/waterfall';
import { T0, resetTrace, resetVerdict, sampleSpan } from '../../../support/samples-traces';

afterEach(cleanup);

function Chosen({ spans = resetTrace().spans }: { readonly spans?: ReturnType<typeof resetTrace>['spans'] }) {
  const [selected, setSelected] = useState<string | null>('a1');
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const model = waterfallOf({ ...resetTrace(), spans }, resetVerdict());
  const { rows } = shownRows(model.rows, { only: 'all', found: null, folded });
  const fold = (key: string) => setFolded(folded.has(key) ? new Set([...folded].filter((one) => one !== key)) : new Set([...folded, key]));
  return <Waterfall rows={rows} totalMs={model.totalMs} folded={folded} selected={selected} onSelect={setSelected} onFold={fold} />;
}
/** What a screen reader says: the text of the row without its marks. */
const spoken = (row: HTMLElement) => [...row.querySelectorAll('[aria-hidden]')].reduce((text, mark) => text.replace(mark.textContent ?? '', ''), row.textContent ?? '').trim();
const selected = () => screen.getAllByRole('option').filter((row) => row.getAttribute('aria-selected') === 'true').map((row) => spoken(row).split(' envoy-gw')[0]);

describe('Waterfall', () => {
  it('says evidence, errors and missing spans in words', () => {
    render(<Chosen />);
    const labels = screen.getAllByRole('option').map((row) => spoken(row));
    expect(labels[0]).toMatch(/error, answered, evidence ENVOY_FLAG \+0\.60/);
    expect(labels[2]).toContain('evidence ATTEMPT_NO_RESPONSE');
    expect(labels[3]).toContain('no span');
  });

  it('is one stop of the tab key; arrows move over spans and pass over missing ones', async () => {
    render(<Chosen />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    expect(selected()).toEqual(['async ext_authz egress']);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{End}');
    expect(selected()).toEqual(['router apiserver egress']);
    await userEvent.keyboard('{Home}');
    expect(selected()).toEqual(['ingress']);
    expect(screen.getByRole('listbox').getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[0]?.id);
  });

  it('left folds what hangs below a span and says how much, right unfolds it', async () => {
    render(<Chosen />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.getAllByRole('option').map((row) => spoken(row))).toEqual([expect.stringContaining('3 rows below are hidden')]);
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getAllByRole('option')).toHaveLength(4);
  });

  it.each(['{Alt>}{ArrowLeft}{/Alt}', '{Alt>}{ArrowRight}{/Alt}', '{Control>}k{/Control}', '{Meta>}{ArrowDown}{/Meta}'])('%s belongs to the browser or the app: back, forward, the command palette', async (keys) => {
    render(<Chosen />);
    await userEvent.tab();
    const taken: boolean[] = [];
    const note = (event: KeyboardEvent) => { taken.push(event.defaultPrevented); };
    window.addEventListener('keydown', note);
    await userEvent.keyboard(keys);
    window.removeEventListener('keydown', note);
    expect(taken).toEqual([false, false]);
    expect(selected()).toEqual(['ingress']);
    expect(screen.getAllByRole('option')).toHaveLength(4);
  });

  it('a missing span cannot be chosen', async () => {
    render(<Chosen />);
    await userEvent.click(screen.getAllByRole('option')[3]!);
    expect(selected()).toEqual(['ingress']);
  });

  it('draws only what is in sight of 10,000 spans, and says how many there are', () => {
    const many = Array.from({ length: 10_000 }, (_, i) => sampleSpan(`s${i}`, 'a1', { kind: 'internal', start: epochMs(T0 + i / 1_000) }));
    render(<Chosen spans={[...resetTrace().spans, ...many]} />);
    const rows = screen.getAllByRole('option');
    expect(rows.length).toBeLessThan(100);
    expect(rows[0]?.getAttribute('aria-setsize')).toBe('10004');
  });

  it('span names that are markup or 4 kB long stay text', () => {
    const { container } = render(<Chosen spans={[sampleSpan('a1', null, { name: '<script>alert(1)</script>' }), sampleSpan('a2', 'a1', { name: `GET /${'x'.repeat(4_096)}\u202e` })]} />);
    expect(container.querySelector('script')).toBeNull();
    expect(container.textContent).toContain('<script>alert(1)</script>');
    expect(container.textContent?.length).toBeLessThan(700);
  });
});

describe('rowWindow', () => {
  it.each([
    ['at the top', [0, 600, 30, 1_000], { first: 0, last: 32 }],
    ['in the middle', [3_000, 600, 30, 1_000], { first: 88, last: 132 }],
    ['at the end', [29_400, 600, 30, 1_000], { first: 968, last: 1_000 }],
    ['scrolled past the end after rows went away', [9_000, 600, 30, 10], { first: 0, last: 10 }],
    ['no rows', [0, 600, 30, 0], { first: 0, last: 0 }],
  ] as const)('%s', (_name, [top, height, row, count], expected) => {
    expect(rowWindow(top, height, row, count)).toEqual(expected);
  });
});

describe('nextRow', () => {
  it.each([['ArrowDown', 0, 1], ['ArrowDown', 99, 99], ['ArrowUp', 0, 0], ['PageDown', 0, 20], ['PageUp', 50, 30], ['Home', 50, 0], ['End', 0, 99], ['a', 0, null], ['ArrowDown', -1, 0]] as const)('%s from %s', (key, from, to) => {
    expect(nextRow(key, from, 100)).toBe(to);
  });
});

describe('the page when the list opens', () => {
  afterEach(() => vi.restoreAllMocks());
  it.each([
    ['a copied link whose row lies below the fold: the page goes there', true, 5_000, 1],
    ['the row is in sight: the page stays', true, 120, 0],
    ['no span was asked for: the page stays', false, 5_000, 0],
  ])('%s', (_name, intoView, top, times) => {
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ top } as DOMRect);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
    const scrollBy = vi.spyOn(window, 'scrollBy').mockImplementation(() => {});
    const rows = waterfallOf({ ...resetTrace(), spans: Array.from({ length: 300 }, (_, i) => sampleSpan(`s${i}`, null)) }, resetVerdict()).rows;
    // Far below the rows that are drawn first.
    render(<Waterfall rows={rows} totalMs={10} selected="s150" intoView={intoView} onSelect={() => {}} />);
    expect(scrollBy).toHaveBeenCalledTimes(times);
  });
});
