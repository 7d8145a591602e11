import type { DialectContext, SignalPlan, SignalQuery } from '../../domain/dialect';
import { available, perProcess, processMapping, query, select } from '../shared/promql';
import { CLIENT_CLUSTERS, CLIENT_TRAFFIC, SCRAPE_MEND } from './labels';

/** Cluster statistics of one name each, per process and cluster, told apart by a fixed label. */
function perCluster(context: DialectContext, label: 'outcome' | 'state', metrics: Readonly<Record<string, string>>): SignalQuery[] {
  return Object.entries(metrics).map(([value, metric]) =>
    query(perProcess(select(`envoy_cluster_${metric}`, context, CLIENT_CLUSTERS), context, 'envoy_cluster_name'), { ...processMapping(context), subject: 'envoy_cluster_name' }, { fixed: { [label]: value } }),
  );
}

/** Retries by outcome (cluster_stats: upstream_rq_retry…). Every cluster has these counters, also without a retry policy. */
export function retriesPlan(context: DialectContext): SignalPlan {
  return available('retries by cluster; counters are there, and stand still, where no retry is configured', perCluster(context, 'outcome', {
    tried: 'upstream_rq_retry', succeeded: 'upstream_rq_retry_success', exhausted: 'upstream_rq_retry_limit_exceeded', refused: 'upstream_rq_retry_overflow',
  }), { mend: SCRAPE_MEND });
}

export function hostHealthPlan(context: DialectContext): SignalPlan {
  return available('members of each cluster as each process sees them', perCluster(context, 'state', {
    total: 'membership_total', healthy: 'membership_healthy', ejected: 'outlier_detection_ejections_active',
  }), { mend: SCRAPE_MEND });
}

/** The counters are born with outlier detection: no series means that it is not configured (or filtered out). */
export function ejectionsPlan(context: DialectContext): SignalPlan {
  return available('ejections by cluster; no series where passive checks are not configured', perCluster(context, 'outcome', {
    enforced: 'outlier_detection_ejections_enforced_total', refused: 'outlier_detection_ejections_overflow',
  }), { mend: SCRAPE_MEND });
}

/** The counters are born with a health checker: no series means that none is configured (or filtered out). */
export function healthChecksPlan(context: DialectContext): SignalPlan {
  return available('active checks by cluster; no series where none is configured', perCluster(context, 'outcome', {
    tried: 'health_check_attempt', failed: 'health_check_failure',
  }), { mend: SCRAPE_MEND });
}

/** Envoy Gateway answers so while a Service has no ready endpoint; no cluster counts it (reference envoy-deploys-dialects fact 6). */
export function directResponsesPlan(context: DialectContext): SignalPlan {
  return available('answers that a route gives itself, redirects not included', [
    query(perProcess(select('envoy_http_rq_direct_response', context, CLIENT_TRAFFIC), context), processMapping(context)),
  ], { mend: SCRAPE_MEND });
}
