import type { NotFoundClass, NotFoundDetail } from '@/lib/domain/not-found-detail';
import type { RolloutDetail } from '@/lib/domain/rollout-detail';
import { epochMs, millis } from '@/lib/domain/units';
import { T0 } from './samples-findings';

const STEP = 15_000;
const axis = (steps: number) => Array.from({ length: steps }, (_, i) => epochMs(T0 + (i + 1) * STEP));
const filled = (steps: number, value: (i: number) => number | null) => Array.from({ length: steps }, (_, i) => value(i));

/**
 * An hour in which a canary misses its routes for six minutes, beside scanner noise. One scrape gap at step 100.
 * Per step: scanner 40, application 20, benign 8, unknown 2; 400 route misses in steps 120 to 143.
 */
export function notFoundSample(steps = 240): NotFoundDetail {
  const gap = (value: (i: number) => number) => filled(steps, (i) => (i === 100 ? null : value(i)));
  const misses = (i: number) => (i >= 120 && i < 144 ? 400 : 0);
  const classes: Record<NotFoundClass, (number | null)[]> = {
    'route-miss': gap(misses), scanner: gap(() => 40), application: gap(() => 20), benign: gap(() => 8), unknown: gap(() => 2),
  };
  const known = steps - 1;
  const sum = (name: NotFoundClass) => classes[name].reduce<number>((total, value) => total + (value ?? 0), 0);
  const instance = (name: string, zone: string, canary: boolean) => ({
    proxy: 'skipper', instance: name, zone, requests: canary ? 9600 : 64_000, misses: canary ? 9600 : 420, missShare: canary ? 1 : 0.0066, fleetMissShare: 0.0066,
    trafficShare: canary ? 0.048 : 0.16, routes: canary ? 3 : 2841, fleetRoutes: 2841, tableAgeSeconds: canary ? null : 40,
    perStep: canary ? classes['route-miss'] : gap(() => 2), routesPerStep: gap(() => (canary ? 3 : 2841)),
  });
  return {
    at: axis(steps), stepMs: millis(STEP), classes,
    total: gap((i) => 70 + misses(i)), requests: known * 70 + sum('route-miss'),
    parts: [
      { class: 'route-miss', requests: sum('route-miss'), low: sum('route-miss') - 12, high: sum('route-miss') + 12, methods: ['counter', 'instance-step'] },
      { class: 'scanner', requests: known * 40, low: known * 36, high: known * 44, methods: ['counter', 'path-evidence'] },
      { class: 'application', requests: known * 20, low: known * 20, high: known * 20, methods: ['counter'] },
      { class: 'benign', requests: known * 8, low: known * 6, high: known * 10, methods: ['trace-sample'] },
      { class: 'unknown', requests: known * 2, low: 0, high: known * 4, methods: ['none'] },
    ],
    instances: [...['a-1', 'a-2', 'b-1', 'b-2', 'c-1'].map((name) => instance(`skipper-ingress-${name}`, `eu-central-1${name[0]}`, false)), instance('skipper-ingress-canary-7f9', 'eu-central-1a', true)],
    targets: [
      { host: 'shop.example.org', path: '/cart', samples: 40, requests: 2100, clients: 33, class: 'route-miss', logOdds: -3.1, evidence: [{ code: 'served-before', weight: -2.5 }, { code: 'instance-step', weight: -1.2 }], traceIds: ['aaaa0000000000000000000000000001', 'aaaa0000000000000000000000000002'] },
      { host: 'shop.example.org', path: '/wp-login.php', samples: 12, requests: 630, clients: 1, class: 'scanner', logOdds: 3.4, evidence: [{ code: 'path-shape', weight: 2.1 }, { code: 'client-never-served', weight: 1.3 }], traceIds: ['bbbb0000000000000000000000000001'] },
      { host: '<script>alert(1)</script>', path: `/\u202Egnp.exe?x=${'A'.repeat(4000)}`, samples: 2, requests: null, clients: 1, class: 'unknown', logOdds: 0.1, evidence: [], traceIds: ['cccc0000000000000000000000000001'] },
    ],
    sampled: 54,
  };
}

/** An hour with two rollouts: milo/apiserver fails 17 requests (16 x 503, 1 x 502), shop/cart none. */
export function rolloutSample(steps = 240): RolloutDetail {
  const at = axis(steps);
  const gateway503: Record<number, number> = { 70: 3, 71: 2, 77: 5, 78: 1, 84: 4, 85: 1 };
  const from = at[64] ?? at[0]!;
  const to = at[92] ?? at.at(-1)!;
  const pod = (name: string, replicaset: string, created: number | null, ready: number | null, gone: number | null) => ({
    pod: name, replicaset, created: created === null ? null : at[created] ?? null, ready: ready === null ? null : at[ready] ?? null, gone: gone === null ? null : at[gone] ?? null,
  });
  return {
    at, stepMs: millis(STEP),
    errors: { '502': filled(steps, (i) => (i === 78 ? 1 : 0)), '503': filled(steps, (i) => gateway503[i] ?? 0) },
    nearMisses: filled(steps, (i) => (i === 71 || i === 84 ? 2 : 0)), requests: filled(steps, () => 900),
    rollouts: [
      {
        workload: 'milo/apiserver', from, to, ongoing: false, oldReplicaSets: ['apiserver-64c'], newReplicaSet: 'apiserver-74d', source: 'replicaset-lifespan',
        image: { before: 'registry.example.org/milo/apiserver:v0.24.1', after: 'registry.example.org/milo/apiserver:v0.24.2' },
        pods: [pod('apiserver-64c-a1b', 'apiserver-64c', null, null, 72), pod('apiserver-64c-c2d', 'apiserver-64c', null, null, 80), pod('apiserver-64c-e3f', 'apiserver-64c', null, null, 90), pod('apiserver-74d-x2k', 'apiserver-74d', 64, 69, null), pod('apiserver-74d-y3l', 'apiserver-74d', 72, 77, null), pod('apiserver-74d-z4m', 'apiserver-74d', 80, 86, null)],
      },
      { workload: 'shop/cart', from: at[176] ?? at[0]!, to: at[186] ?? at.at(-1)!, ongoing: false, oldReplicaSets: ['cart-1'], newReplicaSet: 'cart-2', source: 'replicaset-lifespan', image: null, pods: [] },
    ],
    bursts: [{ from: at[69] ?? from, to: at[85] ?? to, codes: { '502': 1, '503': 16 }, expected: 0.2, p: 0.0001, rollouts: [{ workload: 'milo/apiserver', relation: 'during', p: 0.0001 }] }],
    perRollout: [
      { workload: 'milo/apiserver', from, to, failed: 17, codes: { '502': 1, '503': 16 }, requests: 25_200, expectedFailed: 0.2, nearMisses: 4, p: 0.0001 },
      { workload: 'shop/cart', from: at[176] ?? at[0]!, to: at[186] ?? at.at(-1)!, failed: 0, codes: {}, requests: 9_000, expectedFailed: 0.1, nearMisses: null, p: 1 },
    ],
    perWorkload: [{ workload: 'shop/cart', rollouts: 1, bursts: 0, inside: 0, expectedInside: 0.1, p: 1, q: 1 }, { workload: 'milo/apiserver', rollouts: 1, bursts: 1, inside: 17, expectedInside: 0.2, p: 0.0001, q: 0.0002 }],
    hops: [{ role: 'proxy', service: 'envoy-gw', status: 503, samples: 12 }, { role: 'proxy', service: 'envoy-gw', status: 502, samples: 1 }, { role: 'backend', service: 'apiserver', status: 503, samples: 2 }],
  };
}
