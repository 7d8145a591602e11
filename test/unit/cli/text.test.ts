import { expect, it } from 'vitest';
import { capabilitiesText, findingsMarkdown } from '@/lib/cli/text';
import type { FindingsAnswer } from '@/lib/server/use-cases/load-findings';
import type { CapabilitiesAnswer } from '@/lib/domain/requests';
import { epochMs, millis } from '@/lib/domain/units';

const hostile = '`x` | <b>\u202eexe\u0000\n# heading [a](javascript:alert(1)) https://evil.example';
const range = { from: epochMs(0), to: epochMs(60_000), stepMs: millis(15_000) };
const answer: FindingsAnswer = {
  data: [{
    id: 'a', kind: 'route-lost', detector: 'not-found-split', proxy: 'p', subject: hostile, from: epochMs(0), to: epochMs(1), ongoing: false, severity: 'critical', confidence: 0.9, basis: 'measured',
    evidence: [{ code: 'x', text: hostile }], against: [{ code: 'y', text: hostile }], advice: [], strata: [], data: { host: hostile, requests: 1, lostSuccesses: 1 },
  }],
  notChecked: [], range, basis: null, queries: [], trust: [], failures: [{ source: 'metrics', kind: 'refused', message: hostile, affects: [] }],
};

it('findings as Markdown: no name from outside ends its code span, makes a line, a link or markup, or steers the terminal', () => {
  const lines = findingsMarkdown(answer).split('\n');
  const named = lines.filter((line) => line.includes('evil.example'));
  expect(named).toHaveLength(4);
  expect(named[0]).toBe('## critical: route-lost `⟨U+0060⟩x⟨U+0060⟩ ⟨U+007C⟩ <b>⟨U+202E⟩exe⟨U+0000⟩⟨U+000A⟩# heading [a](javascript:alert(1)) https://evil.example`');
  for (const line of named.slice(1)) expect(line).toMatch(/^(- |- against: |Failed: metrics: )\\`x\\` \\\| &lt;b&gt;⟨U\+202E⟩exe⟨U\+0000⟩⟨U\+000A⟩\\# heading \\\[a\\\]\(javascript:alert\(1\)\) https&#58;\/\/evil\.example$/);
});

const capability = (signal: string, reason: string, state: 'available' | 'failed' = 'failed') => ({ signal, proxy: 'edge', state, reason, mend: state === 'failed' ? 'start it' : null });

it('capabilities as text: what many signals lack is told once, with all that it affects', () => {
  const capabilities = [...Array.from({ length: 30 }, (_, i) => capability(`signal-${i}`, 'metrics cannot be reached')), capability('traces', 'ok', 'available'), capability('other', 'too old')] as unknown as CapabilitiesAnswer['capabilities'];
  const text = capabilitiesText({ sources: [], capabilities });
  const lines = text.split('\n');
  expect(lines.filter((line) => line.includes('metrics cannot be reached'))).toEqual([expect.stringMatching(/^failed +30 signals +metrics cannot be reached; mend: start it$/)]);
  for (let i = 0; i < 30; i += 1) expect(text).toContain(`signal-${i} [edge]`);
  expect(lines.length).toBeLessThan(14);
  expect(lines.filter((line) => /^(available +traces \[edge\]|failed +other \[edge\] +too old)/.test(line))).toHaveLength(2);
});
