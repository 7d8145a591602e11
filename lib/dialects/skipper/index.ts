import type { Dialect, DialectContext, SignalPlan } from '../../domain/dialect';
import type { SignalName } from '../../domain/signals';
import { available, inferred, notObservable, perProcess, processLabels, processMapping, query, scrapeUp, scrapedPods, select, withZone } from '../shared/promql';
import { FLAVOUR_MEND, counters } from './labels';
import { connectionsPlan, gatewayErrorsPlan, gatewayRespondersPlan, hostSuccessesPlan, latencyPlan, nearMissesPlan, notFoundPlan, passiveChecksPlan, routeMissesPlan, zoneErrorsPlan, zoneMatrixPlan } from './queries';

const COLLECTOR = 'metrics of skipper';

function requests(context: DialectContext): string {
  return perProcess(select(counters.total, context), context);
}

function gauge(context: DialectContext, key: string): SignalPlan {
  const promql = withZone(`max by (${processLabels(context).join(', ')}) (${select('skipper_custom_gauges', context, `key="${key}"`)})`, context);
  return available(`skipper_custom_gauges, key ${key}`, [query(promql, processMapping(context))]);
}

function plan(signal: SignalName, context: DialectContext): SignalPlan | null {
  const { instance: _instance, ...zone } = processMapping(context);
  switch (signal) {
    case 'zone-requests':
      if (!('zone' in zone)) return notObservable('no zone is known for the proxy pods', 'set zones: {from: target-label, label: …} or {from: kube-join}');
      return available('every request, by the zone of the proxy pod', [query(requests(context), zone, { raw: true })], { mend: FLAVOUR_MEND, collector: COLLECTOR });
    case 'zone-errors':
      return zoneErrorsPlan(context);
    case 'zone-latency':
      return latencyPlan(context);
    case 'zone-ready-pods':
      return inferred('pods that can be scraped stand for ready pods', [scrapedPods(context)], { collector: COLLECTOR, mend: FLAVOUR_MEND });
    case 'zone-connections':
      return connectionsPlan(context);
    case 'zone-matrix':
      return zoneMatrixPlan(context);
    case 'zone-routing':
      return notObservable('skipper has no counter of its zone rule (3 endpoints in the zone, else all)', 'the ready endpoints by zone show when it is crossed');
    case 'instance-requests':
      return available('every request, by proxy pod', [query(requests(context), processMapping(context))], { mend: FLAVOUR_MEND, collector: COLLECTOR });
    case 'route-misses':
      return routeMissesPlan(context);
    case 'not-found':
      return notFoundPlan(context);
    case 'route-table-size':
      return gauge(context, 'routes.total');
    case 'route-table-updated':
      return gauge(context, 'routes.updated_timestamp');
    case 'host-successes':
      return hostSuccessesPlan(context);
    case 'gateway-errors':
      return gatewayErrorsPlan(context);
    case 'gateway-responders':
      return gatewayRespondersPlan(context);
    case 'near-misses':
      return nearMissesPlan(context);
    case 'retries':
      return notObservable('skipper has no counter of its retries; the attempts that one saved are the near misses', 'see the near misses, or the traces: a retried request has two spans of attempts');
    case 'host-health':
      return notObservable('skipper does not export its endpoints by health', 'the ready endpoints of kube-state-metrics show them');
    case 'ejections':
      return passiveChecksPlan(context);
    case 'health-checks':
      return notObservable('skipper has no active health checks: readiness of the pods takes their place', null);
    case 'scrape-up':
      return available('up of the scraped targets', [scrapeUp(context)], { collector: COLLECTOR, mend: FLAVOUR_MEND });
    default:
      return null;
  }
}

/** Skipper (zalando), Prometheus flavour of its metrics, from v0.22.48. */
export const skipper = {
  id: 'skipper',
  title: 'Skipper',
  scope: 'proxy',
  traceService: 'skipper-ingress',
  metrics: Object.values(counters),
  hallmark: counters.total,
  plan,
} as const satisfies Dialect;
