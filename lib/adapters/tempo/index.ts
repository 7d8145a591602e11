import type { TraceAdapter } from '../shared/trace-adapter';
import { makeTempoSource } from './source';

export { makeTempoSource };

export const tempo = { id: 'tempo', title: 'Grafana Tempo', make: makeTempoSource } as const satisfies TraceAdapter;
