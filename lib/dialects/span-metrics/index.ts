import type { Dialect, DialectContext, SignalPlan } from '../../domain/dialect';
import type { SignalName } from '../../domain/signals';
import { presence } from './labels';
import { spanRequestsPlan, spanStatusPlan } from './queries';

const plans: Readonly<Partial<Record<SignalName, (context: DialectContext) => SignalPlan>>> = {
  'span-requests': spanRequestsPlan,
  'span-status': spanStatusPlan,
};

/** Metrics that a pipeline makes of spans: the cut by hop without fetching a trace. */
export const spanMetrics = {
  id: 'span-metrics',
  title: 'Span metrics',
  scope: 'cluster',
  traceService: null,
  metrics: presence,
  plan: (signal: SignalName, context: DialectContext) => plans[signal]?.(context) ?? null,
} as const satisfies Dialect;
