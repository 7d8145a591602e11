import type { DialectContext, SignalPlan, SignalQuery } from '../../domain/dialect';
import { available, has, inferred, latencyQueries, notObservable, perProcess, processMapping, query, quote, select } from '../shared/promql';
import { CATCH_ALL, CONNECTIONS_MEND, GATEWAY_CODES, HOST_COUNTER_MEND, LATENCY_MEND, MATRIX_MEND, PASSIVE_MEND, ROUTE_COUNTER_MEND, UNKNOWN_HOST, UNKNOWN_ROUTE, counters } from './labels';

interface Served {
  readonly metric: string;
  /** The label that says what was served. */
  readonly by: 'route' | 'host';
}

/** The best counter of served answers with a code that this fleet exports; routes before hosts, counters before histograms. */
export function servedCounter(context: DialectContext): Served | null {
  const order: readonly Served[] = [
    { metric: counters.routeCount, by: 'route' },
    { metric: counters.routeHistogram, by: 'route' },
    { metric: counters.hostCount, by: 'host' },
    { metric: counters.hostHistogram, by: 'host' },
  ];
  return order.find(({ metric }) => has(context, metric)) ?? null;
}

/** One raw counter per process. */
function counter(context: DialectContext, metric: string, matchers: readonly string[], split: readonly string[], more: Partial<SignalQuery> = {}): SignalQuery {
  const named = Object.fromEntries(split.map((label) => [label === 'code' ? 'code' : 'subject', label]));
  return query(perProcess(select(metric, context, ...matchers), context, ...split), { ...processMapping(context), ...named }, more);
}

const NO_SERVED = 'no counter of served answers with a status code is exported';

/** 404s split by who answered. The three route queries are disjoint and cover all 404s. */
export function notFoundPlan(context: DialectContext): SignalPlan {
  const served = servedCounter(context);
  if (!served) return notObservable(NO_SERVED, ROUTE_COUNTER_MEND);
  const is404 = 'code="404"';
  const part = (responder: string, matcher: string) => counter(context, served.metric, [is404, matcher], [], { fixed: { responder } });
  if (served.by === 'route') {
    return inferred(
      'route misses are exact; answers of catch-all routes are told from those of backends by the route id',
      [
        part('proxy-no-route', `route=${quote(UNKNOWN_ROUTE)}`),
        part('proxy-policy', `route=~${quote(CATCH_ALL)}`),
        part('backend', `route!~${quote(`${UNKNOWN_ROUTE}|${CATCH_ALL}`)}`),
      ],
      { mend: 'other routes that answer 404 themselves (shunts, filters) are counted as backend; the traces tell them apart' },
    );
  }
  return inferred(
    'without a route label only the unknown host marks a route miss; other hosts may be a catch-all route or the backend',
    [part('proxy-no-route', `host=${quote(UNKNOWN_HOST)}`), part('unknown', `host!=${quote(UNKNOWN_HOST)}`)],
    { mend: ROUTE_COUNTER_MEND },
  );
}

/**
 * Gateway errors by code and route.
 *
 * 500 is special: Skipper answers 500 when a backend closes without an answer, and passes the application's own 500 on. The
 * response metric counts only the latter, so 500s are those served minus those that came from a response.
 */
export function gatewayErrorsPlan(context: DialectContext): SignalPlan {
  const served = servedCounter(context);
  if (!served) return notObservable(NO_SERVED, ROUTE_COUNTER_MEND);
  const split = ['code', served.by];
  if (served.by === 'route' && has(context, counters.response)) {
    return available('served answers by code and route; a 500 counts only when no backend gave it', [
      counter(context, served.metric, [`code=~${quote(GATEWAY_CODES)}`], split),
      counter(context, counters.response, ['code="500"'], split, { sign: -1 }),
    ]);
  }
  return inferred(
    'served answers by code; without the response metric a 500 of the application cannot be told from one of the proxy, so 500 is left out',
    [counter(context, served.metric, ['code=~"502|503|504"'], split)],
    { mend: `${ROUTE_COUNTER_MEND}, and leave -route-response-metrics on` },
  );
}

/**
 * Gateway errors by who made them. Skipper has two exits: an answer that exists (of the backend, a shunt, a filter) is counted by
 * the response metric and the served one, an answer to a failed attempt by the served one alone (reference skipper-zones 1.4).
 */
export function gatewayRespondersPlan(context: DialectContext): SignalPlan {
  const served = servedCounter(context);
  if (!served) return notObservable(NO_SERVED, ROUTE_COUNTER_MEND);
  if (!has(context, counters.response)) return notObservable('without the response metric nobody tells who made an answer', `${ROUTE_COUNTER_MEND}, and leave -route-response-metrics on`);
  const codes = 'code=~"502|503|504"';
  // Rows without a route sum up those with one.
  const responses = [codes, 'route!=""'];
  return available('served answers less those that were passed on', [
    counter(context, served.metric, [codes], ['code'], { fixed: { responder: 'proxy' } }),
    counter(context, counters.response, responses, ['code'], { fixed: { responder: 'proxy' }, sign: -1 }),
    counter(context, counters.response, responses, ['code'], { fixed: { responder: 'passed' } }),
  ]);
}

/** Gateway errors a second by zone, from the same counters. */
export function zoneErrorsPlan(context: DialectContext): SignalPlan {
  const plan = gatewayErrorsPlan(context);
  if (plan.state === 'not-observable') return plan;
  const { instance: _instance, ...zone } = processMapping(context);
  return { ...plan, queries: plan.queries.map((each) => ({ ...each, labels: zone, raw: true })) };
}

/** Failed attempts that a retry saved: all failed attempts minus the answers they became. */
export function nearMissesPlan(context: DialectContext): SignalPlan {
  const served = servedCounter(context);
  if (served?.by !== 'route' || !has(context, counters.response)) {
    return notObservable('failed attempts can only be matched with served errors where both have a route label', ROUTE_COUNTER_MEND);
  }
  const failed = `code=~${quote(`${GATEWAY_CODES}|499`)}`;
  return inferred('failed attempts minus the errors and aborts they became; each websocket upgrade counts as one failed attempt', [
    counter(context, 'skipper_backend_error_total', [], ['route']),
    counter(context, served.metric, [failed], ['route'], { sign: -1 }),
    counter(context, counters.response, [failed], ['route']),
  ]);
}

/**
 * Time until the answer was served. `skipper_proxy_total_duration_seconds` is no stand-in: it is the time Skipper itself
 * spent, without the backend (seen: 5 ms where the served requests took 97 ms).
 */
export function latencyPlan(context: DialectContext): SignalPlan {
  const served = [counters.routeHistogram, counters.hostHistogram].find((metric) => has(context, metric));
  if (served) return available('time until the answer was served', latencyQueries(served.replace(/_count$/, '_bucket'), context, ''));
  return inferred('time of the backends that answered; requests that no backend answered are not in it', latencyQueries('skipper_backend_combined_duration_seconds_bucket', context, ''), { mend: LATENCY_MEND });
}

export function hostSuccessesPlan(context: DialectContext): SignalPlan {
  const metric = [counters.hostCount, counters.hostHistogram].find((name) => has(context, name));
  if (!metric) return notObservable('no counter of answers by host is exported', HOST_COUNTER_MEND);
  const promql = perProcess(select(metric, context, 'code=~"[23].."', `host!=${quote(UNKNOWN_HOST)}`), context, 'host');
  return available('served answers by host; skipper writes dots of a host as underscores', [query(promql, { host: 'host' })]);
}

/** Misses of each process; a process that never missed has no counter and shows 0 by its look-ups. */
export function routeMissesPlan(context: DialectContext): SignalPlan {
  const misses = perProcess(select('skipper_route_error_total', context), context);
  const lookups = perProcess(select('skipper_route_lookup_duration_seconds_count', context), context);
  return available('skipper counts each look-up that finds no route', [query(`(${misses}) or 0 * (${lookups})`, processMapping(context))]);
}

/** New connections of each process; only with -enable-connection-metrics. */
export function connectionsPlan(context: DialectContext): SignalPlan {
  const { instance: _instance, ...zone } = processMapping(context);
  if (!('zone' in zone)) return notObservable('no zone is known for the proxy pods', CONNECTIONS_MEND);
  const promql = perProcess(select('skipper_custom_total', context, 'key="lb-conn-new"'), context);
  return available('new connections, by the zone of the proxy pod', [query(promql, zone, { raw: true })], { mend: CONNECTIONS_MEND });
}

/**
 * Requests from zone to zone. The histogram holds up to three rows of one request (route, host, zone): only the zone rows count.
 * Its label `zone` is that of the endpoint; where the scrape gives targets a label of that name too, Prometheus renames it.
 */
export function zoneMatrixPlan(context: DialectContext): SignalPlan {
  const { instance: _instance, ...zone } = processMapping(context);
  if (!('zone' in zone)) return notObservable('no zone is known for the proxy pods', MATRIX_MEND);
  const own = context.labels.zone === 'zone' ? 'exported_zone' : 'zone';
  const rows = `label_replace(${select('skipper_backend_duration_seconds_count', context, `${own}!=""`)}, "backend_zone", "$1", "${own}", "(.+)")`;
  return available('answered requests by zone of the proxy and of the endpoint; routes with one endpoint have no zone row', [
    query(perProcess(rows, context, 'backend_zone'), { ...zone, backendZone: 'backend_zone' }, { raw: true }),
  ], { mend: MATRIX_MEND });
}

/**
 * Requests that the passive health check kept away from a failing endpoint. The counter is born with the first of them: no
 * series means that the check is off or never acted. It names no route.
 */
export function passiveChecksPlan(context: DialectContext): SignalPlan {
  const promql = perProcess(select('skipper_custom_total', context, 'key="passive-health-check.requests.passed"'), context);
  return inferred('requests that passed by a failing endpoint; over all routes', [query(promql, processMapping(context), { fixed: { outcome: 'enforced', subject: '' } })], { mend: PASSIVE_MEND });
}
