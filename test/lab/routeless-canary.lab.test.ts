import { expect } from 'vitest';
import { describeScenario } from './scenario-suite';

describeScenario('routeless-canary', (truth) => {
  const event = truth.events.find((other) => other.kind === 'routeless-instance');
  expect(event?.trafficShare).toBeCloseTo(1 / 7, 1);
  expect(event?.notFound['route-miss']).toBe(truth.notFound.byClass['route-miss']);
  expect(event?.notFound['route-miss']).toBeGreaterThan(300);
});
