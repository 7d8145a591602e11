import { clipText, visibleText } from './hostile-text';

/** Longer text is cut in the middle: a table of 4 kB paths is none. */
const LONGEST = 300;

/** A character written out as `⟨U+0060⟩`, as hidden ones are: still to be read, and no syntax any more. */
const writtenOut = (char: string) => `⟨U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`;

/**
 * Text from outside as a code span that nothing in it can end, also inside a table: backticks and pipes are written out (renderers
 * differ on how they may be escaped), hidden characters too.
 */
export function markdownCode(text: string): string {
  const inner = clipText(text, LONGEST).text.replace(/[`|]/g, writtenOut);
  return inner.trim() === '' ? '(empty)' : `\`${inner}\``;
}

/** A sentence that may quote text from outside: no markup, no link, no table border comes of it. */
export function markdownText(text: string): string {
  return visibleText(text)
    .replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
    .replace(/[\\`*_[\]#|~!]/g, '\\$&')
    // Renderers make links of bare addresses; a character written as an entity is text to all of them.
    .replace(/(https?|ftp|mailto|xmpp):/gi, '$1&#58;').replace(/\bwww\./gi, (found) => `${found.slice(0, -1)}&#46;`).replace(/@/g, '&#64;')
    .replace(/^(\s*)([-+=]|\d+[.)])/, '$1\\$2');
}

/** A table; the cells are Markdown already (see `markdownCode`, `markdownText`). Columns named in `right` are aligned to the right. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[], right: readonly string[] = []): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((name) => (right.includes(name) ? '---:' : '---'))), ...rows.map(line)].join('\n');
}
