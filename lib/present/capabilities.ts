import type { Capability } from '../domain/capability';
import { plural } from './format';

/** `19 of 21 signals can be seen here`: counts only what was checked, and says how much was not. */
export function capabilitiesHeadline(capabilities: readonly Pick<Capability, 'state'>[]): string {
  const unchecked = capabilities.filter(({ state }) => state === 'not-checked').length;
  const seen = capabilities.filter(({ state }) => state === 'available' || state === 'inferred').length;
  if (capabilities.length > 0 && unchecked === capabilities.length) return 'No signal could be checked';
  const rest = unchecked === 0 ? '' : `, ${unchecked} could not be checked`;
  return `${seen} of ${plural(capabilities.length - unchecked, 'signal')} can be seen here${rest}`;
}
