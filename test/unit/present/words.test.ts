import { expect, it } from 'vitest';
import { capitalClause } from '@/lib/present/words';

it.each([
  ['skipper_custom_gauges is not exported', 'skipper_custom_gauges is not exported'],
  ['up is 0 for this job', 'up is 0 for this job'],
  ['-enable-zone is off', '-enable-zone is off'],
  ['kube-state-metrics has no pods', 'Kube-state-metrics has no pods'],
  ['the proxy does not say.', 'The proxy does not say.'],
  ['nothing.', 'Nothing.'],
  ['', ''],
])('%j begins as %j', (text, expected) => {
  expect(capitalClause(text)).toBe(expected);
});
