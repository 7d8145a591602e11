import type { DialectContext, SignalPlan } from '../../domain/dialect';
import { available, inferred, notObservable, query, select } from '../shared/promql';
import { FOUND_MEND, SERVICE_LABELS, STATUS_LABELS, STATUS_MEND, presence } from './labels';

const KINDS = 'span_kind=~"SPAN_KIND_SERVER|SPAN_KIND_CLIENT"';

/** The one that is there; several at once would count the same spans again. Null: none of them. */
function metricOf(context: DialectContext): string | null {
  if (context.present == null) return presence[0];
  return presence.find((name) => context.present!.includes(name)) ?? null;
}

/** Rows with an HTTP status, whichever label holds it. A row that has both labels has the same status in them. */
function withStatus(metric: string, context: DialectContext, matcher: string): string {
  return STATUS_LABELS.map((label) => select(metric, context, KINDS, `${label}${matcher}`)).join(' or ');
}

/** The first of some labels that is not empty, under one name. */
function named(vector: string, label: string, sources: readonly string[]): string {
  return [...sources].reverse().reduce((text, source) => `label_replace(${text}, "${label}", "$1", "${source}", "(.+)")`, vector);
}

/** Raw counters by service, kind and status. Replicas of the pipeline stay apart (job, instance): resets stay visible. */
export function spanRequestsPlan(context: DialectContext): SignalPlan {
  const metric = metricOf(context);
  if (metric === null) return notObservable('the metrics source has no span metrics in this range', FOUND_MEND);
  const rows = named(named(`(${withStatus(metric, context, '=~"404|502|503|504"')})`, 'weir_service', SERVICE_LABELS), 'weir_code', STATUS_LABELS);
  return inferred(
    'spans that a pipeline counted; where it stands behind a sampler it counted the sampled ones alone',
    [query(`sum by (weir_service, span_kind, weir_code, job, instance) (${rows})`, { service: 'weir_service', kind: 'span_kind', code: 'weir_code' }, { fixed: { metric } })],
    { mend: 'let the pipeline count spans before it samples them' },
  );
}

export function spanStatusPlan(context: DialectContext): SignalPlan {
  const metric = metricOf(context);
  if (metric === null) return notObservable('the metrics source has no span metrics in this range', FOUND_MEND);
  return available('whether any row of the span metrics has an HTTP status', [query(`group(${withStatus(metric, context, '!=""')})`, {}, { fixed: { metric } })], { mend: STATUS_MEND });
}
