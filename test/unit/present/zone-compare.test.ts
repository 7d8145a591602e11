import { describe, expect, it } from 'vitest';
import { epochMs } from '@/lib/domain/units';
import type { ZoneComparison } from '@/lib/domain/zone-compare';
import { compareView, comparisonMarkdown } from '@/lib/present/zone-compare';

const T0 = Date.UTC(2026, 10, 29, 12);
const side = { from: epochMs(T0), to: epochMs(T0 + 3_600_000), knownHours: 1, flips: 12, flipsPerDay: 288, concentratedShare: 0.4, misplaced: { value: 0.2, low: 0.18, high: 0.22 } };
const helped: ZoneComparison = {
  proxy: 'skipper', moment: epochMs(T0 + 3_600_000), before: side, after: { ...side, knownHours: 5, flips: 0, flipsPerDay: 0, concentratedShare: 1, misplaced: null },
  rateRatio: { value: 0, low: 0, high: 0.07 }, harm: [{ zone: 'a', p99Ratio: null, errorDifference: null, verdict: 'not-measured', text: 'Zone a: neither.' }],
  verdict: 'helped', reason: 'fewer-flips', text: 'Helped: 12 flips.', caveats: ['Traffic stays <b>.'],
};

describe('a comparison in words', () => {
  it('has both sides side by side, unknown as unknown', () => {
    expect(compareView(helped).text).toBe('12 flips.');
    expect(compareView(helped).rows).toEqual([
      { what: 'known time', before: '60 min', after: '5.0 h' }, { what: 'flips', before: '12', after: '0' }, { what: 'flips a day', before: '288', after: '0.0' },
      { what: 'time concentrated', before: '40\u00A0%', after: '100\u00A0%' }, { what: 'requests in another zone than expected', before: '20\u00A0% (18\u00A0%\u00A0to\u00A022\u00A0%)', after: 'not known' },
    ]);
  });
  it('says an unbounded interval in words', () => {
    expect(compareView({ ...helped, rateRatio: { value: null, low: 1.2, high: null } }).ratio).toBe('unbounded times the flips an hour, 95 % interval 1.20 to unbounded');
  });
  it('is Markdown in which names are no markup', () => {
    const text = comparisonMarkdown([{ ...helped, proxy: '[x](javascript:1)|' }], 'UTC');
    expect(text).toContain('## \\[x\\](javascript:1)\\|: It helped');
    expect(text).toContain('- note: Traffic stays \\<b\\>.');
    expect(text).toContain('| flips | 12 | 0 |');
  });
});
