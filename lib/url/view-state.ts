import type { RangeRequest } from '@/lib/domain/requests';
import { isBackwards, parseTimeText } from './time-text';

/** What Next hands a page as `searchParams`, or `Object.fromEntries` of URLSearchParams. */
export type RawParams = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The part of the URL that every page shares: what a colleague must see after paste. */
export interface ViewState {
  /** Environment name; null: the first one. */
  readonly env: string | null;
  /** Time texts as in `time-text.ts`; null: the default of the environment. Both or none are set. */
  readonly from: string | null;
  readonly to: string | null;
  /** `UTC`, `browser`, or an IANA name. */
  readonly tz: string;
  /** Refresh of a live environment; null: off. */
  readonly refreshMs: number | null;
  /** Proxy fleet that the page shows; null: all, or the first. */
  readonly proxy: string | null;
}

export const defaultViewState: ViewState = { env: null, from: null, to: null, tz: 'UTC', refreshMs: null, proxy: null };

/** Refresh intervals that can be chosen. Others in a URL become "off", so that nobody can hammer a source by a link. */
export const refreshChoicesMs = [5_000, 15_000, 30_000, 60_000, 300_000] as const;

/** Reads the shared state of a URL. Nonsense becomes the default, never an error. */
export function parseViewState(params: RawParams): ViewState {
  const asked = { from: parseTime(params, 'from'), to: parseTime(params, 'to') ?? 'now' };
  const usable = asked.from !== null && !isBackwards(asked.from, asked.to);
  return {
    env: text(params, 'env'),
    from: usable ? asked.from : null,
    to: usable ? asked.to : null,
    tz: parseTimeZone(first(params, 'tz')),
    refreshMs: parseRefresh(first(params, 'refresh')),
    proxy: text(params, 'proxy'),
  };
}

/** Writes the shared state; defaults are left out and the order is fixed, so that equal views have equal URLs. */
export function formatViewState(state: ViewState): URLSearchParams {
  const params = new URLSearchParams();
  if (state.env !== null) params.set('env', state.env);
  if (state.from !== null) {
    params.set('from', state.from);
    params.set('to', state.to ?? 'now');
  }
  if (state.tz !== defaultViewState.tz) params.set('tz', state.tz);
  if (state.refreshMs !== null) params.set('refresh', `${state.refreshMs / 1000}s`);
  if (state.proxy !== null) params.set('proxy', state.proxy);
  return params;
}

/** The question behind a view, as use cases and the API take it. */
export function toRangeRequest(state: ViewState, maxPoints: number | null = null): RangeRequest {
  return { env: state.env, from: state.from, to: state.to, maxPoints };
}

/** First value of a parameter; `null` when absent or empty. */
export function first(params: RawParams, name: string): string | null {
  const value = params[name];
  const one = typeof value === 'string' ? value : value?.[0];
  return one === undefined || one === '' ? null : one;
}

/** A name from outside (environment, zone, host): any text but control characters, at most 253 of them; it is data, never markup. */
export function text(params: RawParams, name: string): string | null {
  const value = first(params, name);
  return value !== null && value.length <= 253 && !hasControls(value) ? value : null;
}

function hasControls(value: string): boolean {
  return [...value].some((char) => char < ' ' || char === '\u007f');
}

/** A time text as it stands, when it can be understood. */
export function parseTime(params: RawParams, name: string): string | null {
  const value = first(params, name)?.trim() ?? null;
  return value !== null && parseTimeText(value) !== null ? value : null;
}

/** True for a name that this machine's time zone data knows. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function parseTimeZone(value: string | null): string {
  if (value === null) return defaultViewState.tz;
  if (/^utc$/i.test(value)) return 'UTC';
  if (value === 'browser' || value === 'local') return 'browser';
  return value.length <= 64 && isTimeZone(value) ? value : defaultViewState.tz;
}

function parseRefresh(value: string | null): number | null {
  const match = value === null ? null : /^(\d{1,4})(s|m)$/.exec(value);
  if (!match) return null;
  const asked = Number(match[1]) * (match[2] === 'm' ? 60_000 : 1_000);
  return refreshChoicesMs.find((choice) => choice === asked) ?? null;
}
