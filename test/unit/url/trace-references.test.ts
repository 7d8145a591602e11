import { describe, expect, it } from 'vitest';
import { referencesInLines } from '@/lib/url/trace-references';

const [A, B] = ['a1'.repeat(16), 'b2'.repeat(16)] as const;

describe('referencesInLines', () => {
  it.each([
    ['lines of JSON, each id once', `{"trace_id":"${A}","m":1}\n{"trace_id":"${A}"}\r\n\n{"traceId":"${B}"}`, [A, B]],
    ['plain lines', `GET / 502 trace=${A}\nGET / 200 trace=${B}`, [A, B]],
    ['a line that is no JSON after all', `{"trace_id":"${A}"`, [A]],
    ['nothing', 'the shop is down', []],
    ['a text too long to be a few lines', `${A}\n${'x'.repeat(1_000_000)}`, []],
  ])('%s', (_name, text, ids) => {
    expect(referencesInLines(text)).toEqual(ids);
  });

  it('stops at 50', () => {
    expect(referencesInLines(Array.from({ length: 80 }, (_, i) => String(i + 1).padStart(32, '0')).join('\n'))).toHaveLength(50);
  });
});
