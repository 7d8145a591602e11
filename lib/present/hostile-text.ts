/** C0 and C1 controls, soft hyphen, zero-width and bidi marks, line separators, BOM, tag characters, other format characters, blanks that are letters, noncharacters: all that hides or reorders text. */
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\u2800\u3164\uffa0]|\p{Cf}|\p{Noncharacter_Code_Point}|[\u{e0000}-\u{e007f}]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu;

/** Text from outside with every hidden or reordering character written out, for example `⟨U+202E⟩`. The result is still text, never markup. */
export function visibleText(text: string): string {
  return text.replace(HIDDEN, (char) => `⟨U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`);
}

export interface ClippedText {
  /** What fits. */
  readonly text: string;
  /** The whole text, visible; equal to `text` when nothing was cut. */
  readonly full: string;
  readonly clipped: boolean;
}

/** Makes text visible and cuts it in the middle, where paths and hosts differ least. `max` counts UTF-16 units; surrogate pairs stay whole. */
export function clipText(raw: string, max: number): ClippedText {
  const full = visibleText(raw);
  if (full.length <= max) return { text: full, full, clipped: false };
  const keep = Math.max(2, max - 1);
  const head = Math.ceil(keep * 0.6);
  const start = full.slice(0, head).replace(/[\ud800-\udbff]$/, '');
  const end = full.slice(full.length - (keep - head)).replace(/^[\udc00-\udfff]/, '');
  return { text: `${start}…${end}`, full, clipped: true };
}
