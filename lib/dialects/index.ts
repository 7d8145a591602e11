import type { Dialect } from '../domain/dialect';
import { cloudwatch } from './cloudwatch';
import { delivery } from './delivery';
import { envoy } from './envoy';
import { kubeStateMetrics } from './kube-state-metrics';
import { skipper } from './skipper';
import { spanMetrics } from './span-metrics';

/** All dialects. A new one is a folder and a line here; the contract suite walks this list. */
export const dialects = [skipper, envoy, kubeStateMetrics, delivery, cloudwatch, spanMetrics] as const satisfies readonly Dialect[];

/** The dialect of that id, or null. */
export function findDialect(id: string): Dialect | null {
  return dialects.find((dialect) => dialect.id === id) ?? null;
}
