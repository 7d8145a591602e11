import { expect } from 'vitest';
import { hotZone } from './fleet';
import { describeScenario } from './scenario-suite';

describeScenario('flip-causes', (truth) => {
  const flips = truth.events.filter((event) => event.kind === 'flip');
  expect(flips.map((flip) => [flip.to, flip.cause])).toEqual([
    ['concentrated', 'proxy-threshold'], ['spread', 'proxy-threshold'], ['concentrated', 'hints-regained'],
    ['spread', 'node-without-zone'], ['concentrated', 'hints-regained'],
    ['spread', 'overload-rule'], ['concentrated', 'hints-regained'],
    ['spread', 'zone-lost-endpoints'], ['concentrated', 'zone-lost-endpoints'],
    ['spread', 'client-mix'],
  ]);
  // What follows a flip is what clients really did, not what the scenario meant them to do.
  for (const event of truth.events) {
    if (event.kind !== 'regime') continue;
    const share = event.shares[hotZone] ?? 0;
    if (event.state === 'concentrated') expect(share).toBeGreaterThan(0.75);
    else expect(share).toBeLessThan(0.5);
  }
});
