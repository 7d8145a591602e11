import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdownCode, markdownTable, markdownText } from '@/lib/present/markdown';

describe('markdownCode', () => {
  it.each([
    ['plain', '/a/b', '`/a/b`'], ['a backtick cannot end it', 'a`b', '`a⟨U+0060⟩b`'], ['a pipe cannot end the cell', 'a|b', '`a⟨U+007C⟩b`'],
    ['an escaped pipe neither', 'a\\|b', '`a\\⟨U+007C⟩b`'], ['a line break', 'a\n# b', '`a⟨U+000A⟩# b`'], ['nothing', '', '(empty)'], ['blanks', '  ', '(empty)'],
    ['bidi', '\u202eexe', '`⟨U+202E⟩exe`'], ['markup stays text in it', '<script>', '`<script>`'],
  ])('%s', (_name, raw, shown) => {
    expect(markdownCode(raw)).toBe(shown);
  });
  it('4 kB are cut, both ends kept', () => {
    const shown = markdownCode(`/start${'x'.repeat(4096)}end`);
    expect([shown.length <= 302, shown.startsWith('`/start'), shown.endsWith('end`')]).toEqual([true, true, true]);
  });
});

describe('markdownText', () => {
  it.each([
    ['markup', '<b>x</b>', '&lt;b&gt;x&lt;/b&gt;'], ['a link', '[x](javascript:alert(1))', '\\[x\\](javascript:alert(1))'], ['a bare address', 'see https://evil.example', 'see https&#58;//evil.example'],
    ['www', 'www.evil.example', 'www&#46;evil.example'], ['mail', 'a@b.example', 'a&#64;b.example'], ['a heading', '# x', '\\# x'], ['a list', '- x', '\\- x'], ['an entity', '&lt;', '&amp;lt;'], ['emphasis', '*a* _b_ ~~c~~', '\\*a\\* \\_b\\_ \\~\\~c\\~\\~'],
    ['an image', '![x](y)', '\\!\\[x\\](y)'], ['an ordinary sentence', '917 of 917 requests (100 %) found no route here.', '917 of 917 requests (100 %) found no route here.'],
  ])('%s', (_name, raw, shown) => {
    expect(markdownText(raw)).toBe(shown);
  });
});

it('a table keeps its columns, whatever is in the cells', () => {
  const text = fc.string({ unit: fc.oneof(fc.constantFrom('`', '|', '\\', '\n', '<', ' ', '\r'), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })), maxLength: 40 });
  fc.assert(fc.property(text, text, (a, b) => {
    const lines = markdownTable(['a', 'b'], [[markdownCode(a), markdownText(b)]]).split('\n');
    expect(lines).toHaveLength(3);
    // Columns as the least careful reader counts them: a pipe after an odd number of backslashes is none.
    expect(lines[2]!.replace(/\\[\\|]/g, '').split('|')).toHaveLength(4);
    expect(lines[2]!.replace(/`[^`]*`/, '')).not.toContain('<');
  }));
});
