import type { Finding, TraceStratum } from '@/lib/domain/findings';
import { type HopFilter, formatHopMatch, parseHopMatch, parseMechanism } from '@/lib/domain/hop-filter';
import type { TracesRequest } from '@/lib/domain/requests';
import { type RawParams, type ViewState, defaultViewState, first, formatViewState, parseViewState, text } from './view-state';

export const pages = ['/', '/zones', '/not-found', '/rollouts', '/hops', '/traces', '/recordings', '/sources'] as const;
export type Page = (typeof pages)[number];

/** Link to a page that keeps the shared view. `extra` adds the page's own parameters; empty ones are left out. */
export function pageLink(page: string, state: ViewState, extra: Readonly<Record<string, string | number | null | undefined>> = {}): string {
  const params = formatViewState(state);
  for (const [name, value] of Object.entries(extra)) {
    if (value !== null && value !== undefined && value !== '') params.set(name, String(value));
  }
  return withParams(page, params);
}

/** Which traces a link asks for. Times are epoch ms, or time texts as they stand in a URL. */
export interface TracesTarget extends HopFilter {
  readonly env: string | null;
  readonly from: number | string | null;
  readonly to: number | string | null;
  readonly tz?: string;
  readonly finding?: string | null;
  readonly status?: number | null;
  readonly proxy?: string | null;
  readonly instance?: string | null;
  readonly zone?: string | null;
  readonly host?: string | null;
}

/** Link to the traces of a finding, or of one point of a chart. */
export function tracesLink(target: TracesTarget): string {
  const params = formatViewState({ ...defaultViewState, env: target.env, from: asText(target.from), to: asText(target.to), tz: target.tz ?? defaultViewState.tz });
  const hops = { answeredBy: target.answeredBy && formatHopMatch(target.answeredBy), causedBy: target.causedBy && formatHopMatch(target.causedBy), mechanism: target.mechanism };
  const own = { finding: target.finding, status: target.status, proxy: target.proxy, instance: target.instance, zone: target.zone, host: target.host, ...hops };
  for (const [name, value] of Object.entries(own)) {
    if (value !== null && value !== undefined && value !== '') params.set(name, String(value));
  }
  return withParams('/traces', params);
}

/** The other half of `tracesLink`: what the traces page was asked. Nonsense is left out. */
export function parseTracesUrl(params: RawParams): TracesRequest {
  const { env, from, to } = parseViewState(params);
  const status = first(params, 'status');
  return {
    env,
    from,
    to,
    maxPoints: null,
    finding: text(params, 'finding'),
    status: status !== null && /^[1-5]\d\d$/.test(status) ? Number(status) : null,
    proxy: text(params, 'proxy'),
    instance: text(params, 'instance'),
    zone: text(params, 'zone'),
    host: text(params, 'host'),
    ...parseHopFilter(params),
  };
}

function parseHopFilter(params: RawParams): HopFilter {
  const read = <T>(name: string, parse: (text: string) => T | null) => { const given = text(params, name); return given === null ? null : parse(given); };
  const [answeredBy, causedBy, mechanism] = [read('answeredBy', parseHopMatch), read('causedBy', parseHopMatch), read('mechanism', parseMechanism)];
  return { ...(answeredBy ? { answeredBy } : {}), ...(causedBy ? { causedBy } : {}), ...(mechanism ? { mechanism } : {}) };
}

/** Link to one trace. `at` narrows the look-up: backends scan all retention without it. The view is kept for the way back. */
export function traceLink(target: { readonly env: string | null; readonly traceId: string; readonly at: number | null; readonly view?: ViewState; readonly span?: string | null }): string {
  const params = formatViewState({ ...(target.view ?? defaultViewState), env: target.env });
  if (target.at !== null) params.set('at', String(Math.round(target.at)));
  if (target.span) params.set('span', target.span);
  return withParams(`/traces/${encodeURIComponent(target.traceId)}`, params);
}

/** What a trace page was asked: id in lower-case hex (null: not an id) and the time around which to look. */
export function parseTraceUrl(traceId: string, params: RawParams): { readonly traceId: string | null; readonly env: string | null; readonly at: number | null } {
  const id = traceId.toLowerCase();
  return {
    traceId: /^[0-9a-f]{1,32}$/.test(id) ? id : null,
    env: text(params, 'env'),
    at: timeIn(params, 'at'),
  };
}

/** Which rows of a waterfall are drawn. */
export const traceFilters = ['all', 'path', 'evidence', 'errors'] as const;
export type TraceFilter = (typeof traceFilters)[number];

/** What is looked at on a trace page: the chosen span (null: the deciding one) and the filter. */
export interface TracePlace {
  readonly span: string | null;
  readonly show: TraceFilter;
}

/** Place on a trace page as the URL holds it; nonsense is the default. Whether the trace has that span is for the page to see. */
export function parseTracePlace(params: RawParams): TracePlace {
  const span = first(params, 'span')?.toLowerCase();
  const show = first(params, 'show');
  return { span: span !== undefined && /^[0-9a-f]{1,32}$/.test(span) ? span : null, show: traceFilters.find((one) => one === show) ?? 'all' };
}

/** The other half: a search text with the place in it, everything else kept. */
export function withTracePlace(search: string, { span, show }: TracePlace): string {
  const params = new URLSearchParams(search);
  const own = { span, show: show === 'all' ? null : show };
  for (const [name, value] of Object.entries(own)) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  const query = params.toString();
  return query === '' ? '' : `?${query}`;
}

/** Two traces to be put side by side; times narrow the look-ups. */
export interface CompareTarget {
  readonly env: string | null;
  readonly a: string;
  /** Null: a good one of the same route is looked for. */
  readonly b: string | null;
  readonly at: number | null;
  readonly bAt: number | null;
}

/** Link to a failed trace beside a good one. */
export function compareLink({ env, a, b, at, bAt }: CompareTarget, view: ViewState = defaultViewState): string {
  return pageLink('/traces/compare', { ...view, env }, { a, b, at: at === null ? null : Math.round(at), bAt: bAt === null ? null : Math.round(bAt) });
}

/** The other half of `compareLink`; `a` and `b` are null where the URL holds no id. */
export function parseCompareUrl(params: RawParams): { readonly [K in keyof CompareTarget]: K extends 'a' ? string | null : CompareTarget[K] } {
  return { env: text(params, 'env'), a: idIn(params, 'a'), b: idIn(params, 'b'), at: timeIn(params, 'at'), bAt: timeIn(params, 'bAt') };
}

function idIn(params: RawParams, name: string): string | null {
  const id = first(params, name)?.toLowerCase();
  return id !== undefined && /^[0-9a-f]{1,32}$/.test(id) ? id : null;
}

function timeIn(params: RawParams, name: string): number | null {
  const at = first(params, name);
  return at !== null && /^\d{11,13}$/.test(at) ? Number(at) : null;
}

const detectorPages: Record<Finding['detector'], Page> = { 'zone-flapping': '/zones', 'not-found-split': '/not-found', 'rollout-errors': '/rollouts' };

/** The page of a detector. */
export function detectorPage(detector: Finding['detector']): Page {
  return detectorPages[detector];
}

/** The page that shows the detail behind a finding, over the same range. */
export function findingLink(finding: Pick<Finding, 'id' | 'detector' | 'proxy'>, state: ViewState): string {
  return pageLink(detectorPages[finding.detector], { ...state, proxy: finding.proxy ?? state.proxy }, { finding: finding.id });
}

/** Link to the traces behind a finding, in the range in which the finding was made (its id depends on it). */
export function findingTracesLink(finding: Pick<Finding, 'id'>, state: ViewState): string {
  return tracesLink({ env: state.env, from: state.from, to: state.to, tz: state.tz, finding: finding.id });
}

/** Link to the traces of one stratum alone; `hops` keeps those whose verdicts say so. */
export function stratumLink(stratum: TraceStratum, state: ViewState, hops: HopFilter = {}): string {
  const { from, to, status, proxy, instance, zone, host } = stratum;
  return tracesLink({ env: state.env, tz: state.tz, from, to, status, proxy, instance, zone, host, ...hops });
}

/** The same view with absolute times: what "copy link" gives. */
export function absoluteLink(page: string, state: ViewState, range: { readonly from: number; readonly to: number }, extra: Readonly<Record<string, string>> = {}): string {
  return pageLink(page, { ...state, from: String(range.from), to: String(range.to), refreshMs: null }, extra);
}

function asText(time: number | string | null): string | null {
  return typeof time === 'number' ? String(Math.round(time)) : time;
}

function withParams(path: string, params: URLSearchParams): string {
  const query = params.toString();
  return query === '' ? path : `${path}?${query}`;
}
