import { z } from 'zod';

const value = z.number().nullable();
const column = z.array(value);
const columns = z.record(z.string(), column);
const share = z.number().min(0).max(1).nullish();
const params = z.record(z.string(), z.union([z.number(), z.string(), z.boolean()])).default({});

/** Input of `weir detect zone-flapping` (contracts.md section 2). */
export const zoneFlappingInput = z.strictObject({
  start: z.number(),
  stepSeconds: z.number().positive(),
  zones: columns,
  readyPods: columns.optional(),
  hintedShare: columns.optional(),
  params,
});

export const changePointsInput = z.strictObject({ values: z.array(column).min(1), params });

/** Input of `weir detect rollout-errors`: one count a step, so all columns are of one length. */
export const rolloutErrorsInput = z
  .strictObject({
    start: z.number(),
    stepSeconds: z.number().positive(),
    requests: z.array(z.number().nonnegative('expected a count of 0 or more, or null').nullable()).nullish(),
    errors: columns,
    rollouts: z
      .array(z.strictObject({ workload: z.string(), from: z.number(), to: z.number() }).refine(({ from, to }) => from <= to, { path: ['to'], message: 'expected a time not before "from"' }))
      .default([]),
    params,
  })
  .superRefine(({ requests, errors }, context) => {
    const [first, ...others] = [...(requests ? [{ path: ['requests'], column: requests }] : []), ...Object.entries(errors).map(([code, column]) => ({ path: ['errors', code], column }))];
    for (const { path, column } of others) {
      if (column.length !== first!.column.length) context.addIssue({ code: 'custom', path, message: `expected ${first!.column.length} values as in ${first!.path.join('.')}, got ${column.length}` });
    }
  });

/** One line of `weir classify-404`. Unknown keys are let through: access logs have many. */
export const notFoundLine = z.object({
  path: z.string(),
  host: z.string().nullish(),
  method: z.string().nullish(),
  userAgent: z.string().nullish(),
  count: z.number().nonnegative().nullish(),
  responder: z.enum(['proxy', 'backend', 'unknown']).nullish(),
  servedBefore: z.boolean().nullish(),
  client: z.string().nullish(),
  clientEverServed: z.boolean().nullish(),
  instanceMissShare: share,
  fleetMissShare: share,
});

export const hintsInput = z.strictObject({
  cpuByZone: z.record(z.string(), z.number().nonnegative()),
  replicas: z.tuple([z.number().int().positive(), z.number().int().positive()]),
});
