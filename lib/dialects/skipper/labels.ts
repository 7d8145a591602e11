/** Metrics of Skipper whose presence depends on its flags, and which exist from the first request on (reference skipper-zones 1.1). */
export const counters = {
  routeCount: 'skipper_serve_route_count',
  routeHistogram: 'skipper_serve_route_duration_seconds_count',
  hostCount: 'skipper_serve_host_count',
  hostHistogram: 'skipper_serve_host_duration_seconds_count',
  response: 'skipper_response_duration_seconds_count',
  total: 'skipper_proxy_total_duration_seconds_count',
} as const;

/** Route id of answers that no route gave. */
export const UNKNOWN_ROUTE = '_unknownroute_';
export const UNKNOWN_HOST = '_unknownhost_';

/** Route ids of catch-all routes: those of the Kubernetes client, and what people call their own. */
export const CATCH_ALL = '.*catch_?-?all.*';

/** Codes of one event seen by Skipper: refused 502, reset 503, timeout 504, closed without an answer 500. */
export const GATEWAY_CODES = '500|502|503|504';

export const ROUTE_COUNTER_MEND = 'start skipper with -serve-route-counter (adds one counter per route, code and method)';
export const HOST_COUNTER_MEND = 'start skipper with -serve-host-counter (adds one counter per host, code and method)';
export const FLAVOUR_MEND = 'start skipper with -metrics-flavour=prometheus and scrape its support listener (:9911/metrics); check the selector of this proxy';
export const LATENCY_MEND = 'start skipper with -serve-route-metrics or -serve-host-metrics (one histogram per route or host)';
export const CONNECTIONS_MEND = 'start skipper with -enable-connection-metrics';
export const MATRIX_MEND = 'start skipper (v0.27.25 or newer) with -backend-zone-metrics and -enable-kubernetes-endpointslices';
export const PASSIVE_MEND = 'start skipper with -passive-health-check=period=1s,min-requests=10,max-drop-probability=0.9';
