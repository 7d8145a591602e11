import { expect, it } from 'vitest';
import type { CapabilityState } from '@/lib/domain/capability';
import { capabilitiesHeadline } from '@/lib/present/capabilities';

it.each<[string, readonly CapabilityState[], string]>([
  ['all were checked', ['available', 'inferred', 'not-observable'], '2 of 3 signals can be seen here'],
  ['some were not', ['available', 'not-observable', 'not-checked'], '1 of 2 signals can be seen here, 1 could not be checked'],
  ['none was: no claim on what can be seen', ['not-checked', 'not-checked'], 'No signal could be checked'],
])('%s', (_name, states, headline) => {
  expect(capabilitiesHeadline(states.map((state) => ({ state })))).toBe(headline);
});
