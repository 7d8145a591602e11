import type { Span } from '../domain/traces';
import { attributeText } from './trace-span';
import type { WaterfallRow } from './waterfall';

/** Which rows a reader wants to see. */
export const rowFilters = ['all', 'path', 'evidence', 'errors'] as const;
export type RowFilter = (typeof rowFilters)[number];

export interface RowChoice {
  readonly only: RowFilter;
  /** Ids of spans that a search found; null: nothing is searched for. */
  readonly found: ReadonlySet<string> | null;
  /** Keys of rows whose subtree is folded. */
  readonly folded: ReadonlySet<string>;
}

export interface ShownRows {
  readonly rows: readonly WaterfallRow[];
  /** Keys of rows that are only there to show where a wanted row hangs; null while nothing is filtered. */
  readonly context: ReadonlySet<string> | null;
  /** Rows that were wanted themselves. */
  readonly wanted: number;
}

/**
 * The rows to draw. While something is filtered or searched for, wanted rows stand below their parents and folding does not
 * hide them. Linear: parents are found by walking from the end.
 */
export function shownRows(rows: readonly WaterfallRow[], { only, found, folded }: RowChoice): ShownRows {
  if (only === 'all' && found === null) {
    const open = folded.size === 0 ? rows : unfolded(rows, folded);
    return { rows: open, context: null, wanted: open.length };
  }
  const wants = (row: WaterfallRow) => isWanted(row, only) && (found === null || (row.spanId !== null && found.has(row.spanId)));
  const kept: WaterfallRow[] = [];
  const context = new Set<string>();
  /** Depths at which the next row upwards is the parent of a kept row. */
  const parents = new Set<number>();
  let wanted = 0;
  for (let i = rows.length - 1; i >= 0; i -= 1) {
    const row = rows[i]!;
    const isParent = parents.delete(row.depth);
    const own = wants(row);
    if (!own && !isParent) continue;
    if (own) wanted += 1;
    else context.add(row.key);
    kept.push(row);
    if (row.depth > 0) parents.add(row.depth - 1);
  }
  return { rows: kept.reverse(), context, wanted };
}

function isWanted(row: WaterfallRow, only: RowFilter): boolean {
  switch (only) {
    case 'all': return true;
    case 'path': return row.onPath;
    case 'evidence': return row.marks.length > 0 || row.deciding;
    case 'errors': return row.look === 'error';
  }
}

/** More rows than this are no reading on paper. */
const MOST_WHOLE = 150;
const MOST_PRINTED = 1_000;

/** Rows for paper: all of a small trace, else the way of the request and the evidence. */
export function printedRows(rows: readonly WaterfallRow[]): readonly WaterfallRow[] {
  if (rows.length <= MOST_WHOLE) return rows;
  return rows.filter((row) => row.onPath || isWanted(row, 'evidence')).slice(0, MOST_PRINTED);
}

function unfolded(rows: readonly WaterfallRow[], folded: ReadonlySet<string>): WaterfallRow[] {
  const open: WaterfallRow[] = [];
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i]!;
    open.push(row);
    if (folded.has(row.key)) i += row.below;
  }
  return open;
}

/** Keys of the folded rows that hide a span, outermost first: unfolding them shows it. */
export function foldsOver(rows: readonly WaterfallRow[], spanId: string, folded: ReadonlySet<string>): string[] {
  const place = rows.findIndex((row) => row.spanId === spanId);
  if (place < 0 || folded.size === 0) return [];
  return rows.slice(0, place).flatMap((row, i) => (folded.has(row.key) && i + row.below >= place ? [row.key] : []));
}

/** Ids of spans in which a text stands: name, service, id, or an attribute's name or value. Null for an empty search. */
export function findSpans(spans: readonly Span[], search: string): ReadonlySet<string> | null {
  const text = search.trim().toLowerCase();
  if (text === '') return null;
  const has = (value: string) => value.toLowerCase().includes(text);
  const found = new Set<string>();
  for (const span of spans) {
    if (has(span.name) || has(span.service) || has(span.spanId) || has(span.statusMessage) || hasAttribute(span, has)) found.add(span.spanId);
  }
  return found;
}

function hasAttribute({ attributes, events }: Span, has: (value: string) => boolean): boolean {
  const within = (all: Span['attributes']) => Object.keys(all).some((name) => has(name) || has(attributeText(all[name]!)));
  return within(attributes) || events.some((event) => has(event.name) || within(event.attributes));
}
