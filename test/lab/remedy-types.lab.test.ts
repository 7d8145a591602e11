import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { prescribe } from '../../lib/detectors/rollout-errors/remedies/prescribe';
import type { Remedy } from '../../lib/domain/rollout-detail';
import { anyFacts, bareFacts, patterns } from '../support/rollout-facts';
import { requirePart } from './parts';
import { waitForHttp, withFreePorts } from './ports';
import { checkDocuments, prepareTypeCheck } from './remedy-types';
import { Supervisor } from './supervisor';

/**
 * The YAML of remedies against the real types: decoded strictly by the Go types of Envoy Gateway, Gateway API and Kubernetes, the
 * policy also by its CRD (schema and rules, as the API server does); settings of Skipper by a Skipper that starts with them.
 */

const check = prepareTypeCheck();
if ('missing' in check && process.env.WEIR_REQUIRE_LAB === '1') throw new Error(`the type check cannot be built: ${check.missing}`);

const names = fc.stringMatching(/^[a-z]([a-z0-9-]{0,20}[a-z0-9])?$/);
const facts = [bareFacts, ...fc.sample(anyFacts(names), { numRuns: 300, seed: 6 })];
const remedies: readonly Remedy[] = facts.flatMap((one) => patterns.flatMap((pattern) => prescribe(one, pattern)));
const documentsOf = (...kinds: readonly Remedy['kind'][]) => [...new Set(remedies.filter(({ kind }) => kinds.includes(kind)).map(({ yaml }) => yaml))];

describe.skipIf('missing' in check)(`real Go types${'missing' in check ? ` (skipped: ${check.missing})` : ''}`, () => {
  const lines = (documents: readonly string[]) => ('missing' in check ? [] : checkDocuments(check, documents));

  it.each([
    ['a type of check that does not exist', 'HTTPS', 'http: {path: /}'], ['settings of another type', 'TCP', 'http: {path: /}'], ['a misspelt field', 'HTTP', 'http: {paths: /}'],
  ])('refuse %s', (_name, type, settings) => {
    const text = `apiVersion: gateway.envoyproxy.io/v1alpha1\nkind: BackendTrafficPolicy\nspec:\n  targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: a}]\n  healthCheck: {active: {type: ${type}, ${settings}}}\n`;
    expect(lines([text])[0]).toMatch(/^error BackendTrafficPolicy: /);
  });

  it.each([
    ['envoy-gateway-policy', 'BackendTrafficPolicy', 100], ['deployment-drain', 'Deployment', 100], ['deployment-readiness', 'Deployment', 100], ['deployment-strategy', 'Deployment', 100],
    ['disruption-budget', 'PodDisruptionBudget', 100], ['route-retry', 'HTTPRoute', 5], ['skipper-fade-in', 'Ingress', 50],
  ] as const)('accept every %s', (remedy, kind, least) => {
    const documents = documentsOf(remedy);
    expect(documents.length).toBeGreaterThanOrEqual(least);
    expect(new Set(lines(documents))).toEqual(new Set([`ok ${kind}`]));
  });
});

describe('a real Skipper', () => {
  const folder = path.resolve('.lab/remedy-types');
  mkdirSync(folder, { recursive: true });
  const supervisor = new Supervisor(folder, 5 * 60_000);
  afterAll(() => supervisor.stopAll());

  it.each(['skipper-passive-health-check', 'skipper-dial-timeout'] as const)('starts with the settings of %s', async (kind) => {
    const documents = documentsOf(kind);
    expect(documents).toHaveLength(1);
    const file = path.join(folder, `${kind}.yaml`);
    writeFileSync(file, documents[0]!);
    await withFreePorts(2, '127.0.0.1', async ([port, support]) => {
      const { metadata } = parse(documentsOf('skipper-fade-in')[0]!) as { metadata: { annotations: Record<string, string> } };
      const routes = `up: * -> ${metadata.annotations['zalando.org/skipper-filter']} -> status(200) -> <shunt>;`;
      const started = supervisor.spawn(kind, requirePart('skipper'), ['-config-file', file, '-address', `127.0.0.1:${port}`, '-support-listener', `127.0.0.1:${support}`, '-inline-routes', routes, '-wait-first-route-load', '-access-log-disabled']);
      await waitForHttp(`http://127.0.0.1:${port}/`, started, 20_000);
    });
  });
});
