import { notFoundClasses, type NotFoundClass } from '../domain/not-found-detail';
import { classEvidenceText } from '../present/evidence';
import { clipText } from '../present/hostile-text';
import type { ShownLogAnswer } from './log-report-json';

type Answer = ShownLogAnswer;
type Counted = Answer['campaigns'][number]['examples'][number];

/** A table of cells that are already safe to print. The first column holds counts. */
interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** How text from outside is shown: visible, bounded, and with nothing that ends its place. */
type Quote = (text: string | null) => string;

const LONGEST = 120;
const classWords: Readonly<Record<NotFoundClass, string>> = {
  scanner: 'scanner', 'route-miss': 'route miss', application: 'application', benign: 'benign (automatic, stale)', unknown: 'unknown',
};

/** The report for a terminal. Control and bidi characters are written out. */
export function logReportText(answer: Answer): string {
  const quote: Quote = (text) => (text === null ? '(not in the log)' : clipText(text, LONGEST).text);
  const tables = tablesOf(answer, quote).flatMap(({ title, head, rows }) => {
    const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]!.length)));
    const print = (cells: readonly string[]) => cells.map((cell, at) => (at === 0 ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!))).join('  ').trimEnd();
    return ['', title, print(head), ...rows.map(print)];
  });
  return [...factsOf(answer, quote), ...tables, '', ...boundsOf(answer), ''].join('\n');
}

/** The same as Markdown: text from outside stands in code spans, without any character that could end a span or a cell. */
export function logReportMarkdown(answer: Answer): string {
  const quote: Quote = (text) => (text === null ? '(not in the log)' : `\`${clipText(text, LONGEST).text.replace(/[`|]/g, (char) => `⟨U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`) || '⟨empty⟩'}\``);
  const tables = tablesOf(answer, quote).flatMap(({ title, head, rows }) => [
    `## ${title}`, '', `| ${head.join(' | ')} |`, `|${head.map((_, at) => (at === 0 ? '---:|' : '---|')).join('')}`, ...rows.map((row) => `| ${row.join(' | ')} |`), '',
  ]);
  return ['# 404s of an access log', '', ...factsOf(answer, quote).map((line) => `- ${line.trim()}`), '', ...tables, '## What bounds these figures', '', ...boundsOf(answer).map((line) => `- ${line.trim()}`), ''].join('\n');
}

function factsOf({ input, range, requests, statuses, notFound }: Answer, quote: Quote): string[] {
  const time = range.from === null || range.to === null ? 'time range not known' : `${iso(range.from)} to ${iso(range.to)}`;
  const formats = Object.entries(input.formats).filter(([, lines]) => lines > 0).map(([name, lines]) => `${name} ${whole(lines)}`);
  const { lines, first } = input.notUnderstood;
  return [
    `${whole(requests)} requests, ${time}${formats.length > 0 ? `, ${formats.join(', ')}` : ''}`,
    `${whole(notFound.total)} answered 404${notFound.shareOfRequests === null ? '' : ` (${percent(notFound.shareOfRequests)} of all)`}; beside them ${whole(statuses.gone)} answered 410, ${whole(statuses.serverError)} answered 5xx`,
    `who answered the 404s: proxy ${whole(notFound.answeredBy.proxy)}, application ${whole(notFound.answeredBy.backend)}, the log does not say ${whole(notFound.answeredBy.unknown)}`,
    `${whole(input.lines)} lines read, ${whole(lines)} not understood, ${whole(input.blank)} blank, ${whole(input.cut)} cut`,
    ...first.map((one) => `  line ${one.line}: ${quote(one.why)}: ${quote(one.text)}`),
  ];
}

function tablesOf(answer: Answer, quote: Quote): Table[] {
  const { total, classes } = answer.notFound;
  const ledger: Table = {
    title: 'Ledger of the 404s', head: ['requests', 'share', 'class'],
    rows: [...notFoundClasses.map((name) => [whole(classes[name]), total === 0 ? '-' : percent(classes[name] / total), classWords[name]]), [whole(total), total === 0 ? '-' : percent(1), 'all']],
  };
  const hosts: Table = {
    title: 'Hosts with most 404s', head: ['requests', 'served', 'scanner', 'route miss', 'host'],
    rows: answer.hosts.map((one) => [bounded(one), one.served === null ? 'not known' : whole(one.served), whole(one.classes.scanner), whole(one.classes['route-miss']), quote(one.host)]),
  };
  const paths = notFoundClasses.map((name): Table => ({
    title: `Paths: ${classWords[name]}`, head: ['requests', 'clients', 'host', 'path', 'why'],
    rows: answer.paths[name].map((one) => [bounded(one), distinct(one.clients), quote(one.host), quote(one.path), reasons(one.evidence)]),
  }));
  const campaigns: Table = {
    title: 'Scanner campaigns, by family of paths', head: ['requests', 'paths', 'clients', 'hosts', 'family', 'most of', 'examples'],
    rows: answer.campaigns.map((one) => [bounded(one), distinct(one.paths), distinct(one.clients), distinct(one.hosts), classEvidenceText(one.family), listed(one.userAgents.slice(0, 1), quote), listed(one.examples, quote)]),
  };
  return [ledger, hosts, ...paths, campaigns].filter(({ rows }) => rows.length > 0);
}

/** The two heaviest parts of the evidence in words. Codes are our own, not text from outside. */
function reasons(evidence: Answer['paths']['scanner'][number]['evidence']): string {
  const heaviest = [...evidence].sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight)).slice(0, 2);
  return heaviest.map(({ code, weight }) => `${classEvidenceText(code)}${weight === 0 ? '' : ` ${weight > 0 ? '+' : '-'}${Math.abs(weight).toFixed(1)}`}`).join('; ');
}

function boundsOf({ exact, estimates }: Answer): string[] {
  return [...exact.map((what) => `exact: ${what}`), ...estimates.map(({ what, bound }) => `estimate: ${what}: ${bound}`)];
}

const listed = (list: readonly Counted[], quote: Quote) => list.map(({ text }) => quote(text === '' ? '(empty)' : text)).join(', ');
const whole = (value: number) => value.toLocaleString('en-US');
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const iso = (at: number) => (Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : 'a time out of range');
const bounded = ({ requests, errorBound }: { readonly requests: number; readonly errorBound: number }) => (errorBound === 0 ? whole(requests) : `${whole(requests - errorBound)}..${whole(requests)}`);
const distinct = ({ count, atLeast }: { readonly count: number; readonly atLeast: boolean }) => `${atLeast ? '>= ' : ''}${whole(count)}`;
