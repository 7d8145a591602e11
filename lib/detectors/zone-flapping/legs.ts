import type { EpochMs } from '../../domain/units';
import type { BalancerShares, RoutingChange, ZoneLeg, ZoneMatrix } from '../../domain/zone-detail';
import { meanOver } from './around';
import { balancerText, differenceText } from './balancers';
import type { ClusterView } from './cluster-view';
import { rounded } from './detect';
import { modeOf, reasonNear, type RoutingState, routingStates } from './routing-state';

/** Mean requests from zone to zone; null where the proxy does not count them. */
export function zoneMatrix(view: ClusterView, length: number): ZoneMatrix | null {
  const from = [...(view.matrix?.keys() ?? [])].sort();
  const to = [...new Set([...(view.matrix?.values() ?? [])].flatMap((targets) => [...targets.keys()]))].sort();
  const rps = from.map((source) => to.map((target) => rounded(meanOver(view.matrix!.get(source)!.get(target) ?? [], 0, length) ?? 0)));
  const all = rps.flat().reduce((sum, value) => sum + value, 0);
  if (!(all > 0)) return null;
  const local = from.reduce((sum, zone, i) => sum + (to.includes(zone) ? rps[i]![to.indexOf(zone)]! : 0), 0);
  return { proxy: view.fleet ?? '', from, to, rps, localShare: rounded(local / all) };
}

/** Steps that a way of routing must hold to count. */
const MODE_STEPS = 3;

/** Times at which the proxy's own zone routing went from one way to another, and stopped or began again. */
export function routingChanges(view: ClusterView, at: readonly EpochMs[]): RoutingChange[] {
  const changes: RoutingChange[] = [];
  let known: string | null = null;
  for (const { state, since } of longRuns(routingStates(view).slice(0, at.length))) {
    const mode = modeOf(state, reasonNear(view, since));
    if (known !== null) changes.push({ proxy: view.fleet ?? '', at: at[since]!, from: known, to: mode });
    known = mode;
  }
  return changes;
}

/** Stretches of one state over enough known steps, neighbours of the same state joined; steps that are not known neither add nor end one. */
function longRuns(states: readonly (RoutingState | null)[]): { readonly state: RoutingState; readonly since: number }[] {
  const runs: { state: RoutingState; since: number; steps: number }[] = [];
  states.forEach((state, i) => {
    if (state === null) return;
    const last = runs.at(-1);
    if (last?.state === state) last.steps += 1;
    else runs.push({ state, since: i, steps: 1 });
  });
  const long = runs.filter(({ steps }) => steps >= MODE_STEPS);
  return long.filter(({ state }, i) => state !== long[i - 1]?.state);
}

/** What can be seen of each way through the zones, over all fleets, and how to see the rest. */
export function zoneLegs(views: readonly ClusterView[], matrices: readonly ZoneMatrix[], balancers: readonly BalancerShares[] = []): ZoneLeg[] {
  const has = (test: (view: ClusterView) => boolean) => views.filter(test).map((view) => view.fleet ?? '').sort();
  const moving = (columns: ReadonlyMap<string, readonly (number | null)[]> | undefined) => [...(columns?.values() ?? [])].some((values) => values.some((value) => value !== null && value > 0));
  const connected = has((view) => moving(view.connections));
  const routed = has((view) => moving(view.routing));
  const hinted = views.some((view) => view.hintedShare.size > 0);
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  return [
    balancers.length > 0
      ? { leg: 'client-to-balancer', state: 'partly', text: balancerText(balancers), mend: null }
      : {
          leg: 'client-to-balancer', state: 'not-checked', text: 'Nothing is known of load balancers by zone in this range (CloudWatch is up to 10 minutes late); the zone of a client outside the cluster cannot be seen at all.',
          mend: 'Export CloudWatch per AvailabilityZone (aws_networkelb_new_flow_count_sum, aws_applicationelb_request_count_sum) by yet-another-cloudwatch-exporter or cloudwatch_exporter, and set loadBalancers: {from: cloudwatch}.',
        },
    balancerToProxy(connected, views.length, balancers),
    matrices.length > 0 || routed.length > 0
      ? {
          leg: 'proxy-to-pods', state: matrices.length > 0 ? 'measured' : 'partly',
          text: [...matrices.map((matrix) => `${percent(matrix.localShare)} of the requests of ${matrix.proxy} stay in the zone of the proxy.`), ...(routed.length > 0 ? [`The zone routing of ${routed.join(', ')} is counted by mode.`] : [])].join(' '),
          mend: matrices.length > 0 ? null : 'Requests from zone to zone: Envoy Gateway with zone tags.',
        }
      : { leg: 'proxy-to-pods', state: 'not-checked', text: 'The zone of the endpoint that answered is not counted.', mend: 'Skipper v0.27.25 or newer: -backend-zone-metrics and -enable-kubernetes-endpointslices. Envoy: zone_aware_lb_config.' },
    hinted
      ? { leg: 'in-cluster', state: 'partly', text: 'The hints of each service are seen; what each client does with them is counted by nobody. Proxies in front of in-cluster clients show it by their requests by zone.', mend: null }
      : { leg: 'in-cluster', state: 'not-checked', text: 'Hints are not collected, and kube-proxy counts nothing by zone.', mend: 'Run kube-state-metrics 2.10 or newer with --resources including endpointslices.' },
  ];
}

function balancerToProxy(connected: readonly string[], fleets: number, balancers: readonly BalancerShares[]): ZoneLeg {
  const leg = 'balancer-to-proxy';
  const mend = 'Skipper: -enable-connection-metrics.';
  const difference = differenceText(balancers);
  const beside = difference === '' ? '' : ` ${difference}`;
  const crossing = 'Bytes that cross zones on the way are counted by nobody.';
  if (connected.length > 0) return { leg, state: 'partly', text: `New connections by zone of the proxy are counted for ${connected.join(', ')}.${beside} ${crossing}`, mend: connected.length < fleets ? mend : null };
  return { leg, state: beside === '' ? 'not-checked' : 'partly', text: `New connections by zone are not counted.${beside === '' ? '' : `${beside} ${crossing}`}`, mend: `${mend} Envoy counts them by itself.` };
}
