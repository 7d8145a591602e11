import { expect } from 'vitest';
import { rollingSuite } from './rolling-suite';
import { describeScenario } from './scenario-suite';

describeScenario('rolling-502-envoy', (truth) => {
  const [abrupt, drained, retries, checks] = truth.rollouts;
  expect([(abrupt?.byStatus['503'] ?? 0) > 0, abrupt?.nearMisses]).toEqual([true, 0]);
  expect([drained?.failed, drained?.nearMisses]).toEqual([0, 0]);
  expect([retries?.failed, (retries?.nearMisses ?? 0) > 0]).toEqual([0, true]);
  expect([checks?.failed, (checks?.nearMisses ?? 0) > 0]).toEqual([0, true]);
  // 33 % of three hosts is less than one: the passive check wants to eject and never may.
  expect([(checks?.checks?.attempts ?? 0) > 0, checks?.checks?.ejected, (checks?.checks?.refused ?? 0) > 0]).toEqual([true, 0, true]);
}, rollingSuite);
