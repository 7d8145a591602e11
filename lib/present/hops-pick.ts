import { type HopCell, type HopDetail, type HopName, type HopStatus, type HopTotal, hopStatuses } from '../domain/hops';
import { hopColor } from './colors';
import { formatCompact, formatCount, plural } from './format';
import { clipText } from './hostile-text';
import { hopKey } from './hops-words';

/** One status to choose from, with what is known of it. */
export interface StatusChoice {
  readonly status: HopStatus;
  /** `1,240`, `none`, `12 traces`, `not known`. */
  readonly text: string;
  readonly none: boolean;
}

/** Another fleet that has what the shown one lacks. */
export interface ElsewherePick {
  readonly proxy: string;
  /** `none at gateway; ingress counted 30`. */
  readonly text: string;
}

/** What the URL asks for. `unknownStatus`: a status that stands there and is none of this page. */
export interface HopsAsked {
  readonly proxy: string | null;
  readonly status: HopStatus | null;
  readonly unknownStatus?: string | null;
}

/** The part of an answer that the page shows: one status of one fleet. */
export interface HopsPick {
  readonly proxies: readonly string[];
  readonly proxy: string;
  readonly status: HopStatus;
  readonly statuses: readonly StatusChoice[];
  /** Null: the answer holds nothing about this status. */
  readonly total: HopTotal | null;
  /** By time. */
  readonly cells: readonly HopCell[];
  /** Colour of each hop of the fleet by `hopKey`, the same for all statuses and for both questions. */
  readonly colors: ReadonlyMap<string, string>;
  /** Set where the shown fleet has none of the shown status, and another one has some. */
  readonly elsewhere: ElsewherePick | null;
  /** What the URL asked for and the answer does not have, a sentence each. */
  readonly ignored: readonly string[];
  /** The traces are those that a recording keeps. */
  readonly recorded: boolean;
}

/**
 * Chooses fleet and status: those asked for where the answer has them, else the worst; for a status alone the fleet with most of
 * it. Fleets are never added up: a request that passes two of them is counted at both.
 */
export function pickHops(detail: HopDetail, asked: HopsAsked): HopsPick | null {
  const proxies = [...new Set([...detail.totals, ...detail.cells].map(({ proxy }) => proxy))].sort();
  if (proxies.length === 0) return null;
  const proxy = proxies.find((one) => one === asked.proxy) ?? worstFleet(detail, proxies, asked.status);
  const totals = detail.totals.filter((total) => total.proxy === proxy);
  const cells = detail.cells.filter((cell) => cell.proxy === proxy);
  const status = asked.status ?? worstStatus(totals);
  const total = totals.find((one) => one.status === status) ?? null;
  return {
    proxies, proxy, status, total,
    elsewhere: elsewhereOf(detail, { proxy, status, total }),
    ignored: ignoredOf(asked, { proxies, proxy, status }),
    recorded: detail.search.recorded === true,
    statuses: hopStatuses.map((one) => choiceOf(one, totals.find((total) => total.status === one))),
    cells: cells.filter((cell) => cell.status === status).sort((a, b) => a.from - b.from),
    colors: colorsOf([...totals, ...cells].flatMap(({ parts }) => parts.flatMap(({ answeredBy, causedBy }) => [answeredBy, causedBy]))),
  };
}

const weightOf = ({ requests, lookedAt }: HopTotal) => requests ?? lookedAt;
/** A 404 is what scanners get all day: it is the worst only where no gateway error is. */
const isGateway = ({ status }: HopTotal) => status !== 404;

/** The fleet with most of a status; without one that with most gateway errors, among equals with most 404s. */
function worstFleet({ totals }: HopDetail, proxies: readonly string[], status: HopStatus | null): string {
  const sum = (proxy: string, isAsked: (total: HopTotal) => boolean) => totals.filter((total) => total.proxy === proxy && isAsked(total)).reduce((all, total) => all + weightOf(total), 0);
  const errors = (proxy: string) => sum(proxy, status === null ? isGateway : (total) => total.status === status);
  const all = (proxy: string) => sum(proxy, () => true);
  return [...proxies].sort((a, b) => errors(b) - errors(a) || all(b) - all(a))[0]!;
}

function elsewhereOf({ totals }: HopDetail, { proxy, status, total }: Pick<HopsPick, 'proxy' | 'status' | 'total'>): ElsewherePick | null {
  if (total !== null && weightOf(total) > 0) return null;
  const [other] = totals.filter((one) => one.status === status && one.proxy !== proxy && weightOf(one) > 0).sort((a, b) => weightOf(b) - weightOf(a));
  if (other === undefined) return null;
  const here = total === null || total.requests === null ? `not known at ${nameOf(proxy)}` : `none at ${nameOf(proxy)}`;
  const there = other.requests !== null && other.requests > 0 ? `counted ${formatCount(other.requests)}` : `has ${plural(other.lookedAt, 'trace')}`;
  return { proxy: other.proxy, text: `${status}: ${here}; ${nameOf(other.proxy)} ${there}` };
}

const nameOf = (proxy: string) => clipText(proxy, 40).text;

function ignoredOf({ proxy: asked, unknownStatus = null }: HopsAsked, { proxies, proxy, status }: Pick<HopsPick, 'proxies' | 'proxy' | 'status'>): string[] {
  return [
    ...(asked === null || proxies.includes(asked) ? [] : [`The address asks for the fleet ${nameOf(asked)}, which this answer does not have: ${nameOf(proxy)} is shown.`]),
    ...(unknownStatus === null ? [] : [`The address asks for the status ${clipText(unknownStatus, 20).text}; this page knows ${hopStatuses.join(', ')}: ${status} is shown.`]),
  ];
}

function worstStatus(totals: readonly HopTotal[]): HopStatus {
  const [worst] = [...totals].filter((total) => isGateway(total) && weightOf(total) > 0).sort((a, b) => weightOf(b) - weightOf(a));
  if (worst) return worst.status;
  return totals.some((total) => total.status === 404 && weightOf(total) > 0) ? 404 : 502;
}

function choiceOf(status: HopStatus, total: HopTotal | undefined): StatusChoice {
  if (total === undefined || (total.requests === null && total.lookedAt === 0)) return { status, text: 'not known', none: false };
  if (total.requests === null) return { status, text: plural(total.lookedAt, 'trace'), none: false };
  if (total.requests > 0) return { status, text: total.requests < 10_000 ? formatCount(total.requests) : formatCompact(total.requests), none: false };
  return total.lookedAt > 0 ? { status, text: plural(total.lookedAt, 'trace'), none: false } : { status, text: 'none', none: true };
}

function colorsOf(hops: readonly HopName[]): ReadonlyMap<string, string> {
  const byKey = new Map(hops.map((hop) => [hopKey(hop), hop] as const));
  const placed = new Map<string, number>();
  return new Map([...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, { role }]) => {
    const place = placed.get(role) ?? 0;
    placed.set(role, place + 1);
    return [key, hopColor(role, place)] as const;
  }));
}
