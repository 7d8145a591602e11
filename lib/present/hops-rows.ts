import type { HopCell, HopName, HopPart, HopTotal } from '../domain/hops';
import { UNKNOWN_COLOR } from './colors';
import { formatCount } from './format';
import { type ClippedText, clipText } from './hostile-text';
import type { HopsPick } from './hops-pick';
import { hopKey, hopLabel, intervalText, isUnknown, mechanismHints } from './hops-words';
import { mechanismWords, roleWords } from './words';

/** A hop in a cell: its service, or its role where none is known. */
export interface HopCellView {
  readonly label: string;
  readonly name: ClippedText;
  /** Null where the name is the role already. */
  readonly role: string | null;
  readonly colorVar: string;
}

/** One way in which answers of a status came about. */
export interface HopMatrixRow {
  readonly key: string;
  readonly answered: HopCellView;
  readonly caused: HopCellView;
  readonly mechanism: string;
  /** What it means. */
  readonly meaning: string;
  /** The answering hop cannot be told. */
  readonly open: boolean;
  readonly part: HopPart;
  readonly interval: string;
  /** Share of the counted requests, whole; those of all rows add up to the counter. Null where they are not counted. */
  readonly requests: number | null;
  /** Share of its verdicts that are certain; null without any. */
  readonly certainShare: number | null;
  /** Why none of them can be certain; null: some are, or nothing is known to stand in the way. */
  readonly doubt: string | null;
}

type Sort = { readonly sort: 'share' | 'certain' | 'answered' | 'caused' | 'mechanism'; readonly descending: boolean };

/** Who answered, who caused it and how, one row each, in the order asked for. */
export function matrixRows(total: HopTotal, colors: HopsPick['colors'], { sort, descending }: Sort): readonly HopMatrixRow[] {
  const requests = wholeRequests(total);
  const rows = total.parts.map((part, i) => rowOf(part, requests?.[i] ?? null, colors));
  const text: Record<Exclude<Sort['sort'], 'share' | 'certain'>, (row: HopMatrixRow) => string> = { answered: (row) => row.answered.label, caused: (row) => row.caused.label, mechanism: (row) => row.mechanism };
  const compare = (a: HopMatrixRow, b: HopMatrixRow) => {
    if (sort === 'share') return a.part.share - b.part.share || a.part.count - b.part.count;
    if (sort === 'certain') return (a.certainShare ?? -1) - (b.certainShare ?? -1);
    const [left, right] = [text[sort](a), text[sort](b)];
    return left === right ? 0 : left < right ? -1 : 1;
  };
  return rows.sort((a, b) => (descending ? compare(b, a) : compare(a, b)) || b.part.share - a.part.share || (a.key < b.key ? -1 : 1));
}

function rowOf(part: HopPart, requests: number | null, colors: HopsPick['colors']): HopMatrixRow {
  return {
    key: JSON.stringify([part.answeredBy, part.causedBy, part.mechanism]),
    answered: cellOf(part.answeredBy, colors), caused: cellOf(part.causedBy, colors), mechanism: mechanismWords[part.mechanism], meaning: mechanismHints[part.mechanism],
    open: isUnknown(part.answeredBy), part, interval: intervalText(part.low, part.high),
    requests, certainShare: part.count > 0 ? part.certain / part.count : null, doubt: doubtOf(part),
  };
}

/** Counted requests by part, whole, so that they add up (largest remainder). Null: not counted. */
function wholeRequests({ requests, parts }: HopTotal): readonly number[] | null {
  if (requests === null) return null;
  const exact = parts.map(({ share }) => share * Math.round(requests));
  const whole = exact.map(Math.floor);
  const left = Math.round(exact.reduce((sum, value) => sum + value, 0)) - whole.reduce((sum, value) => sum + value, 0);
  const byRemainder = exact.map((value, i) => i).sort((a, b) => exact[b]! - whole[b]! - (exact[a]! - whole[a]!));
  for (const i of byRemainder.slice(0, left)) whole[i] = whole[i]! + 1;
  return whole;
}

function doubtOf({ answeredBy: { role, service }, count, certain }: HopPart): string | null {
  if (count === 0 || certain > 0 || role === 'unknown') return null;
  if ((role === 'backend' || role === 'unseen') && (service === null || service === '')) return 'no span of its own tells: likely at most';
  return null;
}

/** Under the table: how requests of stretches without a looked-at trace come into its shares. Null: there are none, or nothing is counted. */
export function spreadNote({ cells, total, recorded }: Pick<HopsPick, 'cells' | 'total' | 'recorded'>): string | null {
  if (total === null || total.requests === null || total.lookedAt === 0) return null;
  const sum = (isMeant: (cell: HopCell) => boolean) => Math.round(cells.filter((cell) => cell.lookedAt === 0 && isMeant(cell)).reduce((all, { requests }) => all + (requests ?? 0), 0));
  const [empty, left] = [sum(({ search }) => search === 'searched'), sum(({ search }) => search === 'skipped' || search === 'failed')];
  const of = `of the ${formatCount(Math.round(total.requests))}`;
  const notes = [
    ...(empty > 0 ? [`${formatCount(empty)} ${of} fall into stretches ${recorded ? 'of which the recording keeps no trace' : 'where the search found no trace'}: this table splits them like the looked-at stretch beside them, the chart shows them apart.`] : []),
    ...(left > 0 ? [`${formatCount(left)} ${of} fall into stretches that were not searched: this table splits them like all others and widens the intervals, the chart shows them apart.`] : []),
  ];
  return notes.length === 0 ? null : notes.join(' ');
}

function cellOf(hop: HopName, colors: HopsPick['colors']): HopCellView {
  const named = hop.role !== 'unknown' && hop.service !== null && hop.service !== '';
  return { label: hopLabel(hop), name: clipText(named ? hop.service : roleWords[hop.role], 48), role: named ? roleWords[hop.role] : null, colorVar: colors.get(hopKey(hop)) ?? UNKNOWN_COLOR };
}
