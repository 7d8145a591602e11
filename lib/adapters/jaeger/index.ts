import type { TraceAdapter } from '../shared/trace-adapter';
import { makeJaegerSource } from './source';

export { makeJaegerSource };

export const jaeger = { id: 'jaeger', title: 'Jaeger', make: makeJaegerSource } as const satisfies TraceAdapter;
