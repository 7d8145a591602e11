import type { z } from 'zod';
import { UsageError } from './io';

/**
 * Checks input against a schema. Throws UsageError naming the field and what was expected; all fields where some are missing.
 * `expected` says the whole shape in words, for inputs that people write by hand.
 */
export function checkInput<T>(schema: z.ZodType<T>, value: unknown, { where = '', expected = '' }: { readonly where?: string; readonly expected?: string } = {}): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const shape = expected && `; expected ${expected}`;
  const missing = missingFields(parsed.error.issues, value);
  if (missing.length > 1) throw new UsageError(`${where}${where && ' '}missing fields: ${missing.join(', ')}${shape}`);
  const issue = parsed.error.issues[0]!;
  const field = issue.path.map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i > 0 ? '.' : ''}${String(part)}`)).join('');
  const message = issue.code === 'unrecognized_keys' ? `unknown key "${issue.keys[0]}"` : issue.message.replace(/^Invalid input: /, '');
  throw new UsageError(`${where && field ? `${where} ` : ''}${field || where.replace(/:$/, '') || 'input'}: ${message}${shape}`);
}

/** Fields of the object itself that are not there at all. */
function missingFields(issues: readonly z.core.$ZodIssue[], value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return issues.flatMap(({ path }) => (path.length === 1 && !Object.hasOwn(value, path[0]!) ? [String(path[0])] : []));
}
