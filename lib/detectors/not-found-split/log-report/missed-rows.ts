import type { AccessLine, Responder } from '@/lib/domain/access-log';
import type { Fingerprint } from './hash';

/** All 404 lines of one window that are alike in everything that is judged. */
export interface MissedRow {
  readonly key: number;
  readonly host: string | null;
  readonly path: string;
  readonly method: string | null;
  readonly userAgent: string | null;
  readonly client: string | null;
  readonly clientKey: number;
  readonly responder: Responder;
  /** The target was served before the first of these lines. */
  readonly servedBefore: boolean;
  readonly targetA: number;
  readonly targetB: number;
  readonly clientA: number;
  readonly clientB: number;
  readonly hostKey: number;
  count: number;
  /** Epoch ms of the first and the last line; NaN: no line had a time. */
  first: number;
  last: number;
}

/** Fingerprints of a row by which it is looked up when it is judged. */
type RowKeys = Pick<MissedRow, 'targetA' | 'targetB' | 'clientA' | 'clientB' | 'clientKey' | 'hostKey'>;

/** Copies a stretch out of the block; bounded length. The wire layer knows how bytes become text. */
export type OwnText = (stretch: AccessLine['path'], most: number) => string;

/** What is kept of the texts of a 404, in characters: more would be memory that a hostile client decides about. */
export const KEPT = { path: 1024, userAgent: 400, host: 255, client: 64, method: 16 } as const;
/** Bounds of one window. */
export interface WindowBounds {
  readonly rows: number;
  readonly characters: number;
}

/** The different 404s since the last judgement. Bounded in rows and in text. */
export class MissedRows {
  private readonly byKey = new Map<number, MissedRow>();
  private characters = 0;

  constructor(private readonly own: OwnText, private readonly most: WindowBounds) {}

  get full(): boolean {
    return this.byKey.size >= this.most.rows || this.characters >= this.most.characters;
  }

  /** Counts a line; `make` gives what is known of a new row. */
  add(line: AccessLine, print: Fingerprint, servedBefore: boolean, known: RowKeys): void {
    print.start().host(line.host).text(line.path, KEPT.path).text(line.method, KEPT.method).text(line.userAgent, KEPT.userAgent).text(line.client, KEPT.client);
    const key = print.add(line.responder === 'proxy' ? 1 : line.responder === 'backend' ? 2 : 3).add(servedBefore ? 1 : 0).key();
    const row = this.byKey.get(key) ?? this.insert(key, line, servedBefore, known);
    row.count += 1;
    if (!(line.at >= row.first)) row.first = Number.isNaN(line.at) ? row.first : line.at;
    if (!(line.at <= row.last)) row.last = Number.isNaN(line.at) ? row.last : line.at;
  }

  /** All rows in the order of their first line; the table is empty afterwards. */
  take(): MissedRow[] {
    const rows = [...this.byKey.values()];
    this.byKey.clear();
    this.characters = 0;
    return rows;
  }

  private insert(key: number, line: AccessLine, servedBefore: boolean, known: RowKeys): MissedRow {
    const row: MissedRow = {
      key, servedBefore, ...known,
      host: this.text(line.host, KEPT.host),
      path: this.text(line.path, KEPT.path) ?? '',
      method: this.text(line.method, KEPT.method),
      userAgent: this.text(line.userAgent, KEPT.userAgent),
      client: this.text(line.client, KEPT.client),
      responder: line.responder,
      count: 0, first: Number.NaN, last: Number.NaN,
    };
    this.byKey.set(key, row);
    return row;
  }

  private text(stretch: AccessLine['path'], most: number): string | null {
    if (stretch.from < 0) return null;
    const own = this.own(stretch, most);
    this.characters += own.length;
    return own;
  }
}
