import type { EpochMs } from '../../domain/units';
import type { BalancerShares } from '../../domain/zone-detail';
import type { ClusterView } from './cluster-view';
import { rounded } from './detect';

type Columns = NonNullable<ClusterView['requests']>;

/**
 * Share of each zone in the new flows (network load balancers) and in the requests (application load balancers), all
 * balancers together, and beside it what each fleet saw in the same steps: its new connections or its requests. Steps in
 * which the balancers are not known (CloudWatch is late) are left out on both sides. Empty: nothing is known of balancers.
 */
export function balancerShares(views: readonly ClusterView[], at: readonly EpochMs[]): BalancerShares[] {
  const seen = views.find((view) => view.balancers)?.balancers;
  if (!seen) return [];
  const kinds = [
    { kind: 'flows', columns: seen.flows, names: seen.flowNames, ofProxy: (view: ClusterView) => view.connections },
    { kind: 'requests', columns: seen.requests, names: seen.requestNames, ofProxy: (view: ClusterView) => view.requests },
  ] as const;
  return kinds.flatMap(({ kind, columns, names, ofProxy }) => {
    const steps = at.flatMap((_, i) => ([...columns.values()].some((values) => (values[i] ?? null) !== null) ? [i] : []));
    const whole = sharesOver(columns, steps);
    if (!whole) return [];
    const proxies = views.flatMap((view) => {
      const own = sharesOver(ofProxy(view) ?? new Map(), steps);
      return own ? [[view.fleet ?? '', own.byZone] as const] : [];
    });
    return [{ kind, balancers: names, perSecond: rounded(whole.total / steps.length), byZone: whole.byZone, proxies: Object.fromEntries(proxies), until: at[steps.at(-1)!]! }];
  });
}

/** Shares of the sums over some steps; a gap adds nothing. Null: all of it is nothing. */
function sharesOver(columns: Columns, steps: readonly number[]): { total: number; byZone: Record<string, number> } | null {
  const sums = [...columns].map(([zone, values]) => [zone, steps.reduce((sum, i) => sum + (values[i] ?? 0), 0)] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  const total = sums.reduce((sum, [, value]) => sum + value, 0);
  return total > 0 ? { total, byZone: Object.fromEntries(sums.map(([zone, value]) => [zone, rounded(value / total)])) } : null;
}

/** Zones come from labels: a name such as `constructor` is none of the record's own. */
function shareIn(byZone: Readonly<Record<string, number>>, zone: string): number {
  return Object.hasOwn(byZone, zone) ? byZone[zone]! : 0;
}

/** Zones that a sentence names. */
const MAX_NAMED = 6;

const kindWords = {
  flows: { what: 'New flows', of: 'network load balancer', own: 'new connections', limit: ' A flow is a connection with any number of requests, not a request.' },
  requests: { what: 'Requests', of: 'application load balancer', own: 'requests', limit: '' },
} as const;

/** What is seen of the way from the client to the load balancer. */
export function balancerText(shares: readonly BalancerShares[]): string {
  const each = shares.map(({ kind, balancers, byZone }) => {
    const { what, of, limit } = kindWords[kind];
    const all = Object.entries(byZone);
    const zones = all.slice(0, MAX_NAMED).map(([zone, share]) => `${zone} ${Math.round(share * 100)} %`).join(', ');
    return `${what} of ${balancers.length} ${of}${balancers.length === 1 ? '' : 's'} by zone: ${zones}${all.length > MAX_NAMED ? ' and more' : ''}.${limit}`;
  });
  return `${each.join(' ')} The zone of a client outside the cluster cannot be seen at all. CloudWatch is up to 10 minutes late, and a zone without a value had no traffic or is not known.`;
}

/** How far a fleet's shares are from those of the load balancers in front of it; empty where one of both is not known. */
export function differenceText(shares: readonly BalancerShares[]): string {
  const each = shares.flatMap(({ kind, byZone, proxies }) => Object.entries(proxies).sort(([a], [b]) => (a < b ? -1 : 1)).map(([proxy, own]) => {
    const zones = [...new Set([...Object.keys(byZone), ...Object.keys(own)])].sort();
    const apart = zones.map((zone) => ({ zone, points: Math.abs(shareIn(byZone, zone) - shareIn(own, zone)) * 100 })).reduce((most, one) => (one.points > most.points ? one : most));
    const { what, own: name } = kindWords[kind];
    return `${what} at the load balancer and ${name} at ${proxy} are up to ${Math.round(apart.points)} points apart (zone ${apart.zone}).`;
  }));
  return each.length === 0 ? '' : `${each.join(' ')} Equal shares do not prove that traffic stays in its zone, and the proxies also count clients that do not come through the load balancer.`;
}
