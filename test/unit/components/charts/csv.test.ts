import { describe, expect, it } from 'vitest';
import { csvCell, toCsv } from '@/components/charts/csv';

describe('csvCell', () => {
  it.each([
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['+1', "'+1"], ['-2+3', "'-2+3"], ['@SUM(A1)', "'@SUM(A1)"],
    ['a,b', '"a,b"'], ['line\nbreak', '"line\nbreak"'], ['plain', 'plain'],
    [-3.5, '-3.5'], [0, '0'], [null, ''],
  ])('%j', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });

  it('unknown is an empty cell, not 0', () => {
    expect(toCsv(['time', 'a'], [['t', null], ['u', 0]])).toBe('time,a\r\nt,\r\nu,0');
  });
});
