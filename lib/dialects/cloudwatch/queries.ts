import type { DialectContext, SignalPlan } from '../../domain/dialect';
import { available, has, notObservable, query, select } from '../shared/promql';
import { DEFAULT_PERIOD_SECONDS, EXPORT_MEND, type LabelFamily, families, presence } from './labels';

/** A scrape may miss a period or two; a value older than that is no longer shown. */
const PERIODS_BACK = 3;

/**
 * Rows of one exporter with its labels renamed to `lb` and `az`. Kept are rows of one load balancer in one zone: the exporter
 * pads labels of other dimension sets with `""`, and rows by target group or of all load balancers hold the same flows again.
 */
function rowsOf(metric: string, { zone, loadBalancer, targetGroup }: LabelFamily, context: DialectContext, window: number): string {
  const rows = select(metric, context, `${zone}!=""`, `${loadBalancer}!=""`, `${targetGroup}=""`);
  return `label_replace(label_replace(last_over_time(${rows}[${window}s]), "az", "$1", "${zone}", "(.+)"), "lb", "$1", "${loadBalancer}", "(.+)")`;
}

/**
 * A sum per period as a value a second. The highest row of a load balancer and zone is taken, so that two replicas of an
 * exporter, or both exporters at once, do not count twice. A zone without a row is a gap: no traffic, or not known.
 */
function perSecond(metric: string, context: DialectContext): string {
  const period = context.periodSeconds ?? DEFAULT_PERIOD_SECONDS;
  const rows = families.map((family) => rowsOf(metric, family, context, PERIODS_BACK * period));
  return `max by (lb, az) (${rows.join(' or ')}) / ${period}`;
}

function plan(metric: string, what: string, context: DialectContext): SignalPlan {
  if (!has(context, metric)) return notObservable(`${metric} is not in this range`, EXPORT_MEND);
  return available(`${what}, from CloudWatch; up to 10 minutes late`, [query(perSecond(metric, context), { loadBalancer: 'lb', zone: 'az' })], { mend: EXPORT_MEND });
}

/** New flows of network load balancers: a flow is a connection, it may carry any number of requests. */
export function flowsPlan(context: DialectContext): SignalPlan {
  return plan(presence.flows, 'new flows of network load balancers by zone', context);
}

/** Requests of application load balancers. */
export function requestsPlan(context: DialectContext): SignalPlan {
  return plan(presence.requests, 'requests of application load balancers by zone', context);
}
