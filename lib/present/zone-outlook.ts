import { own } from '../domain/own';
import type { BalancerShares, DeadCapacity, RoutingChange, ScalerForecast, ZoneDetail, ZoneFleet, ZoneLeg, ZoneMatrix } from '../domain/zone-detail';
import type { EpochMs } from '../domain/units';
import { formatCount, formatPercent, formatRate } from './format';
import { clipText } from './hostile-text';
import { zoneName } from './zones';

const nameOf = (text: string) => clipText(text, 60).text;
const ways: Readonly<Record<ZoneLeg['leg'], string>> = {
  'client-to-balancer': 'Client to load balancer', 'balancer-to-proxy': 'Load balancer to proxy', 'proxy-to-pods': 'Proxy to pods', 'in-cluster': 'In-cluster client to service',
};
const states: Readonly<Record<ZoneLeg['state'], string>> = { measured: 'measured', partly: 'partly', 'not-checked': 'not checked' };

export interface LegRow { readonly way: string; readonly state: ZoneLeg['state']; readonly stateText: string; readonly text: string; readonly mend: string | null }

/** The four ways of traffic through the zones in words; empty for an answer that knows nothing of them (older recordings). */
export function legRows(detail: ZoneDetail): LegRow[] {
  return (detail.legs ?? []).map(({ leg, state, text, mend }) => ({ way: ways[leg], state, stateText: states[state], text, mend }));
}

export interface MatrixView { readonly to: readonly string[]; readonly rows: readonly { readonly from: string; readonly cells: readonly { readonly text: string; readonly local: boolean; readonly share: number }[] }[] }

/** Rows: zone of the proxy; cells: share of its requests that each zone of endpoints answered. */
export function matrixView(detail: ZoneDetail, proxy: string): MatrixView | null {
  const matrix = detail.matrices?.find((one) => one.proxy === proxy);
  return matrix ? { to: matrix.to.map(zoneName), rows: matrix.from.map((from, i) => ({ from: zoneName(from), cells: cellsOf(matrix, from, i) })) } : null;
}

function cellsOf(matrix: ZoneMatrix, from: string, i: number) {
  const row = matrix.rps[i] ?? [];
  const total = row.reduce((sum, value) => sum + value, 0);
  return matrix.to.map((to, k) => {
    const share = total > 0 ? (row[k] ?? 0) / total : 0;
    return { text: total > 0 ? formatPercent(share) : 'none', local: from === to, share };
  });
}

export interface BalancerView {
  readonly kind: BalancerShares['kind'];
  readonly caption: string;
  readonly head: readonly [string, string];
  /** Share at the load balancer, share at the proxy. */
  readonly rows: readonly { readonly zone: string; readonly cells: readonly [string, string] }[];
  readonly until: EpochMs;
}

const balancerWords = {
  flows: { caption: 'New flows of the network load balancers by the zone of their node, beside the new connections of the proxy', head: ['flows, balancer', 'connections, proxy'] },
  requests: { caption: 'Requests of the application load balancers by zone, beside the requests of the proxy', head: ['requests, balancer', 'requests, proxy'] },
} as const;

/** Shares by zone before and behind the load balancers, for one fleet; empty where no balancer is known. */
export function balancerViews(detail: ZoneDetail, proxy: string): BalancerView[] {
  return (detail.balancers ?? []).map(({ kind, byZone, proxies, until }) => {
    const own = proxies[proxy];
    const zones = [...new Set([...Object.keys(byZone), ...Object.keys(own ?? {})])].sort();
    const rows = zones.map((zone) => ({ zone: zoneName(zone), cells: [shareText(byZone, zone), own ? shareText(own, zone) : 'not counted'] as const }));
    return { kind, ...balancerWords[kind], rows, until };
  });
}

function shareText(shares: Readonly<Record<string, number>>, zone: string): string {
  return formatPercent(Object.hasOwn(shares, zone) ? shares[zone]! : 0);
}

export function routingText({ from, to }: RoutingChange): string {
  const words = (mode: string) => clipText(mode.replace(/_/g, ' '), 40).text;
  return `zone routing went from "${words(from)}" to "${words(to)}"`;
}

/** `4 to 12 replicas: hints cannot hold at 4, 5, 8 and 11`. */
export function scalerText({ min, max, current, unsafe }: ScalerForecast): string {
  const range = `${min} to ${max} replicas${current === null ? '' : `, ${current} now`}`;
  if (unsafe.length === 0) return `${range}: no unsafe count inside`;
  const shown = unsafe.slice(0, 8).join(', ');
  return `${range}: hints cannot hold at ${shown}${unsafe.length > 8 ? ' and more' : ''}`;
}

export function deadText({ service, zone, endpoints, requestShare, endpointShare }: DeadCapacity): string {
  return `${nameOf(service)}: ${formatCount(endpoints)} endpoints in ${zoneName(zone)} get ${formatPercent(requestShare)} of the requests while hints hold (they are ${formatPercent(endpointShare)} of all): hints keep other zones away from them`;
}

export interface PodRow { readonly zone: string; readonly pods: string; readonly rpsPerPod: string; readonly thin: boolean }
export interface PodsView { readonly rows: readonly PodRow[]; readonly skew: string; readonly notes: readonly string[] }

/** A zone is the thin one when its pods get this many times what the others' do. */
const THIN = 1.5;

/** Ready pods of each zone at the end of the range, their skew, and requests a second of each pod. Null: pods are not known. */
export function podsView(fleet: ZoneFleet): PodsView | null {
  const pods = fleet.readyPods;
  if (!pods) return null;
  const last = fleet.zones.reduce((best, zone) => Math.max(best, (own(pods, zone) ?? []).findLastIndex((value) => value !== null)), -1);
  if (last < 0) return null;
  const zones = [...fleet.zones].sort().map((zone) => {
    const count = own(pods, zone)?.[last] ?? null;
    const rps = own(fleet.rps, zone)?.slice(0, last + 1).findLast((value) => value !== null) ?? null;
    return { zone, count, each: count !== null && count > 0 && rps !== null ? rps / count : null };
  });
  const each = zones.map((zone) => zone.each).filter((value) => value !== null);
  const middle = each.length > 1 ? [...each].sort((a, b) => a - b)[Math.floor((each.length - 1) / 2)]! : null;
  const counts = zones.map(({ count }) => count).filter((value) => value !== null);
  const skew = counts.length > 1 ? Math.max(...counts) - Math.min(...counts) : 0;
  return {
    rows: zones.map(({ zone, count, each: own }) => ({
      zone: zoneName(zone), pods: count === null ? 'not known' : formatCount(count), rpsPerPod: own === null ? 'not known' : formatRate(own),
      thin: own !== null && middle !== null && middle > 0 && own >= THIN * middle,
    })),
    skew: `skew ${formatCount(skew)} (most minus fewest pods of a zone)`, notes: spreadNotes(fleet, last, skew),
  };
}

/** Spread constraints act when a pod is scheduled, not when one is taken away: a scale-down may leave the zones uneven. */
function spreadNotes(fleet: ZoneFleet, last: number, skew: number): string[] {
  const at = (i: number) => fleet.zones.map((zone) => own(fleet.readyPods, zone)?.[i] ?? null);
  const end = at(last).filter((value) => value !== null);
  const total = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0);
  let most: readonly number[] = end;
  for (let i = last - 1; i >= 0; i -= 1) {
    const then = at(i).filter((value) => value !== null);
    if (then.length === fleet.zones.length && total(then) > total(most)) most = then;
  }
  const before = Math.max(...most) - Math.min(...most);
  return total(most) > total(end) && skew - before >= 2
    ? [`From ${total(most)} to ${total(end)} pods the skew went from ${before} to ${skew}: spread constraints do not act when pods are taken away.`] : [];
}
