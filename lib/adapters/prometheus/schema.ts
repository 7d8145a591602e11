import { z } from 'zod';

/** Samples are checked one by one while they are mapped: a schema for each of millions would take seconds. */
const samples = z.custom<readonly unknown[]>(Array.isArray, 'expected a list of samples').default([]);
const labels = z.record(z.string(), z.string());

/** `GET|POST /api/v1/query_range` and its errors (docs/querying/api.md). Only float samples are read. */
export const rangeSchema = z.object({
  status: z.literal('success'),
  data: z.object({
    resultType: z.literal('matrix'),
    result: z.array(z.object({ metric: labels, values: samples })),
  }),
  warnings: z.array(z.string()).optional(),
  infos: z.array(z.string()).optional(),
  isPartial: z.boolean().optional(),
  stats: z.object({ seriesFetched: z.union([z.string(), z.number()]).optional() }).optional(),
});

export const errorSchema = z.object({ status: z.literal('error'), errorType: z.string(), error: z.string() });

export const buildinfoSchema = z.object({ status: z.literal('success'), data: z.object({ version: z.string().optional() }).default({}) });

export const targetsSchema = z.object({
  status: z.literal('success'),
  data: z.object({
    activeTargets: z.array(z.object({ labels, scrapeInterval: z.string().optional(), health: z.string().optional() })),
  }),
});

export type RangeAnswer = z.infer<typeof rangeSchema>;
