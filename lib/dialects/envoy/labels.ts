import { quote } from '../shared/promql';

/** Traffic of the admin listener is not traffic of clients. */
export const CLIENT_TRAFFIC = 'envoy_http_conn_manager_prefix!="admin"';

/** Clusters that carry Envoy's own business: configuration, telemetry, authorisation. Their errors never reach a client as such. */
export const CLIENT_CLUSTERS = `envoy_cluster_name!~${quote('(?i).*(otel|otlp|opentelemetry|jaeger|zipkin|tracing|collector|xds|ads_cluster|ext_?authz|rate_?limit|statsd|als_cluster|access_?log|admin).*')}`;

/** Envoy answers a refused connection with 503, a protocol error with 502, a timeout with 504. 500 is always the application's. */
export const GATEWAY_CODES = '502|503|504';

export const SCRAPE_MEND = 'scrape /stats/prometheus of the admin listener; check the selector of this proxy';
