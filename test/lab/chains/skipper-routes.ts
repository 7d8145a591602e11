import { hostPredicate, routesText } from '../skipper';
import type { PlacedRoute } from './network';

/** The routes file of a Skipper. */
export function skipperRoutesText(routes: readonly PlacedRoute[]): string {
  return routesText(routes.map(({ id, host, route, endpoints }) => {
    const predicates = hostPredicate(host);
    if (route.to === 'own-404') return { id: id.replace('kube_', 'kube___catchall__'), predicates, filters: 'status(404)', endpoints: 'shunt' as const };
    const filters = [
      ...(route.timeoutMs === undefined ? [] : [`backendTimeout("${route.timeoutMs}ms")`]),
      ...(route.delayMs === undefined ? [] : [`uniformRequestLatency("${route.delayMs}ms", "0ms")`]),
      ...(route.holdMs === undefined ? [] : [`latency(${route.holdMs})`]),
      ...(route.rewriteTo === undefined ? [] : [`status(${route.rewriteTo})`]),
    ];
    return { id, predicates, endpoints, ...(filters.length > 0 ? { filters: filters.join(' -> ') } : {}) };
  }));
}
