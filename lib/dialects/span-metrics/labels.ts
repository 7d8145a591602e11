/**
 * Counters of spans, the most telling first (reference traces-apis 7.1): the span metrics connector of the OpenTelemetry collector
 * with its namespace of today and without one, the metrics generator of Tempo. `calls_total` is a name that others use too: only
 * its rows with a span kind count.
 */
export const presence = ['traces_span_metrics_calls_total', 'traces_spanmetrics_calls_total', 'span_metrics_calls_total', 'calls_total'] as const;

/** Names of the label that holds the service: the collector's, Tempo's. */
export const SERVICE_LABELS = ['service_name', 'service'] as const;

/**
 * Names of the label that holds the HTTP status: one for each generation of the attribute. `status_code` is not among them: it is
 * the status of the span (`STATUS_CODE_ERROR`), and a 404 on a server span has none.
 */
export const STATUS_LABELS = ['http_response_status_code', 'http_status_code'] as const;

export const FOUND_MEND = 'make metrics of spans: the spanmetrics connector of the OpenTelemetry collector, or span-metrics of the metrics generator of Tempo';
export const STATUS_MEND = 'add the dimension http.response.status_code (and http.status_code for older emitters) to the span metrics';
