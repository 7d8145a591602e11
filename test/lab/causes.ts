import type { HopRole, Mechanism } from '../../lib/domain/verdict';
import { apps, legacyCluster } from './fleet';
import type { ExtraRoutes, Stack } from './stack';
import { hostPredicate } from './skipper';

/** A situation whose cause is known, made on purpose: one request to a host of its own. */
export interface KnownCause {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly abortAfterMs?: number;
  /** Sent so often, because round robin must meet the dead endpoint first. The trace with most spans counts. */
  readonly times?: number;
  /** What a right verdict says: who answered, who caused it, how. `envoy` where the same request ends otherwise there. */
  readonly verdict: VerdictTruth;
  readonly envoyVerdict?: VerdictTruth;
}

export type VerdictTruth = readonly [answeredBy: HopRole, causedBy: HopRole, mechanism: Mechanism];

const routeMiss: VerdictTruth = ['proxy', 'proxy', 'route_miss'];
const fromBackend: VerdictTruth = ['backend', 'backend', 'passthrough'];
const healthy: VerdictTruth = ['backend', 'backend', 'healthy'];

export const knownCauses: readonly KnownCause[] = [
  { name: 'healthy', method: 'GET', path: '/api/products/1', verdict: healthy },
  { name: 'healthy-uninstrumented', method: 'GET', path: '/reports/7', verdict: healthy },
  { name: 'route-miss', method: 'GET', path: '/api/products/1', verdict: routeMiss },
  { name: 'catch-all', method: 'GET', path: '/nothing-here', verdict: ['proxy', 'proxy', 'local_policy'], envoyVerdict: routeMiss },
  { name: 'backend-404', method: 'GET', path: '/api/products/9999', verdict: fromBackend },
  { name: 'backend-404-uninstrumented', method: 'GET', path: '/no-such-page', verdict: fromBackend },
  { name: 'backend-502', method: 'GET', path: '/fault/status/502', verdict: fromBackend },
  { name: 'backend-503-uninstrumented', method: 'GET', path: '/fault/status/503', verdict: fromBackend },
  { name: 'refused', method: 'POST', path: '/api/orders', verdict: ['proxy', 'backend', 'connect_failed'] },
  { name: 'closed-without-answer', method: 'POST', path: '/fault/close', verdict: ['proxy', 'backend', 'reset_before_response'] },
  { name: 'timeout', method: 'GET', path: '/fault/hang', verdict: ['proxy', 'backend', 'timeout'] },
  { name: 'retry-worked', method: 'GET', path: '/api/products/1', times: 4, verdict: healthy },
  { name: 'client-gone', method: 'GET', path: '/fault/slow', abortAfterMs: 300, verdict: ['nobody', 'client', 'client_abort'] },
  { name: 'no-endpoint', method: 'GET', path: '/api/products/1', verdict: ['proxy', 'backend', 'no_endpoint'] },
];

export const causeHost = (name: string) => `${name}.faults.example.org`;

/** Nobody listens there. */
const deadEndpoint = '127.20.9.9:9';

/** Routes of both proxies on which the causes can happen. Hosts without a route miss it on purpose. */
export function causeRoutes(stack: Stack): ExtraRoutes {
  const shop = stack.endpoints('shop');
  const legacy = stack.endpoints('legacy');
  const skipperEndpoints: Readonly<Record<string, readonly string[] | 'shunt'>> = {
    ...Object.fromEntries(['healthy', 'backend-404', 'backend-502', 'closed-without-answer', 'client-gone', 'timeout'].map((name) => [name, shop])),
    'healthy-uninstrumented': legacy, 'backend-404-uninstrumented': legacy, 'backend-503-uninstrumented': legacy,
    'catch-all': 'shunt', refused: [deadEndpoint, '127.20.9.8:9'], 'retry-worked': [deadEndpoint, ...shop.slice(0, 1)], 'no-endpoint': [],
  };
  const filters: Readonly<Record<string, string>> = { 'catch-all': 'status(404)', timeout: 'backendTimeout("300ms")' };
  const clusters: Readonly<Record<string, string>> = {
    ...Object.fromEntries(['healthy', 'backend-404', 'backend-502', 'closed-without-answer', 'client-gone', 'timeout'].map((name) => [name, 'httproute/shop/shop/rule/0'])),
    'healthy-uninstrumented': legacyCluster, 'backend-404-uninstrumented': legacyCluster, 'backend-503-uninstrumented': legacyCluster,
    refused: 'httproute/faults/refused/rule/0', 'retry-worked': 'httproute/faults/retry/rule/0', 'no-endpoint': 'httproute/faults/empty/rule/0',
  };
  return {
    skipper: Object.entries(skipperEndpoints).map(([name, endpoints]) => ({
      id: name === 'catch-all' ? 'kube___catchall__catch_all_faults_example_org____' : `kube_faults__${name.replaceAll('-', '_')}__${causeHost(name).replaceAll(/[^a-z0-9]/g, '_')}____${apps.shop.name}`,
      predicates: hostPredicate(causeHost(name)),
      ...(filters[name] === undefined ? {} : { filters: filters[name] }),
      endpoints,
    })),
    envoy: Object.entries(clusters).map(([name, cluster]) => ({ host: causeHost(name), cluster, retries: name === 'retry-worked', timeoutSeconds: name === 'timeout' ? 0.3 : 15 })),
    clusters: [
      { name: 'httproute/shop/shop/rule/0', endpoints: shop },
      { name: 'httproute/faults/refused/rule/0', endpoints: [deadEndpoint] },
      { name: 'httproute/faults/retry/rule/0', endpoints: [deadEndpoint, ...shop.slice(0, 1)] },
      { name: 'httproute/faults/empty/rule/0', endpoints: [] },
    ],
  };
}
