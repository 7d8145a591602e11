import { z } from 'zod';

/** A list of traces, each a list of spans. The spans are read by `lib/wire`. */
export const tracesSchema = z.array(z.array(z.unknown()));

export const spansSchema = z.array(z.unknown());

export const servicesSchema = z.array(z.string());

export const infoSchema = z.object({ zipkin: z.object({ version: z.string().optional() }).optional() });
