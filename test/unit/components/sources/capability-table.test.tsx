// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { CapabilityTable } from '@/components/sources/capability-table';
import type { Capability } from '@/lib/domain/capability';

afterEach(cleanup);

const unseen: Capability = { signal: 'lb-zone-flows', proxy: null, state: 'not-observable', probed: false, reason: 'no load balancer metrics are configured for this environment', mend: 'set loadBalancers: {from: cloudwatch}' };

it.each([
  ['nobody is configured to know it', unseen, false, 'no source is configured'],
  ['the dialect has no words for it', { ...unseen, signal: 'route-table-size' as const, proxy: 'edge' }, false, 'says the dialect'],
  ['the source had no series', { ...unseen, probed: true }, false, 'the source was asked'],
  ['the source is down', { ...unseen, state: 'not-checked' as const }, false, 'the source could not be asked'],
  ['a recording asks no source', { ...unseen, probed: true }, true, 'as recorded'],
])('%s', (_name, capability, frozen, basis) => {
  render(<CapabilityTable capabilities={[capability]} frozen={frozen} />);
  expect(screen.getByText(basis)).toBeTruthy();
  expect(screen.getByText(/loadBalancers/)).toBeTruthy();
});
