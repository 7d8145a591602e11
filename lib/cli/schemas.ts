import { z } from 'zod';

/** A record by names from outside, each an own property: `z.record` drops the name `__proto__` without a word. */
function byName<T>(schema: z.ZodType<T>) {
  return z.unknown().transform((given, context): Record<string, T> => {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) {
      context.addIssue({ code: 'custom', message: `expected an object by name, received ${given === null ? 'null' : Array.isArray(given) ? 'array' : typeof given}` });
      return z.NEVER;
    }
    return Object.fromEntries(Object.entries(given).flatMap(([name, value]) => {
      const parsed = schema.safeParse(value);
      if (parsed.success) return [[name, parsed.data]];
      for (const issue of parsed.error.issues) context.addIssue({ code: 'custom', message: issue.message.replace(/^Invalid input: /, ''), path: [name, ...issue.path] });
      return [];
    }));
  });
}

const value = z.number().nullable();
const column = z.array(value);
const columns = byName(column);
/** Requests a second or pods: no fleet has 1e15 of them, and squares of more would leave the range of numbers. */
const amount = z.number().min(0, 'expected a number from 0 to 1e15, or null').max(1e15, 'expected a number from 0 to 1e15, or null').nullable();
const amounts = byName(z.array(amount));
/** Any time that a date can hold, in epoch ms. */
const time = z.number().min(-8.64e15, 'expected a time in epoch milliseconds').max(8.64e15, 'expected a time in epoch milliseconds');
/** A year: longer steps say nothing about zones or rollouts. */
const stepSeconds = z.number().positive('expected seconds above 0').max(31_536_000, 'expected at most 31536000 seconds (a year)');
const share = z.number().min(0).max(1).nullish();
const params = byName(z.union([z.number(), z.string(), z.boolean(), z.null()])).default({});

/** Input of `weir detect zone-flapping` (contracts.md section 2). */
export const zoneFlappingInput = z.strictObject({
  start: time,
  stepSeconds,
  zones: amounts,
  readyPods: amounts.optional(),
  hintedShare: columns.optional(),
  params,
});

const above0 = z.number().positive('expected a number above 0').max(1e9);
const from0 = z.number().min(0, 'expected a number of 0 or more').max(1e9);
const count = z.number().int('expected a whole number').min(1, 'expected a count of 1 or more').max(1e9);
const share01 = z.number().min(0, 'expected a number from 0 to 1').max(1, 'expected a number from 0 to 1');

/** Bounds of the parameters of `weir detect zone-flapping`; the meaning of each stands at `ZoneParams`. */
export const zoneParams = z.strictObject({
  leastDistance: share01, leastLastingDistance: share01, noiseFactor: from0, penaltyFactor: above0, leastSegment: count, leastReturns: count,
  withinSeconds: above0, maxTransitionSeconds: from0, leastRequestsPerStep: above0, rateWindowSeconds: above0.nullable(), causeWindowSeconds: from0,
}).partial();

/** Bounds of the parameters of `weir detect change-points`; the meaning of each stands at `ChangePointParams`. */
export const changePointParams = z.strictObject({
  scale: z.enum(['auto', 'noise', 'unit-variance'], 'expected auto, noise or unit-variance'), penaltyFactor: above0, leastSegment: count, noiseFloor: z.number().min(0, 'expected a number of 0 or more'), maxCandidates: count,
}).partial();

export const changePointsInput = z.strictObject({ values: z.array(column).min(1), params });

/** Requests or errors of one step: sums of 1e15 stay numbers, and squares of them too. */
const stepCount = z.number().min(0, 'expected a count of 0 or more, or null').max(1e15, 'expected a count of at most 1e15, or null').nullable();

/** Input of `weir detect rollout-errors`: one count a step, so all columns are of one length. */
export const rolloutErrorsInput = z
  .strictObject({
    start: time,
    stepSeconds,
    requests: z.array(stepCount).nullish(),
    errors: byName(z.array(stepCount)),
    rollouts: z
      .array(z.strictObject({ workload: z.string(), from: time, to: time }).refine(({ from, to }) => from <= to, { path: ['to'], message: 'expected a time not before "from"' }))
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
  cpuByZone: byName(z.number().nonnegative('expected cores of 0 or more')),
  replicas: z.tuple([z.number().int().positive(), z.number().int().positive()]),
});
