import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, toCsv } from '@/lib/present/csv';

describe('csvCell', () => {
  it.each([
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['+1', "'+1"], ['-2+3', "'-2+3"], ['@SUM(A1)', "'@SUM(A1)"],
    ['a,b', '"a,b"'], ['line\nbreak', '"line\nbreak"'], ['plain', 'plain'],
    ['\uff1d1+1', "'\uff1d1+1"], ['\uff20SUM', "'\uff20SUM"], ['\uff0b1', "'\uff0b1"], ['\uff0d1', "'\uff0d1"],
    ['\t=1', `"'\t'=1"`], ['\r=1', `"'\r'=1"`], [' =1', "' =1"], ['\u200b=1', "'\u200b=1"], ['\ufeff@x', "'\ufeff@x"],
    ['/a;=cmd', `"/a;'=cmd"`], ['/a\t+1', `"/a\t'+1"`], ['a=b', 'a=b'], ['/x-y@z', '/x-y@z'],
    [Number.NaN, ''], [Number.POSITIVE_INFINITY, ''],
    [-3.5, '-3.5'], [0, '0'], [null, ''],
  ])('%j', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });

  it('unknown is an empty cell, not 0', () => {
    expect(toCsv(['time', 'a'], [['t', null], ['u', 0]])).toBe('time,a\r\nt,\r\nu,0');
  });

  it('no text starts a formula, whatever comes before it, and every table reads back with as many cells', () => {
    const text = fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\uff1d', '\t', '\r', '\n', ' ', ';', ',', '"', "'", '\u200b', 'a', '1') });
    fc.assert(fc.property(text, (raw) => {
      const cell = csvCell(raw);
      const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      expect(read).not.toMatch(/^[\s\u200b]*[=+\-@\uff1d]/);
      expect(read).not.toMatch(/[;\t\r\n][\s\u200b]*[=+\-@\uff1d]/);
      expect(cell.startsWith('"') || !/[",;\r\n\t]/.test(cell)).toBe(true);
    }));
  });
});
