import type { AccessLine, AccessLogFormat } from '@/lib/domain/access-log';
import { readCombined } from './combined';
import { readEnvoyText } from './envoy-text';
import { readJsonLine } from './json-line';
import { clearLine } from './line';
import { behindCollector } from './collector-front';

/**
 * Reads the line that stands at `from` to `to` of a block of a log (without its line end) into `line`. With `auto` each line is recognised for
 * itself, so that mixed files work. Answers null, or in words why the line was not understood; then `line` holds nothing of use. Never throws.
 */
export function readLogLine(text: string, from: number, to: number, expected: AccessLogFormat | 'auto', line: AccessLine): string | null {
  clearLine(line);
  const why = readAny(text, behindCollector(text, from, to), to, line);
  if (why !== null) return why;
  if (expected === 'auto' || line.format === expected) return null;
  return `recognised as ${line.format}, expected ${expected}`;
}

function readAny(text: string, from: number, to: number, line: AccessLine): string | null {
  const first = text.charCodeAt(from);
  if (first === 0x7b) return readJsonLine(text, from, to, line);
  return first === 0x5b ? readEnvoyText(text, from, to, line) : readCombined(text, from, to, line);
}
