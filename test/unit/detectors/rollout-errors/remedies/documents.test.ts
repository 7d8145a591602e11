import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { observedFacts } from '@/lib/detectors/rollout-errors/remedies/observed';
import { prescribe } from '@/lib/detectors/rollout-errors/remedies/prescribe';
import { anyFacts, bareFacts, patterns } from '@/test/support/rollout-facts';
import { backendTrafficPolicy, remedyDocuments } from '@/test/support/schemas/remedy-documents';

describe('the schema check itself', () => {
  const policy = (healthCheck: unknown) => ({ apiVersion: 'gateway.envoyproxy.io/v1alpha1', kind: 'BackendTrafficPolicy', metadata: { namespace: 'a', name: 'b' }, spec: { targetRefs: [{ group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', name: 'c' }], healthCheck } });
  it.each([
    ['a good check', { active: { type: 'HTTP', http: { path: '/' } } }, true],
    ['HTTPS, which is no type', { active: { type: 'HTTPS', http: { path: '/' } } }, false],
    ['a check of one type with the settings of another', { active: { type: 'TCP', http: { path: '/' } } }, false],
    ['a field in wrong spelling', { passive: { consecutive5xxErrors: 3 } }, false],
    ['more than all hosts', { passive: { maxEjectionPercent: 101 } }, false],
  ])('%s: %j', (_name, healthCheck, good) => expect(backendTrafficPolicy.safeParse(policy(healthCheck)).success).toBe(good));
});

describe('every remedy of any observation', () => {
  it('is a document of its type, with the hostile names as plain data', () => {
    fc.assert(fc.property(anyFacts(), fc.constantFrom(...patterns), (facts, pattern) => {
      const remedies = prescribe(facts, pattern);
      expect(new Set(remedies.map(({ kind }) => kind)).size).toBe(remedies.length);
      for (const { kind, yaml, title, reason, effect, willNot, appliesTo } of remedies) {
        const document = parseDocument(yaml, { strict: true });
        expect(document.errors).toEqual([]);
        expect(remedyDocuments[kind].safeParse(document.toJS()).error?.issues ?? []).toEqual([]);
        for (const text of [title, reason, effect, willNot, appliesTo]) expect(text).not.toMatch(/undefined|null|NaN|^$/);
      }
    }), { numRuns: 300 });
  });

  it('each kind is given for some observation', () => {
    const cases = [bareFacts, { ...bareFacts, proxies: ['skipper'] as const }, { ...bareFacts, replicas: 1 }];
    const kinds = cases.flatMap((facts) => patterns.flatMap((pattern) => prescribe(facts, pattern).map(({ kind }) => kind)));
    expect([...new Set(kinds)].sort()).toEqual(Object.keys(remedyDocuments).sort());
  });

  it('a fact without a number says so and how to mend it; one with a number needs no mend', () => {
    fc.assert(fc.property(anyFacts(), (facts) => {
      for (const { value, text, mend } of observedFacts(facts, {})) {
        expect(text.startsWith('Not observed')).toBe(value === null);
        expect(mend === null).toBe(value !== null);
      }
    }));
  });

  it('marks all that must be filled in', () => {
    const [policy] = prescribe(bareFacts, 'connect_failed').filter(({ kind }) => kind === 'envoy-gateway-policy');
    expect(policy!.yaml).toMatch(/path: "\/ready" # FILL IN/);
    expect(policy!.yaml).toMatch(/name: apiserver-route$/m);
  });
});
