import { z } from 'zod';

/** 64-bit numbers travel as text; VictoriaTraces before v0.12 wrote them as numbers. */
const wireNumber = z.union([z.string(), z.number()]);

const spanSetSchema = z.object({
  spans: z.array(z.object({ startTimeUnixNano: wireNumber.optional() })).nullish(),
  matched: wireNumber.optional(),
});

const foundTraceSchema = z.object({
  traceID: z.string(),
  spanSets: z.array(spanSetSchema).nullish(),
  /** Of versions before 2.2. */
  spanSet: spanSetSchema.nullish(),
});

/** `GET /api/search`: what was found, not the traces themselves (reference traces-apis 2.1). */
export const searchSchema = z
  .looseObject({
    traces: z.array(foundTraceSchema).nullish(),
    metrics: z.object({ completedJobs: wireNumber.optional(), totalJobs: wireNumber.optional() }).nullish(),
    status: z.union([z.string(), z.number()]).optional(),
  })
  .refine((value) => isOf(value, ['traces', 'metrics']), 'expected traces or metrics');

export type FoundTrace = z.infer<typeof foundTraceSchema>;
export type SearchAnswer = z.infer<typeof searchSchema>;

/** Either by-id answer, as far as telling "empty" goes. The spans are read by `lib/wire`. */
export const traceSchema = z
  .looseObject({ trace: z.looseObject({}).nullish(), batches: z.array(z.unknown()).nullish(), resourceSpans: z.array(z.unknown()).nullish() })
  .refine((value) => isOf(value, ['trace', 'batches', 'resourceSpans', 'metrics']), 'expected a trace');

/** An empty message leaves all of its fields out; one with other fields alone is something else. */
function isOf(value: object, fields: readonly string[]): boolean {
  return Object.keys(value).length === 0 || fields.some((field) => field in value);
}

export const buildinfoSchema = z.object({ version: z.string() });

export const tagValuesSchema = z.object({ tagValues: z.array(z.union([z.string(), z.object({ value: z.string() })])).nullish() });
