import type { CapabilitiesAnswer } from '../domain/requests';
import { visibleText } from '../present/hostile-text';
import { markdownCode, markdownText } from '../present/markdown';
import type { FindingsAnswer } from '../server/use-cases/load-findings';

/** Capability matrix for a terminal: one line a signal and fleet. */
export function capabilitiesText({ sources, capabilities }: CapabilitiesAnswer): string {
  const lines = sources.map(({ source, type, state, detail }) => `${state.padEnd(14)} ${source} (${type}): ${visibleText(detail)}`);
  return [...lines, '', ...groupRows(capabilities), ''].join('\n');
}

/** More rows than this with one reason (a source is down) are told once, with what they affect. */
const MOST_ALIKE = 3;

function groupRows(capabilities: CapabilitiesAnswer['capabilities']): string[] {
  const alike = new Map<string, CapabilitiesAnswer['capabilities'][number][]>();
  for (const row of capabilities) {
    const key = row.state === 'available' ? `${row.signal} ${row.proxy}` : JSON.stringify([row.state, row.reason, row.mend]);
    alike.set(key, [...(alike.get(key) ?? []), row]);
  }
  return [...alike.values()].flatMap((rows) => {
    if (rows.length <= MOST_ALIKE) return rows.map((row) => rowText(row, whatOf(row)));
    return [rowText(rows[0]!, `${rows.length} signals`), ...wrapped(rows.map(whatOf))];
  });
}

const whatOf = ({ signal, proxy }: CapabilitiesAnswer['capabilities'][number]) => `${signal}${proxy ? ` [${visibleText(proxy)}]` : ''}`;

function rowText({ state, reason, mend }: CapabilitiesAnswer['capabilities'][number], what: string): string {
  return `${state.padEnd(14)} ${what.padEnd(34)} ${visibleText(reason)}${state !== 'available' && mend ? `; mend: ${visibleText(mend)}` : ''}`;
}

/** Names one after the other below their row, in lines of a terminal. */
function wrapped(names: readonly string[]): string[] {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + name.length < 118) lines[lines.length - 1] = `${last}, ${name}`;
    else lines.push(`${' '.repeat(15)}${name}`);
  }
  return lines.map((line, i) => (i < lines.length - 1 ? `${line},` : line));
}

/** Findings as Markdown. Names come from outside: they are set as code, with no character that could end it. */
export function findingsMarkdown({ data, notChecked, range, trust, failures }: FindingsAnswer): string {
  const lines = [`# Findings from ${iso(range.from)} to ${iso(range.to)}`, '', `Step ${range.stepMs / 1000} s.`, ''];
  if (data.length === 0) lines.push('No finding.', '');
  for (const finding of data) {
    lines.push(`## ${finding.severity}: ${finding.kind} ${markdownCode(finding.subject)}`, '');
    lines.push(`${iso(finding.from)} to ${iso(finding.to)}${finding.ongoing ? ' (going on)' : ''}, confidence ${finding.confidence.toFixed(2)}, ${finding.basis}.`, '');
    for (const evidence of finding.evidence) lines.push(`- ${markdownText(evidence.text)}`);
    for (const evidence of finding.against) lines.push(`- against: ${markdownText(evidence.text)}`);
    for (const advice of finding.advice) lines.push(`- advice: ${markdownText(advice)}`);
    lines.push('');
  }
  for (const { detector, why, mend } of notChecked) lines.push(`Not checked: ${detector}: ${markdownText(why)} (${markdownText(mend)})`, '');
  for (const { source, message } of failures) lines.push(`Failed: ${source}: ${markdownText(message)}`, '');
  if (trust.length > 0) lines.push('## Trust', '', ...trust.map((note) => `- ${note.code}${note.about ? ` (${markdownText(note.about)})` : ''}: ${markdownText(note.effect)}`), '');
  return lines.join('\n');
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
