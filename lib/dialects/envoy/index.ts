import type { Dialect, DialectContext, SignalPlan } from '../../domain/dialect';
import type { SignalName } from '../../domain/signals';
import { available, inferred, latencyQueries, notObservable, processMapping, query, scrapeUp, scrapedPods } from '../shared/promql';
import { CLIENT_TRAFFIC, SCRAPE_MEND } from './labels';
import { directResponsesPlan, ejectionsPlan, healthChecksPlan, hostHealthPlan, retriesPlan } from './resilience';
import { connectionsPlan, gatewayErrorsPlan, gatewayRespondersPlan, nearMissesPlan, notFoundPlan, requests, routeMissesPlan, zoneErrorsPlan, zoneRoutingPlan } from './queries';

const COLLECTOR = 'metrics of envoy';

function plan(signal: SignalName, context: DialectContext): SignalPlan | null {
  const { instance: _instance, ...zone } = processMapping(context);
  switch (signal) {
    case 'zone-requests':
      if (!('zone' in zone)) return notObservable('no zone is known for the proxy pods', 'set zones: {from: target-label, label: …} or {from: kube-join}');
      return available('finished requests, by the zone of the proxy pod', [query(requests(context), zone, { raw: true })], { mend: SCRAPE_MEND, collector: COLLECTOR });
    case 'zone-errors':
      return zoneErrorsPlan(context);
    case 'zone-latency':
      return available('downstream request time', latencyQueries('envoy_http_downstream_rq_time_bucket', context, ' / 1000', CLIENT_TRAFFIC));
    case 'zone-ready-pods':
      return inferred('pods that can be scraped stand for ready pods', [scrapedPods(context)], { collector: COLLECTOR, mend: SCRAPE_MEND });
    case 'zone-connections':
      return connectionsPlan(context);
    case 'zone-matrix':
      return notObservable('plain Envoy writes both zones into the name of the metric, where they cannot be told apart safely', 'use Envoy Gateway, whose from_zone and to_zone are labels, or the zone of the spans');
    case 'zone-routing':
      return zoneRoutingPlan(context);
    case 'instance-requests':
      return available('finished requests, by proxy pod', [query(requests(context), processMapping(context))], { mend: SCRAPE_MEND, collector: COLLECTOR });
    case 'route-misses':
      return routeMissesPlan(context);
    case 'not-found':
      return notFoundPlan(context);
    case 'route-table-size':
      return notObservable('envoy exports no size of its route table', 'compare /config_dump of the pods, or the no_route counter of each pod with its siblings');
    case 'route-table-updated':
      return notObservable('envoy exports no time of the last route change that covers static routes', null);
    case 'host-successes':
      return notObservable('envoy has no counter by host', 'set virtual_clusters or a stat_prefix on routes; else hosts come from traces');
    case 'gateway-errors':
      return gatewayErrorsPlan(context);
    case 'gateway-responders':
      return gatewayRespondersPlan(context);
    case 'near-misses':
      return nearMissesPlan(context);
    case 'retries':
      return retriesPlan(context);
    case 'host-health':
      return hostHealthPlan(context);
    case 'ejections':
      return ejectionsPlan(context);
    case 'health-checks':
      return healthChecksPlan(context);
    case 'direct-responses':
      return directResponsesPlan(context);
    case 'scrape-up':
      return available('up of the scraped targets', [scrapeUp(context)], { collector: COLLECTOR, mend: SCRAPE_MEND });
    default:
      return null;
  }
}

/** Envoy's own Prometheus exposition (also Envoy Gateway and Contour). */
export const envoy = { id: 'envoy', title: 'Envoy', scope: 'proxy', traceService: 'envoy', hallmark: 'envoy_http_downstream_rq_completed', plan } as const satisfies Dialect;
