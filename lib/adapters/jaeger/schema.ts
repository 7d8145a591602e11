import { z } from 'zod';

/** Jaeger v3: one OTLP document. Before v1.50 the gateway wrote several, one a line. */
export const v3Schema = z.object({ result: z.object({ resourceSpans: z.array(z.unknown()).default([]) }) });

export const v3ServicesSchema = z.object({ services: z.array(z.string()).default([]) });
