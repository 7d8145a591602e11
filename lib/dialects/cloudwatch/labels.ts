/**
 * Names that both CloudWatch exporters give to the metrics of AWS load balancers; they are gauges of one period each
 * (reference skipper-zones 6).
 */
export const presence = { flows: 'aws_networkelb_new_flow_count_sum', requests: 'aws_applicationelb_request_count_sum' } as const;

/** One exporter's names of the CloudWatch dimensions. */
export interface LabelFamily {
  readonly zone: string;
  readonly loadBalancer: string;
  readonly targetGroup: string;
}

/** yet-another-cloudwatch-exporter, the same with `-labels-snake-case`, and cloudwatch_exporter. */
export const families: readonly LabelFamily[] = [
  { zone: 'dimension_AvailabilityZone', loadBalancer: 'dimension_LoadBalancer', targetGroup: 'dimension_TargetGroup' },
  { zone: 'dimension_availability_zone', loadBalancer: 'dimension_load_balancer', targetGroup: 'dimension_target_group' },
  { zone: 'availability_zone', loadBalancer: 'load_balancer', targetGroup: 'target_group' },
];

/** The period that both exporters' examples use for load balancers. */
export const DEFAULT_PERIOD_SECONDS = 60;

export const EXPORT_MEND =
  'Export CloudWatch per AvailabilityZone and LoadBalancer (aws_networkelb_new_flow_count_sum, aws_applicationelb_request_count_sum, statistic Sum) by yet-another-cloudwatch-exporter or cloudwatch_exporter';
