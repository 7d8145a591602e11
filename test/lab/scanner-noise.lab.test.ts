import { expect } from 'vitest';
import { describeScenario } from './scenario-suite';

describeScenario('scanner-noise', (truth) => {
  const wave = truth.events.find((event) => event.kind === 'scanner-wave');
  expect(wave?.notFound).toBeGreaterThan(2_000);
  expect(truth.notFound.byAsk.scanner?.application).toBeGreaterThan(0);
  expect(truth.notFound.byClass.scanner).toBeGreaterThan(5 * truth.notFound.byClass.benign);
  expect(truth.notFound.byClass['route-miss']).toBe(0);
});
