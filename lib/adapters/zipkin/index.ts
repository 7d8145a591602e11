import type { TraceAdapter } from '../shared/trace-adapter';
import { makeZipkinSource } from './source';

export { makeZipkinSource };

export const zipkin = { id: 'zipkin', title: 'Zipkin', make: makeZipkinSource } as const satisfies TraceAdapter;
