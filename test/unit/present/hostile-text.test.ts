import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clipText, visibleText } from '@/lib/present/hostile-text';

const hidden = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

describe('visibleText', () => {
  it.each([
    ['bidi override', 'a\u202eb', 'a⟨U+202E⟩b'],
    ['null', '\u0000', '⟨U+0000⟩'],
    ['line break', '/a\r\nSet-Cookie', '/a⟨U+000D⟩⟨U+000A⟩Set-Cookie'],
    ['zero width', 'pay\u200bpal', 'pay⟨U+200B⟩pal'],
    ['a blank that is a letter', '\u3164\u2800', '⟨U+3164⟩⟨U+2800⟩'],
    ['other format characters', '\u0600\u{1d173}', '⟨U+0600⟩⟨U+1D173⟩'],
    ['a noncharacter', '\ufffe', '⟨U+FFFE⟩'],
    ['half a surrogate pair', '\ud800', '⟨U+D800⟩'],
    ['an emoji is text', '😀', '😀'],
    ['markup is text', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['other scripts are text', 'مرحبا/привет', 'مرحبا/привет'],
  ])('%s', (_name, raw, shown) => {
    expect(visibleText(raw)).toBe(shown);
  });

  it('leaves nothing hidden, whatever comes', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (raw) => !hidden.test(visibleText(raw))));
  });
});

describe('clipText', () => {
  it('keeps both ends of a long path and the whole of it beside', () => {
    const raw = `/start/${'x'.repeat(4096)}/end.php`;
    const { text, full, clipped } = clipText(raw, 40);
    expect([text.length, text.startsWith('/start/'), text.endsWith('/end.php'), clipped, full]).toEqual([40, true, true, true, raw]);
  });

  it('never grows past its limit and never cuts a pair', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 3, max: 60 }), (raw, max) => {
      const { text } = clipText(raw, max);
      return text.length <= max && !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
    }));
  });
});
