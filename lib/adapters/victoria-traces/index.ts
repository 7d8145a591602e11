import type { TraceAdapter } from '../shared/trace-adapter';
import { makeVictoriaTracesSource } from './source';

export { makeVictoriaTracesSource };

export const victoriaTraces = { id: 'victoria-traces', title: 'VictoriaTraces', make: makeVictoriaTracesSource } as const satisfies TraceAdapter;
