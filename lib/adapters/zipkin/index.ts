import type { TraceAdapter } from '../shared/trace-adapter';
import { makeZipkinSource } from './source';

export const zipkin = { id: 'zipkin', title: 'Zipkin', make: makeZipkinSource } as const satisfies TraceAdapter;
