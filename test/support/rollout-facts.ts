import fc from 'fast-check';
import type { RolloutPattern } from '@/lib/detectors/rollout-errors/pattern';
import type { RolloutFacts } from '@/lib/detectors/rollout-errors/remedies/facts';

/** A workload behind Envoy Gateway with three hosts of which nothing helps. */
export const bareFacts: RolloutFacts = {
  namespace: 'milo', name: 'apiserver', failed: 6, codes: { '503': 6 }, nearMisses: 0, proxies: ['envoy'],
  route: { kind: 'HTTPRoute', namespace: 'milo', name: 'apiserver-route', rule: 0 },
  retries: { tried: 0, succeeded: 0, exhausted: 0, refused: 0 }, hosts: { least: 3, most: 4 },
  ejections: { configured: false, enforced: 0, refused: 0, activeMost: 0 }, checks: { configured: false, tried: 0, failed: 0 },
  passedBy: null, direct: { count: 0, expected: 0 }, budgets: { all: 0, own: [] }, replicas: 3, maxSurge: 1, maxUnavailable: 0,
};

export const patterns: readonly (RolloutPattern | null)[] = [
  null, 'pod-end', 'pod-start', 'connect_failed', 'reset_before_response', 'reset_mid_response', 'no_endpoint', 'timeout', 'protocol_error', 'backend_own_error', 'passthrough', 'status_rewritten',
];

const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
/** Nothing at all is the most telling number. */
const count = fc.oneof(fc.constant(0), fc.nat(60));
const dnsName = fc.stringMatching(/^[a-z]([a-z0-9-]{0,20}[a-z0-9])?$/);
/** Names as they should be, as YAML readers trip over, and as an attacker would choose them. */
export const names = fc.oneof(dnsName, fc.constantFrom('on', 'null', 'y', '1e3', '0x10', '123', 'a: b', '- x', '&a', '*a', '"', "'", 'a"\nspec: {}', '# no', '{{ x }}', '\u202Eevil', '🦊', '\ud800', 'a\\', '%', '~'), fc.string({ minLength: 1, maxLength: 60, unit: 'binary' }));

/** Any combination of observations. */
export function anyFacts(name: fc.Arbitrary<string> = names): fc.Arbitrary<RolloutFacts> {
  return fc.record({
    namespace: name, name, failed: fc.integer({ min: 1, max: 999 }), codes: fc.dictionary(fc.constantFrom('500', '502', '503', '504'), fc.integer({ min: 1, max: 9 })), nearMisses: some(count),
    proxies: fc.constantFrom<RolloutFacts['proxies']>([], ['envoy'], ['skipper'], ['envoy', 'skipper']),
    route: some(fc.record({ kind: fc.constantFrom('HTTPRoute' as const, 'GRPCRoute' as const), namespace: name, name, rule: some(fc.nat(9)) })),
    retries: some(fc.record({ tried: count, succeeded: count, exhausted: count, refused: count })),
    hosts: some(fc.tuple(fc.integer({ min: 1, max: 200 }), fc.nat(9)).map(([least, more]) => ({ least, most: least + more }))),
    ejections: some(fc.record({ configured: fc.boolean(), enforced: count, refused: count, activeMost: count })),
    checks: some(fc.record({ configured: fc.boolean(), tried: count, failed: count })), passedBy: some(count), direct: some(fc.record({ count, expected: fc.double({ min: 0, max: 60, noNaN: true }) })),
    budgets: some(fc.record({ all: count, own: fc.array(name, { maxLength: 2 }) })), replicas: some(count), maxSurge: some(count), maxUnavailable: some(count),
  });
}
