import { z } from 'zod';

/** Jaeger v1 envelope. Traces inside are read by `lib/wire`; here only the frame is checked. */
export const v1Schema = z.object({
  data: z.array(z.unknown()).nullable().default([]),
  errors: z.array(z.object({ code: z.number().optional(), msg: z.string().optional() })).nullish(),
});

export const v1ServicesSchema = z.object({ data: z.array(z.string()).nullable().default([]) });

/** Jaeger v3: one OTLP document. Before v1.50 the gateway wrote several, one a line. */
export const v3Schema = z.object({ result: z.object({ resourceSpans: z.array(z.unknown()).default([]) }) });

export const v3ServicesSchema = z.object({ services: z.array(z.string()).default([]) });
