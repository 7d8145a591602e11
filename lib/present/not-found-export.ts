import type { NotFoundClass, NotFoundDetail } from '../domain/not-found-detail';
import { notFoundClasses } from '../domain/not-found-detail';
import { toCsv } from './csv';
import { formatCount, formatDateTime, formatPercent, plural } from './format';
import { visibleText } from './hostile-text';
import { markdownCode, markdownTable, markdownText } from './markdown';
import { campaignRow, familyWords } from './not-found-campaigns';
import { notFoundModels } from './not-found';
import { classWords } from './words';

export type ExportKind = 'ledger' | 'hosts-and-paths' | 'campaigns';
export type ExportFormat = 'csv' | 'md';

/** A file made in the browser. Its name says what it holds and of when. */
export interface ExportFile {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

interface Range { readonly from: number; readonly to: number }
type Cell = string | number | null;
interface Sheet { readonly title: string; readonly head: readonly string[]; readonly rows: readonly (readonly Cell[])[]; readonly markdown: () => readonly string[] }

/**
 * What the page shows, as a file for a spreadsheet or a postmortem. Text from outside is written visibly (hidden and reordering characters as
 * `⟨U+202E⟩`), runs as no formula and is no markup. Times are in UTC; an unknown value is an empty cell.
 */
export function exportNotFound(detail: NotFoundDetail, kind: ExportKind, format: ExportFormat, range: Range): ExportFile {
  const sheet = sheets[kind](detail);
  const name = `404-${kind}-${stamp(range.from)}-to-${stamp(range.to)}.${format}`;
  if (format === 'csv') return { name, type: 'text/csv;charset=utf-8', text: `${toCsv(sheet.head, sheet.rows)}\r\n` };
  const head = [`# ${sheet.title}`, '', `${formatDateTime(range.from, 'UTC')} to ${formatDateTime(range.to, 'UTC')} (UTC), ${plural(detail.requests, 'answer')} with 404 by the counter.`, ''];
  return { name, type: 'text/markdown;charset=utf-8', text: `${[...head, ...sheet.markdown()].join('\n')}\n` };
}

/** `20261129T2329Z`: sorts, and is a file name everywhere. */
const stamp = (at: number) => new Date(at).toISOString().slice(0, 16).replace(/[-:]/g, '').concat('Z');

const sheets: Readonly<Record<ExportKind, (detail: NotFoundDetail) => Sheet>> = { ledger, 'hosts-and-paths': targets, campaigns };

/** Per step: the counter and its parts. In Markdown the sums with their intervals: steps are for spreadsheets. */
function ledger(detail: NotFoundDetail): Sheet {
  const { parts } = notFoundModels(detail);
  return {
    title: '404 answers by cause',
    head: ['step ends (UTC)', 'all 404', ...notFoundClasses.map((name) => classWords[name])],
    rows: detail.at.map((at, i) => [new Date(at).toISOString(), detail.total[i] ?? null, ...notFoundClasses.map((name) => (detail.total[i] == null ? null : (detail.classes[name][i] ?? null)))]),
    markdown: () => [markdownTable(['class', 'requests', 'share', '95 % interval', 'how it is told'], [
      ...parts.map((part) => [part.label, formatCount(part.requests), formatPercent(part.share), `${formatCount(part.low)} to ${formatCount(part.high)}`, markdownText(part.method)]),
      ['all 404', formatCount(detail.requests), '', '', 'Counted by the proxy'],
    ], ['requests', 'share', '95 % interval'])],
  };
}

function targets(detail: NotFoundDetail): Sheet {
  const own = detail.targets ?? [];
  const evidence = (list: NonNullable<NotFoundDetail['targets']>[number]['evidence']) => list.map(({ code, weight }) => `${visibleText(code)} ${weight > 0 ? '+' : ''}${weight.toFixed(1)}`).join('; ');
  return {
    title: 'Most missed hosts and paths',
    head: ['host', 'path', 'class', 'requests (about)', 'sampled traces', 'clients', 'log-odds', 'evidence', 'example traces'],
    rows: own.map((one) => [one.host === null ? null : visibleText(one.host), visibleText(one.path), classWords[one.class], one.requests, one.samples, one.clients, one.logOdds, evidence(one.evidence), one.traceIds.join(' ')]),
    markdown: () => detail.targets === null ? ['No traces could be looked at: hosts and paths are known from traces only.'] : [
      `From ${plural(detail.sampled, 'sampled trace')}. Weights: + speaks for a scanner, − for a lost route.`, '',
      markdownTable(['host', 'path', 'class', 'about', 'traces', 'evidence'], own.map((one) => [
        one.host === null ? 'not known' : markdownCode(one.host), markdownCode(one.path), words(one.class), one.requests === null ? 'not known' : formatCount(one.requests), formatCount(one.samples), markdownText(evidence(one.evidence)),
      ]), ['about', 'traces']),
    ],
  };
}

const words = (name: NotFoundClass) => classWords[name];

function campaigns(detail: NotFoundDetail): Sheet {
  const own = (detail.campaigns ?? []).map(campaignRow);
  const list = (names: readonly { readonly name: string }[]) => names.map(({ name }) => visibleText(name)).join(' | ');
  return {
    title: 'Scanner campaigns',
    head: ['campaign', 'requests (about)', 'share of all 404', 'sampled traces', 'clients', 'distributed', 'first seen (UTC)', 'last seen (UTC)', 'kinds of paths', 'distinct paths', 'most asked paths', 'hosts', 'user agents', 'methods', 'example traces'],
    rows: own.map(({ campaign: one, title }) => [
      title, one.requests, one.share, one.samples, one.clientCount, one.distributed ? 'yes' : 'no', new Date(one.first).toISOString(), new Date(one.last).toISOString(),
      one.families.map(({ family, samples }) => `${familyWords[family]} ${samples}`).join('; '), one.pathCount, list(one.paths), list(one.hosts), list(one.agents), one.methods.map(visibleText).join(' '), one.traceIds.join(' '),
    ]),
    markdown: () => detail.campaigns == null ? ['No traces could be looked at: campaigns are known from traces only.'] : [
      'Requests are sampled traces scaled to the scanner part of the counter.', '',
      markdownTable(['campaign', 'about', 'share', 'traces', 'clients', 'user agent', 'most asked paths'], own.map(({ campaign: one, title, origin }) => [
        title, formatCount(one.requests), formatPercent(one.share), formatCount(one.samples), origin ?? 'not known', one.agents[0] ? markdownCode(one.agents[0].name) : 'not known', one.paths.slice(0, 3).map(({ name }) => markdownCode(name)).join(', '),
      ]), ['about', 'share', 'traces']),
    ],
  };
}
