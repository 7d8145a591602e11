import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { RolloutPattern } from '@/lib/detectors/rollout-errors/pattern';
import { leastEjectionPercent } from '@/lib/detectors/rollout-errors/remedies/ejection-size';
import type { RolloutFacts } from '@/lib/detectors/rollout-errors/remedies/facts';
import { observedFacts } from '@/lib/detectors/rollout-errors/remedies/observed';
import { prescribe } from '@/lib/detectors/rollout-errors/remedies/prescribe';
import { bareFacts } from '@/test/support/rollout-facts';

const kinds = (facts: Partial<RolloutFacts>, pattern: RolloutPattern | null) => prescribe({ ...bareFacts, ...facts }, pattern).map(({ kind }) => kind);
const skipper = { proxies: ['skipper'], route: null, retries: null, ejections: null, checks: null, hosts: null } as const;
const policyOf = (facts: Partial<RolloutFacts>, pattern: RolloutPattern) => {
  const policy = prescribe({ ...bareFacts, ...facts }, pattern).find(({ kind }) => kind === 'envoy-gateway-policy');
  return policy ? (parse(policy.yaml) as { spec: { retry?: { retryOn: { triggers: string[] } }; healthCheck?: { active?: unknown; passive?: { maxEjectionPercent: number } } } }).spec : null;
};

describe('the order of what helps', () => {
  it.each([
    ['connections fail behind Envoy Gateway', {}, 'connect_failed', ['deployment-drain', 'envoy-gateway-policy', 'route-retry', 'disruption-budget']],
    ['connections fail behind Skipper', skipper, 'connect_failed', ['deployment-drain', 'skipper-passive-health-check', 'disruption-budget']],
    ['an answer that had begun cannot be retried', {}, 'reset_mid_response', ['deployment-drain', 'disruption-budget']],
    ['no endpoint is left: a retry has nowhere to go', { maxUnavailable: 1 }, 'no_endpoint', ['deployment-strategy', 'deployment-readiness', 'deployment-drain', 'disruption-budget']],
    ['new pods are slow behind Skipper', skipper, 'timeout', ['deployment-readiness', 'skipper-fade-in', 'skipper-dial-timeout', 'skipper-passive-health-check', 'disruption-budget']],
    ['nothing is known of the proxy', { ...skipper, proxies: [] }, null, ['deployment-drain', 'deployment-readiness', 'disruption-budget']],
  ] as const)('%s', (_name, facts, pattern, expected) => expect(kinds(facts, pattern)).toEqual(expected));

  it.each([
    ['more answers of routes themselves than usual tell of empty endpoints', { count: 4, expected: 0.2 }, 'deployment-strategy'],
    ['a route that always answers itself does not', { count: 63, expected: 60 }, 'deployment-drain'],
    ['nor does none', { count: 0, expected: 0 }, 'deployment-drain'],
  ] as const)('where no trace tells: %s', (_name, direct, first) => expect(kinds({ direct, maxUnavailable: 1 }, null)[0]).toBe(first));
});

describe('nothing that works already', () => {
  const works = {
    retries: { tried: 9, succeeded: 9, exhausted: 0, refused: 0 }, checks: { configured: true, tried: 50, failed: 3 },
    ejections: { configured: true, enforced: 1, refused: 0, activeMost: 1 }, budgets: { all: 1, own: ['apiserver'] },
  } as const;
  it('all of it works: only the drain is left', () => expect(kinds(works, 'connect_failed')).toEqual(['deployment-drain']));
  it('retries work, checks do not run', () => expect(Object.keys(policyOf({ ...works, checks: bareFacts.checks }, 'connect_failed')!)).toEqual(['targetRefs', 'healthCheck']));
  it('near misses of an Envoy are retries that worked', () => expect(policyOf({ retries: null, nearMisses: 4 }, 'connect_failed')?.retry).toBeUndefined());
  it('retries that run out of tries are asked for again', () => expect(policyOf({ ...works, retries: { tried: 9, succeeded: 4, exhausted: 5, refused: 0 } }, 'connect_failed')?.retry).toBeDefined());
  it('a passive check of Skipper that acted is not asked for again', () => {
    expect(kinds({ ...skipper, passedBy: 0 }, 'connect_failed')).toContain('skipper-passive-health-check');
    expect(kinds({ ...skipper, passedBy: 7 }, 'connect_failed')).not.toContain('skipper-passive-health-check');
  });
  it('the strategy holds: no word of it', () => expect(kinds({ maxUnavailable: 0 }, 'no_endpoint')).not.toContain('deployment-strategy'));
  it('one replica: two are asked for, and no budget, which would block drains', () => {
    const all = kinds({ replicas: 1 }, 'connect_failed');
    expect(all).toContain('deployment-strategy');
    expect(all).not.toContain('disruption-budget');
  });
});

describe('ejection at this size', () => {
  it.each([[1, 100], [2, 50], [3, 34], [4, 25], [9, 12], [10, 10], [100, 1]])('%i hosts: one is ejected from %i % on', (hosts, percent) => {
    expect(leastEjectionPercent(hosts)).toBe(percent);
    expect(1 / hosts).toBeLessThanOrEqual(percent / 100);
    expect(1 / hosts).toBeGreaterThan((percent - 1) / 100);
  });
  it('the policy for three hosts ejects one of them', () => expect(policyOf({}, 'connect_failed')!.healthCheck!.passive!.maxEjectionPercent).toBe(34));
  it('one host alone is never ejected', () => expect(policyOf({ hosts: { least: 1, most: 1 } }, 'connect_failed')!.healthCheck!.passive).toBeUndefined());
  it('33 % of three is told to eject nothing, with the refused ejections', () => {
    const facts = observedFacts({ ...bareFacts, hosts: { least: 3, most: 3 }, ejections: { configured: true, enforced: 0, refused: 2, activeMost: 0 } }, {});
    expect(facts.find(({ code }) => code === 'ejection-size')).toMatchObject({ value: 34, text: expect.stringContaining('33 % ejects nothing') as string });
    expect(facts.find(({ code }) => code === 'ejections')).toMatchObject({ value: 0, text: expect.stringContaining('2 ejections refused') as string });
  });
});

describe('facts', () => {
  it('carry the query that gave them, and the mend of the source where there is none', () => {
    const origins = { retries: { queries: ['a', 'b'], reason: '', mend: null }, 'disruption-budgets': { queries: [], reason: '', mend: 'collect them' } };
    const facts = observedFacts({ ...bareFacts, budgets: null }, origins);
    expect(facts.find(({ code }) => code === 'retries')).toMatchObject({ value: 0, query: 'a\nb', mend: null });
    expect(facts.find(({ code }) => code === 'disruption-budget')).toMatchObject({ value: null, query: null, mend: 'collect them' });
  });
  it('a source without a mend gives its reason, and a count of none is said in words', () => {
    const facts = observedFacts({ ...bareFacts, hosts: null, nearMisses: 0 }, { 'host-health': { queries: [], reason: 'not in this recording', mend: null } });
    expect(facts.find(({ code }) => code === 'ejection-size')!.mend).toMatch(/^not in this recording; see the capabilities/);
    expect(facts.find(({ code }) => code === 'near-misses')).toMatchObject({ value: 0, text: 'No failed attempt was saved by a retry.' });
  });
  it('a budget is never said to guard a rollout', () => {
    expect(observedFacts({ ...bareFacts, budgets: { all: 1, own: ['apiserver'] } }, {}).find(({ code }) => code === 'disruption-budget')!.text).toContain('never against rollouts');
    expect(prescribe(bareFacts, 'connect_failed').at(-1)).toMatchObject({ kind: 'disruption-budget', willNot: expect.stringContaining('evictions only') as string });
  });
  it('Skipper has no counter of retries, and that is said', () => {
    expect(observedFacts({ ...bareFacts, ...skipper }, {})[0]).toMatchObject({ code: 'retries', value: null, text: expect.stringContaining('Skipper has no counter') as string });
  });
});
