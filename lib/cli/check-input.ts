import type { z } from 'zod';
import { UsageError } from './io';

/** Checks input against a schema. Throws UsageError naming the field and what was expected. */
export function checkInput<T>(schema: z.ZodType<T>, value: unknown, where = ''): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const field = issue.path.map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i > 0 ? '.' : ''}${String(part)}`)).join('');
  const message = issue.code === 'unrecognized_keys' ? `unknown key "${issue.keys[0]}"` : issue.message.replace(/^Invalid input: /, '');
  throw new UsageError(`${where}${where && field ? ' ' : ''}${field || (where ? '' : 'input')}: ${message}`);
}
