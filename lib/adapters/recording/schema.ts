import { z } from 'zod';
import { signalNames } from '../../domain/signals';

/** Newest format that this version writes and reads. Older ones stay readable. */
export const FORMAT = 1;

const epoch = z.number().int().nonnegative().max(8_640_000_000_000_000);
/** A frame of more steps is no recording of ours: the count alone must not make memory. */
const MOST_POINTS = 200_000;
const labels = z.record(z.string(), z.string());
const value = z.number().nullable();

export const rangeSchema = z.object({ from: epoch, to: epoch, stepMs: z.number().int().positive() });

export const manifestSchema = z.object({
  format: z.number().int().positive(),
  title: z.string().max(300),
  environment: z.object({
    name: z.string().max(100),
    note: z.string().max(500),
    proxies: z.array(z.object({ name: z.string(), dialect: z.string(), traceService: z.string().nullable() })),
  }),
  range: rangeSchema,
  appVersion: z.string().max(60),
  madeAt: epoch,
  files: z.array(z.object({ path: z.string(), bytes: z.number().int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
});

const noteSchema = z.object({ code: z.string(), about: z.string().nullable(), effect: z.string(), mend: z.string() });

export const signalFileSchema = z.object({
  signal: z.enum(signalNames as [string, ...string[]]),
  state: z.enum(['available', 'inferred', 'not-observable', 'not-checked']),
  reason: z.string(),
  mend: z.string().nullable(),
  trust: z.array(noteSchema),
  frame: z.object({ from: epoch, stepMs: z.number().int().positive(), count: z.number().int().nonnegative().max(MOST_POINTS), series: z.array(z.object({ labels, values: z.array(value) })) }).nullable(),
});

const attribute = z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number(), z.boolean()]))]);
const attributes = z.record(z.string(), attribute);

export const traceFileSchema = z.array(
  z.object({
    traceId: z.string(),
    partial: z.boolean(),
    warnings: z.array(z.string()),
    spans: z.array(
      z.object({
        spanId: z.string(),
        parentId: z.string().nullable(),
        name: z.string(),
        service: z.string(),
        kind: z.enum(['server', 'client', 'producer', 'consumer', 'internal', 'unspecified']),
        start: z.number(),
        durationMs: z.number(),
        status: z.enum(['unset', 'ok', 'error']),
        statusMessage: z.string(),
        attributes,
        resource: attributes,
        scope: z.string(),
        events: z.array(z.object({ at: z.number(), name: z.string(), attributes })),
      }),
    ),
  }),
);

/** Queries as they were sent to the sources. Shown to people, never run. */
export const queriesFileSchema = z.array(z.object({ source: z.string(), purpose: z.string(), query: z.string(), range: z.object({ from: epoch, to: epoch, stepMs: z.number().int().positive() }) }));

/** Notes that were pinned to the range. */
export const annotationsFileSchema = z.array(z.object({ id: z.string(), at: epoch, to: epoch, text: z.string(), tags: z.array(z.string()) })).max(10_000);

/** Findings as they were when the recording was made. Opening runs the detectors again; these serve lists and comparisons. */
export const findingsFileSchema = z.array(z.looseObject({ id: z.string(), kind: z.string(), subject: z.string(), from: epoch, to: epoch }));

export type Manifest = z.infer<typeof manifestSchema>;
export type SignalFile = z.infer<typeof signalFileSchema>;
