import { expect, it } from 'vitest';
import type { Mechanism, Verdict } from '@/lib/domain/verdict';
import { compareWithCounters } from '@/lib/server/hops/agreement';
import type { HopCounts } from '@/lib/server/hops/counts';

const nobody = { role: 'unknown', service: null, instance: null, zone: null, spanId: null } as const;
const blank: Verdict = { traceId: 'a', answeredBy: nobody, causedBy: nobody, mechanism: 'undetermined', status: 502, confidence: 1, band: 'certain', evidence: [], against: [], chain: [], earlierAttempts: 0 };
const verdict = (mechanism: Mechanism, role: 'proxy' | 'backend' = 'proxy'): Verdict => ({ ...blank, answeredBy: { ...blank.answeredBy, role, service: role === 'proxy' ? 'edge' : 'shop' }, mechanism });
const many = (count: number, mechanism: Mechanism, role?: 'proxy' | 'backend') => Array.from({ length: count }, () => verdict(mechanism, role));
const counts = (own: number, passed: number): HopCounts => ({ failed: () => own + passed, healthy: () => 0, all: () => own + passed, by: (responder) => (responder === 'proxy' ? own : passed), stepMs: 5_000 });
const compare = (own: number, passed: number, verdicts: readonly Verdict[]) =>
  compareWithCounters({ proxy: 'ingress', service: 'edge', status: 502, from: 0, to: 1, stretches: [{ requests: own + passed, searched: true, verdicts }] }, counts(own, passed))[0]!;

const withoutEndpoints = (code: 'NO_ATTEMPT' | 'ENVOY_FLAG') => many(300, 'no_endpoint').map((one): Verdict => ({ ...one, evidence: [{ code, spanId: null, weight: 0.5, text: '' }] }));
const rest = [...many(400, 'connect_failed'), ...many(300, 'passthrough', 'backend')];

it.each([
  // Seen in the lab: 47 % by Skipper's counters were 60 % by the verdicts.
  ['a route of its own that answers for a service without endpoints is passed on', 400, 600, withoutEndpoints('NO_ATTEMPT'), '0.40 of 1000, agree'],
  ['without endpoints by a flag it is its own', 700, 300, withoutEndpoints('ENVOY_FLAG'), '0.70 of 1000, agree'],
  ['what a route or filter was told to answer is on neither side', 400, 600, many(300, 'local_policy'), '0.57 of 700, agree'],
  ['what it made itself is compared', 900, 100, [], '0.57 of 700, disagree'],
] as const)('%s', (_name, own, passed, more, said) => {
  const { judged, traces, verdict: outcome } = compare(own, passed, [...rest, ...more]);
  expect(`${judged.toFixed(2)} of ${traces}, ${outcome}`).toBe(said);
});
