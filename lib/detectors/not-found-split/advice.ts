/** Facts on what a status tells a program, from RFC 9110 (15.5.5, 15.5.11, 15.6) and RFC 9209 (2.3). Both sides, none taken. */
export const statusFacts: readonly string[] = [
  'RFC 9110: 404 says that no current representation was found or that the server will not tell; it says nothing on how long, and caches may store it heuristically. 410 is for what is known to be gone for good. A program that reads 404 as "was deleted" reads more than the RFC says.',
  'For a 5xx on a route miss: a table that has not been loaded is a state of the proxy, not of the resource, and clients and control loops retry 503 (Retry-After is allowed). For 404: the proxy cannot tell a host that never existed from one it has not heard of, and 5xx for scanner noise would fill error budgets.',
  'RFC 9209: a proxy that keeps 404 can still say who answered: Proxy-Status with error=destination_not_found (recommended status 500) or http_request_error; a member with received-status means that the next hop answered.',
];

export const routelessAdvice: readonly string[] = [
  'Take the instance out of the load balancer first, then compare its start arguments and data clients with a sibling: an instance with no application routes can be ready, since its own health route is a route.',
  'Skipper: -ensure-dataclients (v0.24.85) refuses to start without the named data clients; -wait-first-route-load alone does not notice a client that was never configured.',
  ...statusFacts,
];

/** An old table without misses: the fault before the harm, or none. */
export const staleTableAdvice: readonly string[] = [
  'Look at the log and the data clients of this instance: updates that its siblings got have not changed its table. A restart loads it anew.',
];

export const fleetLossAdvice: readonly string[] = [
  'Look at what all instances read their routes from (Kubernetes API, routesrv, xDS server, file) and at its last change; roll that back first, not the proxies.',
  'Stop control loops that delete what answers 404 until the routes are back.',
  ...statusFacts,
];

export const zoneGapAdvice: readonly string[] = [
  'Compare the route count of the zone with the others (routesrv: X-Count of /routes/{zone}). Skipper v0.24.64 to v0.24.x dropped routes with few endpoints from zone tables (fixed in v0.25.0).',
  ...statusFacts,
];

export const lostHostAdvice: readonly string[] = [
  'Look for the last change of the Ingress, RouteGroup or HTTPRoute of this host, and for routes that the proxy rejected as invalid.',
  'If the host was taken down on purpose, 410 would tell clients that it is gone for good.',
  ...statusFacts,
];

export const waveAdvice: readonly string[] = [
  'No route was lost: this adds noise to the 404 rate and load to the proxies. Alerts on the 404 rate alone fire on it; alerts on route misses of one instance against its fleet do not.',
];
