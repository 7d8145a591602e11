import { jaeger } from './jaeger';
import type { TraceAdapter } from './shared/trace-adapter';
import { tempo } from './tempo';
import { victoriaTraces } from './victoria-traces';
import { zipkin } from './zipkin';

/** Every trace backend that Weir reads. A newcomer is one folder and one line here; `test/contract` finds it by itself. */
export const traceAdapters = [jaeger, tempo, victoriaTraces, zipkin] as const satisfies readonly TraceAdapter[];

export type TraceAdapterId = (typeof traceAdapters)[number]['id'];

export const traceAdapterIds: readonly TraceAdapterId[] = traceAdapters.map(({ id }) => id);

/** The adapter of a configured type. Throws a RangeError for another text: the configuration is checked before. */
export function traceAdapter(id: string): TraceAdapter {
  const found = traceAdapters.find((each) => each.id === id);
  if (!found) throw new RangeError(`unknown trace source: ${id}`);
  return found;
}
