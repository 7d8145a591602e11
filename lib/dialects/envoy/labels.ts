import { quote } from '../shared/promql';

/** Traffic of the admin listener is not traffic of clients. */
export const CLIENT_TRAFFIC = 'envoy_http_conn_manager_prefix!="admin"';

/** Clusters that carry Envoy's own business: configuration, telemetry, authorisation. Their errors never reach a client as such. */
export const CLIENT_CLUSTERS = `envoy_cluster_name!~${quote('(?i).*(otel|otlp|opentelemetry|jaeger|zipkin|tracing|collector|xds|ads_cluster|ext_?authz|rate_?limit|statsd|als_cluster|access_?log|admin).*')}`;

/** Envoy answers a refused connection with 503, a protocol error with 502, a timeout with 504. 500 is always the application's. */
export const GATEWAY_CODES = '502|503|504';

export const SCRAPE_MEND = 'scrape /stats/prometheus of the admin listener; check the selector of this proxy';

/** Counters of zone-aware load balancing, full names. */
export const ZONE_ROUTING = 'envoy_cluster_lb_(zone_routing_(all_directly|sampled|cross_zone)|zone_cluster_too_small|zone_no_capacity_left|zone_number_differs|local_cluster_not_ok)';
export const ZONE_ROUTING_MEND = 'set zone_aware_lb_config on the clusters and give Envoy its own zone and local cluster';
