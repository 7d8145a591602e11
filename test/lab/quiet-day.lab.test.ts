import { expect } from 'vitest';
import { describeScenario } from './scenario-suite';

describeScenario('quiet-day', (truth) => {
  expect(truth.rollouts).toEqual([]);
  expect(truth.events.map((event) => event.kind)).toEqual(['scaling']);
});
