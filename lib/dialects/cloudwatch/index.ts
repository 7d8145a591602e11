import type { Dialect, DialectContext, SignalPlan } from '../../domain/dialect';
import type { SignalName } from '../../domain/signals';
import { presence } from './labels';
import { flowsPlan, requestsPlan } from './queries';

const plans: Readonly<Partial<Record<SignalName, (context: DialectContext) => SignalPlan>>> = {
  'lb-zone-flows': flowsPlan,
  'lb-zone-requests': requestsPlan,
};

/** AWS load balancers as the CloudWatch exporters show them. */
export const cloudwatch = {
  id: 'cloudwatch',
  title: 'CloudWatch',
  scope: 'cluster',
  traceService: null,
  metrics: Object.values(presence),
  plan: (signal: SignalName, context: DialectContext) => plans[signal]?.(context) ?? null,
} as const satisfies Dialect;
