import { expect } from 'vitest';
import { hotZone } from './fleet';
import { describeScenario } from './scenario-suite';

describeScenario('flapping-hints', (truth) => {
  expect(truth.events.filter((event) => event.kind === 'flip')).toHaveLength(6);
  for (const event of truth.events) {
    if (event.kind !== 'regime') continue;
    const share = event.shares[hotZone] ?? 0;
    if (event.state === 'spread') expect(share).toBeCloseTo(1 / 3, 1);
    else expect(share).toBeGreaterThan(0.75);
  }
});
