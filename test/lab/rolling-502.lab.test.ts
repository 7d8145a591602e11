import { expect } from 'vitest';
import { describeScenario } from './scenario-suite';

describeScenario('rolling-502', (truth) => {
  const [shop, apiserver, shopDrained, apiserverDrained] = truth.rollouts;
  expect(shop?.byStatus['502']).toBeGreaterThan(0);
  expect(apiserver?.byStatus['503']).toBeGreaterThan(0);
  expect([shopDrained?.failed, apiserverDrained?.failed]).toEqual([0, 0]);
  expect(apiserverDrained?.nearMisses).toBeGreaterThan(0);
});
