import type { DialectContext, SignalPlan } from '../../domain/dialect';
import { available, inferred, notObservable, perProcess, processMapping, query, quote, select } from '../shared/promql';
import { CLIENT_CLUSTERS, CLIENT_TRAFFIC, GATEWAY_CODES, SCRAPE_MEND, ZONE_ROUTING, ZONE_ROUTING_MEND } from './labels';

/** Finished requests of clients, one raw counter per process. */
export function requests(context: DialectContext): string {
  return perProcess(select('envoy_http_downstream_rq_completed', context, CLIENT_TRAFFIC), context);
}

function noRoute(context: DialectContext): string {
  return perProcess(select('envoy_http_no_route', context, CLIENT_TRAFFIC), context);
}

function upstream(context: DialectContext, code: string, ...split: readonly string[]): string {
  return perProcess(select('envoy_cluster_upstream_rq', context, `envoy_response_code=~${quote(code)}`, CLIENT_CLUSTERS), context, ...split);
}

export function routeMissesPlan(context: DialectContext): SignalPlan {
  return available('envoy counts each request without a route', [query(noRoute(context), processMapping(context))]);
}

/** Route misses and upstream 404s are exact and disjoint. Direct responses with 404 have no counter of their own. */
export function notFoundPlan(context: DialectContext): SignalPlan {
  return available(
    'no_route and the upstream answers of each cluster; a 404 by direct_response has no counter and is not in the sum',
    [
      query(noRoute(context), processMapping(context), { fixed: { responder: 'proxy-no-route' } }),
      query(upstream(context, '404'), processMapping(context), { fixed: { responder: 'backend' } }),
    ],
  );
}

/** Envoy charges its own 503 and 504 to the cluster, so the cluster's counter holds all but a missing cluster. */
export function gatewayErrorsPlan(context: DialectContext): SignalPlan {
  const labels = { ...processMapping(context), code: 'envoy_response_code', subject: 'envoy_cluster_name' };
  return available('answers charged to each cluster, those that Envoy made included', [
    query(upstream(context, GATEWAY_CODES, 'envoy_response_code', 'envoy_cluster_name'), labels),
    query(perProcess(select('envoy_http_no_cluster', context, CLIENT_TRAFFIC), context), processMapping(context), { fixed: { code: '503', subject: '(no cluster)' } }),
  ]);
}

/**
 * Only 504 can be split: each global timeout is one answer of Envoy. Its 502 and 503 are charged to the cluster like those of the
 * backend, and the counters of failed connections count attempts, retried ones too (reference envoy-deploys-dialects 1.5).
 */
export function gatewayRespondersPlan(context: DialectContext): SignalPlan {
  const labels = processMapping(context);
  const timeouts = perProcess(select('envoy_cluster_upstream_rq_timeout', context, CLIENT_CLUSTERS), context);
  return inferred('504 alone: timeouts of Envoy against all 504; 502 and 503 of Envoy and of backends share one counter', [
    query(timeouts, labels, { fixed: { code: '504', responder: 'proxy' } }),
    query(upstream(context, '504'), labels, { fixed: { code: '504', responder: 'passed' } }),
    query(timeouts, labels, { fixed: { code: '504', responder: 'passed' }, sign: -1 }),
  ], { mend: 'the response flags of the spans, or of an access log, tell who made a 502 or 503' });
}

export function zoneErrorsPlan(context: DialectContext): SignalPlan {
  const { instance: _instance, ...zone } = processMapping(context);
  return available('gateway errors charged to clusters', [query(upstream(context, GATEWAY_CODES), zone, { raw: true })]);
}

export function nearMissesPlan(context: DialectContext): SignalPlan {
  const promql = perProcess(select('envoy_cluster_upstream_rq_retry_success', context, CLIENT_CLUSTERS), context, 'envoy_cluster_name');
  return inferred('retries that succeeded; two retries of one request count once', [
    query(promql, { ...processMapping(context), subject: 'envoy_cluster_name' }),
  ]);
}

/**
 * How Envoy chose between zones; the last words of the metric's name are the mode. The `routing_…` ones count each request and stand
 * still while zone-aware routing is off; the others count updates of endpoints that switched it off.
 */
export function zoneRoutingPlan(context: DialectContext): SignalPlan {
  const inside = [context.selector, `__name__=~${quote(ZONE_ROUTING)}`, CLIENT_CLUSTERS].filter((text) => text !== '').join(',');
  const named = `label_replace({${inside}}, "mode", "$1", "__name__", ${quote('envoy_cluster_lb_(?:zone_)?(.+)')})`;
  return available('zone-aware routing by Envoy\'s own counters', [query(perProcess(named, context, 'mode'), { mode: 'mode' }, { raw: true })], { mend: ZONE_ROUTING_MEND });
}

export function connectionsPlan(context: DialectContext): SignalPlan {
  const { instance: _instance, ...zone } = processMapping(context);
  if (!('zone' in zone)) return notObservable('no zone is known for the proxy pods', SCRAPE_MEND);
  return available('new downstream connections, by the zone of the proxy pod', [query(perProcess(select('envoy_http_downstream_cx_total', context, CLIENT_TRAFFIC), context), zone, { raw: true })], { mend: SCRAPE_MEND });
}
