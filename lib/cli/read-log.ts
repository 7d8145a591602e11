import { accessLogFormats, type AccessLogFormat } from '../domain/access-log';
import { LogCollector, type LogReport } from '../detectors/not-found-split/log-report';
import { visibleText } from '../present/hostile-text';
import { emptyLine } from '../wire/access-log/line';
import { ownText } from '../wire/access-log/own-text';
import { readLogLine } from '../wire/access-log/read-line';
import { UsageError } from './io';
import { LineBlocks, LONGEST_LOG_LINE } from './line-blocks';

const SHOWN = 10;
const SHOWN_CHARACTERS = 160;
const CR = 13;
const BYTE_ORDER_MARK = '\xef\xbb\xbf';

/** How the lines were read. `understood + blank + notUnderstood.lines` is `lines`. */
export interface LogInput {
  readonly bytes: number;
  readonly lines: number;
  readonly blank: number;
  /** Lines longer than LONGEST_LOG_LINE: their front was read. */
  readonly cut: number;
  readonly understood: number;
  readonly formats: Readonly<Record<AccessLogFormat, number>>;
  readonly notUnderstood: { readonly lines: number; readonly first: readonly { readonly line: number; readonly why: string; readonly text: string }[] };
}

/** Reads a log block by block; answers how it was read and what it says. */
export class LogReader {
  private readonly collector: LogCollector;
  private readonly line = emptyLine();
  private readonly blocks = new LineBlocks((text) => this.readBlock(text));
  private readonly formats = Object.fromEntries(accessLogFormats.map((name) => [name, 0])) as Record<AccessLogFormat, number>;
  private readonly first: { line: number; why: string; text: string }[] = [];
  private bytes = 0;
  private lines = 0;
  private blank = 0;
  private cut = 0;
  private failed = 0;

  /** `afterWindow` is called when much memory can be given back. */
  constructor(private readonly expected: AccessLogFormat | 'auto', afterWindow?: () => void) {
    this.collector = new LogCollector(ownText, undefined, afterWindow);
  }

  /** Throws UsageError for a text of two bytes a character. */
  push(chunk: Buffer): void {
    if (this.bytes === 0 && (chunk[0] === 0xff ? chunk[1] === 0xfe : chunk[0] === 0xfe && chunk[1] === 0xff)) {
      throw new UsageError('--log: expected UTF-8, got UTF-16 (PowerShell writes it); convert it first: iconv -f UTF-16 -t UTF-8 FILE | weir classify-404 --log -');
    }
    this.bytes += chunk.length;
    this.blocks.push(chunk);
  }

  end(): { readonly input: LogInput; readonly report: LogReport } {
    this.blocks.end();
    const { bytes, lines, blank, cut, failed, first, formats } = this;
    return { input: { bytes, lines, blank, cut, understood: lines - blank - failed, formats, notUnderstood: { lines: failed, first } }, report: this.collector.finish() };
  }

  /** A block is whole lines, the last one without its line end. */
  private readBlock(text: string): void {
    let from = this.lines === 0 && text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
    for (;;) {
      const end = text.indexOf('\n', from);
      this.readLine(text, from, end < 0 ? text.length : end);
      if (end < 0) return;
      from = end + 1;
    }
  }

  private readLine(text: string, from: number, end: number): void {
    this.lines += 1;
    let to = end > from && text.charCodeAt(end - 1) === CR ? end - 1 : end;
    if (to === from) {
      this.blank += 1;
      return;
    }
    const tooLong = to - from > LONGEST_LOG_LINE;
    if (tooLong) {
      this.cut += 1;
      to = from + LONGEST_LOG_LINE;
    }
    const why = readLogLine(text, from, to, this.expected, this.line);
    if (why !== null) return this.fail(text, from, to, tooLong ? `${why} (cut at ${LONGEST_LOG_LINE} bytes)` : why);
    this.formats[this.line.format] += 1;
    this.collector.add(this.line);
  }

  private fail(text: string, from: number, to: number, why: string): void {
    this.failed += 1;
    if (this.first.length < SHOWN) this.first.push({ line: this.lines, why, text: visibleText(ownText({ text, from, to }, SHOWN_CHARACTERS)) });
  }
}
