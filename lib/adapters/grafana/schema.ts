import { z } from 'zod';

/** What `GET /api/annotations` answers (reference deploys 4.4), as far as we read it; an odd one is left out, not all of them. */
export const annotationsSchema = z.array(z.unknown());

export const annotationSchema = z.object({
  id: z.union([z.number(), z.string()]).transform(String).default(''),
  /** Epoch ms. */
  time: z.number().positive().max(8_640_000_000_000_000),
  /** Absent, or 0 in older versions, for a moment. */
  timeEnd: z.number().nullish(),
  text: z.string().nullish(),
  tags: z.array(z.unknown()).nullish(),
});

export const healthSchema = z.object({ version: z.string().max(60).optional() });
