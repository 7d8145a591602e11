const LF = 10;

/** No request of a browser or a proxy makes a longer line; what is longer is cut there. */
export const LONGEST_LOG_LINE = 64 * 1024;

/**
 * Cuts bytes into blocks of whole lines as text of one character a byte (latin1: nothing is lost, NUL and broken UTF-8 included). A line across
 * chunks is held back until it ends, at most one character more than the longest line: the reader sees that it was cut.
 */
export class LineBlocks {
  private held = '';

  constructor(private readonly onLines: (text: string) => void) {}

  push(chunk: Buffer): void {
    let from = 0;
    if (this.held !== '') {
      const end = chunk.indexOf(LF);
      this.hold(chunk, 0, end < 0 ? chunk.length : end);
      if (end < 0) return;
      this.flush();
      from = end + 1;
    }
    const last = chunk.lastIndexOf(LF);
    if (last >= from) {
      this.onLines(chunk.toString('latin1', from, last));
      from = last + 1;
    }
    this.hold(chunk, from, chunk.length);
  }

  /** The last line may lack its line end. */
  end(): void {
    if (this.held !== '') this.flush();
  }

  private hold(chunk: Buffer, from: number, to: number): void {
    const room = LONGEST_LOG_LINE + 1 - this.held.length;
    if (to > from && room > 0) this.held += chunk.toString('latin1', from, Math.min(to, from + room));
  }

  private flush(): void {
    const text = this.held;
    this.held = '';
    this.onLines(text);
  }
}
