import { type HopCell, type HopDetail, type HopName, type HopStatus, type HopTotal, hopStatuses } from '../domain/hops';
import { hopColor } from './colors';
import { formatCompact, formatCount, plural } from './format';
import { hopKey } from './hops-words';

/** One status to choose from, with what is known of it. */
export interface StatusChoice {
  readonly status: HopStatus;
  /** `1,240`, `none`, `12 traces`, `not known`. */
  readonly text: string;
  readonly none: boolean;
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
}

/**
 * Chooses fleet and status: those asked for where the answer has them, else the worst. Fleets are never added up: a request
 * that passes two of them is counted at both.
 */
export function pickHops(detail: HopDetail, asked: { readonly proxy: string | null; readonly status: HopStatus | null }): HopsPick | null {
  const proxies = [...new Set([...detail.totals, ...detail.cells].map(({ proxy }) => proxy))].sort();
  if (proxies.length === 0) return null;
  const proxy = proxies.find((one) => one === asked.proxy) ?? worstFleet(detail, proxies);
  const totals = detail.totals.filter((total) => total.proxy === proxy);
  const cells = detail.cells.filter((cell) => cell.proxy === proxy);
  const status = asked.status ?? worstStatus(totals);
  return {
    proxies, proxy, status,
    statuses: hopStatuses.map((one) => choiceOf(one, totals.find((total) => total.status === one))),
    total: totals.find((total) => total.status === status) ?? null,
    cells: cells.filter((cell) => cell.status === status).sort((a, b) => a.from - b.from),
    colors: colorsOf([...totals, ...cells].flatMap(({ parts }) => parts.flatMap(({ answeredBy, causedBy }) => [answeredBy, causedBy]))),
  };
}

const weightOf = ({ requests, lookedAt }: HopTotal) => requests ?? lookedAt;
/** A 404 is what scanners get all day: it is the worst only where no gateway error is. */
const isGateway = ({ status }: HopTotal) => status !== 404;

function worstFleet({ totals }: HopDetail, proxies: readonly string[]): string {
  const errors = (proxy: string) => totals.filter((total) => total.proxy === proxy && isGateway(total)).reduce((sum, total) => sum + weightOf(total), 0);
  return [...proxies].sort((a, b) => errors(b) - errors(a))[0]!;
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
