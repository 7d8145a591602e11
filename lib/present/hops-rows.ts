import type { HopName, HopPart, HopTotal } from '../domain/hops';
import { UNKNOWN_COLOR } from './colors';
import { type ClippedText, clipText } from './hostile-text';
import type { HopsPick } from './hops-pick';
import { hopKey, hopLabel, intervalText, isUnknown } from './hops-words';
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
  /** The answering hop cannot be told. */
  readonly open: boolean;
  readonly part: HopPart;
  readonly interval: string;
  /** Share of the counted requests; null where they are not counted. */
  readonly requests: number | null;
  /** Share of its verdicts that are certain; null without any. */
  readonly certainShare: number | null;
}

type Sort = { readonly sort: 'share' | 'certain' | 'answered' | 'caused' | 'mechanism'; readonly descending: boolean };

/** Who answered, who caused it and how, one row each, in the order asked for. */
export function matrixRows(total: HopTotal, colors: HopsPick['colors'], { sort, descending }: Sort): readonly HopMatrixRow[] {
  const rows = total.parts.map((part) => rowOf(part, total, colors));
  const text: Record<Exclude<Sort['sort'], 'share' | 'certain'>, (row: HopMatrixRow) => string> = { answered: (row) => row.answered.label, caused: (row) => row.caused.label, mechanism: (row) => row.mechanism };
  const compare = (a: HopMatrixRow, b: HopMatrixRow) => {
    if (sort === 'share') return a.part.share - b.part.share || a.part.count - b.part.count;
    if (sort === 'certain') return (a.certainShare ?? -1) - (b.certainShare ?? -1);
    const [left, right] = [text[sort](a), text[sort](b)];
    return left === right ? 0 : left < right ? -1 : 1;
  };
  return rows.sort((a, b) => (descending ? compare(b, a) : compare(a, b)) || b.part.share - a.part.share || (a.key < b.key ? -1 : 1));
}

function rowOf(part: HopPart, total: HopTotal, colors: HopsPick['colors']): HopMatrixRow {
  return {
    key: JSON.stringify([part.answeredBy, part.causedBy, part.mechanism]),
    answered: cellOf(part.answeredBy, colors), caused: cellOf(part.causedBy, colors), mechanism: mechanismWords[part.mechanism],
    open: isUnknown(part.answeredBy), part, interval: intervalText(part.low, part.high),
    requests: total.requests === null ? null : part.share * total.requests,
    certainShare: part.count > 0 ? part.certain / part.count : null,
  };
}

function cellOf(hop: HopName, colors: HopsPick['colors']): HopCellView {
  const named = hop.role !== 'unknown' && hop.service !== null && hop.service !== '';
  return { label: hopLabel(hop), name: clipText(named ? hop.service : roleWords[hop.role], 48), role: named ? roleWords[hop.role] : null, colorVar: colors.get(hopKey(hop)) ?? UNKNOWN_COLOR };
}
