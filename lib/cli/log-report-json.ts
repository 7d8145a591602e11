import { z } from 'zod';
import { accessLogFormats } from '../domain/access-log';
import { notFoundClasses } from '../domain/not-found-detail';

const count = z.number().int().nonnegative();
const time = z.number().nullable();
const classes = z.strictObject(Object.fromEntries(notFoundClasses.map((name) => [name, count])) as Record<(typeof notFoundClasses)[number], typeof count>);
const distinct = z.strictObject({ count, atLeast: z.boolean() });
const counted = z.strictObject({ text: z.string().nullable(), requests: count, errorBound: count });
const evidence = z.array(z.strictObject({ code: z.string(), weight: z.number() }));
const path = z.strictObject({ host: z.string().nullable(), path: z.string(), requests: count, errorBound: count, clients: distinct, evidence, example: z.string() });

/**
 * Output of `weir classify-404 --log`. Times are epoch ms, counts are lines. `notFound.classes` add up to `notFound.total`; in the lists the true count
 * lies between `requests - errorBound` and `requests`; a `null` host, client or user agent: the log does not say.
 */
export const logReportSchema = z.strictObject({
  input: z.strictObject({
    bytes: count, lines: count, blank: count, cut: count, understood: count,
    formats: z.strictObject(Object.fromEntries(accessLogFormats.map((name) => [name, count])) as Record<(typeof accessLogFormats)[number], typeof count>),
    notUnderstood: z.strictObject({ lines: count, first: z.array(z.strictObject({ line: count, why: z.string(), text: z.string() })) }),
  }),
  range: z.strictObject({ from: time, to: time }),
  requests: count,
  statuses: z.strictObject({ ok: count, redirect: count, notFound: count, gone: count, otherClientError: count, serverError: count, other: count }),
  notFound: z.strictObject({ total: count, shareOfRequests: z.number().min(0).max(1).nullable(), classes, answeredBy: z.strictObject({ proxy: count, backend: count, unknown: count }) }),
  hosts: z.array(z.strictObject({ host: z.string().nullable(), requests: count, errorBound: count, served: count.nullable(), classes })),
  paths: z.strictObject(Object.fromEntries(notFoundClasses.map((name) => [name, z.array(path)])) as Record<(typeof notFoundClasses)[number], z.ZodArray<typeof path>>),
  campaigns: z.array(z.strictObject({
    family: z.string(), requests: count, errorBound: count, paths: distinct, clients: distinct, hosts: distinct,
    userAgents: z.array(counted), topClients: z.array(counted), examples: z.array(counted), from: time, to: time,
  })),
  exact: z.array(z.string()),
  estimates: z.array(z.strictObject({ what: z.string(), bound: z.string() })),
});
export type LogAnswer = z.infer<typeof logReportSchema>;

/** Deep read-only form of an answer, for those who only show it. */
export type ShownLogAnswer = DeepReadonly<LogAnswer>;
type DeepReadonly<T> = T extends (infer Item)[] ? readonly DeepReadonly<Item>[] : T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;

/** JSON escapes C0 controls; these would still steer, reorder or hide: DEL and C1, zero-width and bidi marks, separators, tags (as `visibleText`). */
const STEERING = /[\u007f-\u009f\u034f\u115f\u1160\u17b4\u17b5\u180e\u2028\u2029\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\uffa0]|\p{Cf}|\p{Noncharacter_Code_Point}|[\u{e0000}-\u{e007f}]/gu;

/** JSON for people and programs that is inert in a terminal; it parses to the same value. */
export function inertJson(answer: ShownLogAnswer): string {
  const text = JSON.stringify(answer, null, 2).replace(STEERING, (found) => [...found].flatMap((char) => Array.from({ length: char.length }, (_, at) => char.charCodeAt(at)))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join(''));
  return `${text}\n`;
}
