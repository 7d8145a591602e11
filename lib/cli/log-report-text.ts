import { ROUTE_MISSES } from '../detectors/not-found-split/log-report';
import { SCANNER_AT } from '../detectors/shared/path-evidence';
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
/** So many different ones that the table cannot tell which are the largest. */
const NONE_STANDS_OUT = '(too many different ones, none stands out)';
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
  return [...factsOf(answer), ...tables, '', ...boundsOf(answer), ''].join('\n');
}

/** The same as Markdown: text from outside stands in code spans, without any character that could end a span or a cell. */
export function logReportMarkdown(answer: Answer): string {
  const quote: Quote = (text) => (text === null ? '(not in the log)' : `\`${clipText(text, LONGEST).text.replace(/[`|]/g, (char) => `⟨U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`) || '⟨empty⟩'}\``);
  const tables = tablesOf(answer, quote).flatMap(({ title, head, rows }) => [
    `## ${title}`, '', `| ${head.join(' | ')} |`, `|${head.map((_, at) => (at === 0 ? '---:|' : '---|')).join('')}`, ...rows.map((row) => `| ${row.join(' | ')} |`), '',
  ]);
  return ['# 404s of an access log', '', ...factsOf(answer).map((line) => `- ${line}`), '', ...tables, '## What bounds these figures', '', ...boundsOf(answer).map((line) => `- ${line}`), ''].join('\n');
}

/** What matters most comes first: how many 404s, and of which class. Then who answered, and what the figures rest on. */
function factsOf({ input, range, requests, statuses, notFound, estimates }: Answer): string[] {
  const time = range.from === null || range.to === null ? 'time range not known' : `${iso(range.from)} to ${iso(range.to)}`;
  const formats = Object.entries(input.formats).filter(([, lines]) => lines > 0).map(([name, lines]) => `${name} ${whole(lines)}`);
  const failed = input.notUnderstood.lines;
  return [
    input.lines === 0 ? 'the log is empty: no line was read' : headline(requests, notFound),
    ...estimates.filter(({ what }) => what === ROUTE_MISSES).map(({ what, bound }) => `${what}: ${bound}`),
    `beside them ${whole(statuses.gone)} answered 410, ${whole(statuses.serverError)} answered 5xx`,
    ...(notFound.total === 0 ? [] : [whoAnswered(notFound)]),
    `${whole(requests)} requests, ${time}${formats.length > 0 ? `, format ${formats.join(', ')}` : ''}`,
    `${whole(input.lines)} lines read, ${whole(failed)} not understood${failed > 0 ? ' and not counted (the first ones below)' : ''}, ${whole(input.blank)} blank, ${whole(input.cut)} too long (only their front was read)`,
  ];
}

function headline(requests: number, { total, shareOfRequests, classes }: Answer['notFound']): string {
  if (total === 0) return `none of ${whole(requests)} requests was answered 404`;
  const parts = notFoundClasses.map((name) => `${whole(classes[name])} ${classWords[name]}`);
  return `${whole(total)} of ${whole(requests)} requests were answered 404${shareOfRequests === null ? '' : ` (${percent(shareOfRequests)})`}: ${parts.join(', ')}`;
}

function whoAnswered({ total, answeredBy }: Answer['notFound']): string {
  if (answeredBy.unknown === total) return 'who answered the 404s, proxy or application: this log does not say';
  return `who answered the 404s: proxy ${whole(answeredBy.proxy)}, application ${whole(answeredBy.backend)}, the log does not say ${whole(answeredBy.unknown)}`;
}

function tablesOf(answer: Answer, quote: Quote): Table[] {
  const { total, classes } = answer.notFound;
  const ledger: Table = {
    title: 'Ledger of the 404s', head: ['requests', 'share', 'class'],
    rows: total === 0 ? [] : [...notFoundClasses.map((name) => [whole(classes[name]), percent(classes[name] / total), classWords[name]]), [whole(total), percent(1), 'all']],
  };
  const hosts: Table = {
    title: 'Hosts with most 404s', head: ['requests', 'good answers', 'scanner', 'route miss', 'host'],
    rows: total > 0 && answer.hosts.length === 0 ? [['-', '', '', '', NONE_STANDS_OUT]] : answer.hosts.map((one) => [bounded(one), one.served === null ? 'not known' : whole(one.served), whole(one.classes.scanner), whole(one.classes['route-miss']), quote(one.host)]),
  };
  const paths = notFoundClasses.map((name): Table => ({
    title: `Paths: ${classWords[name]}`, head: ['requests', 'clients', 'host', 'path', 'why'],
    rows: classes[name] > 0 && answer.paths[name].length === 0 ? [['-', '', '', NONE_STANDS_OUT, '']] : answer.paths[name].map((one) => [bounded(one), distinct(one.clients), quote(one.host), quote(one.path), reasons(one.evidence)]),
  }));
  const campaigns: Table = {
    title: 'Scanner campaigns, by family of paths', head: ['requests', 'paths', 'clients', 'hosts', 'family', 'most often by', 'examples'],
    rows: answer.campaigns.map((one) => [bounded(one), distinct(one.paths), distinct(one.clients), distinct(one.hosts), classEvidenceText(one.family), listed(one.userAgents.slice(0, 1), quote) || NONE_STANDS_OUT, listed(one.examples, quote)]),
  };
  const failed: Table = {
    title: 'Lines not understood, the first ones', head: ['line', 'why', 'text'],
    rows: answer.input.notUnderstood.first.map((one) => [whole(one.line), quote(one.why), quote(one.text)]),
  };
  return [ledger, hosts, ...paths, campaigns, failed].filter(({ rows }) => rows.length > 0);
}

/** The sum of the evidence and its two heaviest parts in words; what every path starts from is in the sum only. Codes are our own, not text from outside. */
function reasons(evidence: Answer['paths']['scanner'][number]['evidence']): string {
  const heaviest = evidence.filter(({ code }) => code !== 'path-prior').sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight)).slice(0, 2);
  const words = heaviest.map(({ code, weight }) => `${classEvidenceText(code)}${weight === 0 ? '' : ` ${signed(weight)}`}`).join('; ');
  return evidence.every(({ weight }) => weight === 0) ? words : `${signed(evidence.reduce((sum, { weight }) => sum + weight, 0))}: ${words}`;
}

function boundsOf({ exact, estimates, notFound }: Answer): string[] {
  const why = `why: the sum of the evidence of one such request, then its heaviest parts; + speaks for a scanner, - for a lost route. Scanner from ${signed(SCANNER_AT)}; route miss only below 0 and where the log shows that the route existed; what is between is unknown`;
  return [...(notFound.total > 0 ? [why] : []), ...exact.map((what) => `exact: ${what}`), ...estimates.map(({ what, bound }) => `estimate: ${what}: ${bound}`)];
}

function signed(value: number): string {
  const size = Math.abs(value).toFixed(1);
  return size === '0.0' ? size : `${value > 0 ? '+' : '-'}${size}`;
}

const listed = (list: readonly Counted[], quote: Quote) => list.map(({ text }) => quote(text === '' ? '(empty)' : text)).join(', ');
const whole = (value: number) => value.toLocaleString('en-US');
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const iso = (at: number) => (Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : 'a time out of range');
const bounded = ({ requests, errorBound }: { readonly requests: number; readonly errorBound: number }) => (errorBound === 0 ? whole(requests) : `${whole(requests - errorBound)}..${whole(requests)}`);
/** The log names none: not known, which is not zero. */
const distinct = ({ count, atLeast }: { readonly count: number; readonly atLeast: boolean }) => (count === 0 ? 'not known' : `${atLeast ? '>= ' : ''}${whole(count)}`);
