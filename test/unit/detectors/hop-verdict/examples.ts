import type { Trace } from '@/lib/domain/traces';
import type { Band, HopRole, Mechanism } from '@/lib/domain/verdict';
import type { AttributeOptions } from '@/lib/detectors/hop-verdict';
import { epochMs } from '@/lib/domain/units';
import {
  type Generation, type SpanSpec, T0, app, envoyClient, envoyServer, kongBalancer, kongServer, nginxServer, skipperClient, skipperServer, trace, traefikClient, traefikServer,
} from './build';

export interface Expected {
  readonly answeredBy: HopRole;
  readonly causedBy: HopRole;
  readonly mechanism: Mechanism;
  readonly band: Band;
  readonly status: number | null;
  readonly earlierAttempts?: number;
}

export interface Example {
  readonly row: number;
  readonly title: string;
  readonly specs: readonly SpanSpec[];
  readonly options?: AttributeOptions;
  readonly expected: Expected;
  /** What a reader without profiles and clock (the CLI) must say, where it differs. */
  readonly alone?: Expected;
}

const refused = 'dialing failed true: dial tcp 10.0.0.7:8080: connect: connection refused';
const failed = (message: string) => ({ error: true, events: [{ event: 'error', message }] });
const route = (id: string) => ({ attributes: { 'skipper.route_id': id } });
const expected = (answeredBy: HopRole, causedBy: HopRole, mechanism: Mechanism, band: Band, status: number | null): Expected => ({ answeredBy, causedBy, mechanism, band, status });
const profile = (pAttempt: number, pBelow: number) => ({ pAttempt, pBelow, samples: 100 });

/** The table of reference/traces-apis.md section 6.6 with the corrections of 6.4a and lab.md section 4. */
export const examples: readonly Example[] = [
  { row: 1, title: 'skipper: route lookup failed', specs: [skipperServer(404, failed('route lookup failed'))], expected: expected('proxy', 'proxy', 'route_miss', 'certain', 404) },
  { row: 2, title: 'skipper: catch-all route', specs: [skipperServer(404, route('shop_catchall'))], expected: expected('proxy', 'proxy', 'local_policy', 'certain', 404) },
  { row: 3, title: 'skipper: the application says 404', specs: [skipperServer(404, route('shop')), skipperClient(404), app(404)], expected: expected('backend', 'backend', 'passthrough', 'certain', 404) },
  { row: 4, title: 'skipper: 404 of an untraced application', specs: [skipperServer(404, route('shop')), skipperClient(404)], expected: expected('backend', 'backend', 'passthrough', 'likely', 404) },
  { row: 5, title: 'skipper: connection refused', specs: [skipperServer(502, { error: true, ...route('shop') }), skipperClient(null, failed(refused))], expected: expected('proxy', 'backend', 'connect_failed', 'certain', 502) },
  {
    row: 6, title: 'skipper: a retry saved it',
    specs: [skipperServer(200, { ...route('shop'), events: [{ retry: 'shop' }] }), skipperClient(null, failed(refused)), skipperClient(200, { id: 'C2', at: 5 }), app(200, { of: 'C2', at: 6 })],
    expected: { ...expected('backend', 'backend', 'healthy', 'certain', 200), earlierAttempts: 1 },
  },
  {
    row: 7, title: 'skipper: both tries refused',
    specs: [skipperServer(502, { error: true, ...route('shop'), events: [{ retry: 'shop' }] }), skipperClient(null, failed(refused)), skipperClient(null, { id: 'C2', at: 5, ...failed(refused) })],
    expected: { ...expected('proxy', 'backend', 'connect_failed', 'certain', 502), earlierAttempts: 1 },
  },
  { row: 8, title: 'skipper: reset by peer, status written by the proxy', specs: [skipperServer(503, { error: true, ...route('shop') }), skipperClient(503, failed('read tcp 10.0.0.1: connection reset by peer'))], expected: expected('proxy', 'backend', 'reset_before_response', 'certain', 503) },
  { row: 9, title: 'envoy: UF', specs: [envoyServer('503', 'UF', { error: true, attributes: { upstream_cluster: 'shop' } }), envoyClient('0', 'UF', { attributes: { error: 'true', 'error.reason': 'remote connection failure' } })], expected: expected('proxy', 'backend', 'connect_failed', 'certain', 503) },
  { row: 10, title: 'envoy: NR', specs: [envoyServer('404', 'NR')], expected: expected('proxy', 'proxy', 'route_miss', 'certain', 404) },
  { row: 11, title: 'envoy: UH', specs: [envoyServer('503', 'UH', { error: true, attributes: { upstream_cluster: 'shop' } })], expected: expected('proxy', 'backend', 'no_endpoint', 'certain', 503) },
  { row: 12, title: 'envoy without upstream spans: the application says 502', specs: [envoyServer('502', '-', { error: true, attributes: { upstream_cluster: 'shop' } }), app(502, { of: 'S', error: true })], expected: expected('backend', 'backend', 'passthrough', 'certain', 502) },
  {
    row: 13, title: 'traefik: 502, the usual application span is missing', options: { profiles: { traefik: profile(1, 0.98) } },
    specs: [traefikServer(502, { error: true }), traefikClient(502, { error: true })],
    expected: expected('proxy', 'backend', 'connect_failed', 'likely', 502), alone: expected('unknown', 'unknown', 'undetermined', 'possible', 502),
  },
  { row: 14, title: 'traefik: 502, the application is never seen', options: { profiles: { traefik: profile(1, 0) } }, specs: [traefikServer(502, { error: true }), traefikClient(502, { error: true })], expected: expected('unknown', 'unknown', 'undetermined', 'possible', 502) },
  {
    row: 15, title: 'nginx: 502, the usual application span is missing', options: { profiles: { nginx: profile(0, 0.97) } }, specs: [nginxServer(502, { error: true })],
    expected: expected('proxy', 'backend', 'connect_failed', 'likely', 502), alone: expected('unknown', 'unknown', 'undetermined', 'unknown', 502),
  },
  { row: 16, title: 'nginx: 404, the application is never seen', specs: [nginxServer(404)], expected: expected('unknown', 'unknown', 'undetermined', 'unknown', 404) },
  { row: 17, title: 'nginx: 502 although the application finished', specs: [nginxServer(502, { error: true }), app(200, { of: 'S' })], expected: expected('proxy', 'backend', 'reset_mid_response', 'likely', 502) },
  { row: 18, title: 'proxy timeout, the Node span below closes with 200', specs: [skipperServer(504, { error: true, ...route('shop') }), skipperClient(null, failed('context deadline exceeded')), app(200, { ms: 24 })], expected: expected('proxy', 'backend', 'timeout', 'certain', 504) },
  { row: 19, title: 'the client gave up', specs: [skipperServer(499, { error: true, ...route('shop') }), skipperClient(null, failed('context canceled'))], expected: expected('nobody', 'client', 'client_abort', 'certain', 499) },
  {
    row: 20, title: 'the outer proxy turned 503 into 502',
    specs: [
      envoyServer('502', '-', { id: 'L', service: 'edge-envoy', error: true, ms: 40, attributes: { upstream_cluster: 'ingress' } }), envoyClient('503', '-', { id: 'LC', of: 'L', service: 'edge-envoy', ms: 35 }),
      skipperServer(503, { of: 'LC', at: 2, ...route('shop') }), skipperClient(503, { at: 3, ms: 24 }), app(503, { at: 4, error: true }),
    ],
    expected: expected('proxy', 'backend', 'status_rewritten', 'certain', 502),
  },
  { row: 21, title: 'an unseen hop between proxy and application', specs: [skipperServer(502, route('shop')), skipperClient(502), app(200)], expected: expected('unseen', 'backend', 'status_rewritten', 'likely', 502) },
  { row: 22, title: 'only the application is seen', specs: [app(502, { of: 'missing', error: true })], expected: expected('backend', 'backend', 'backend_own_error', 'likely', 502) },
  {
    row: 23, title: 'a call that never reached the first proxy', options: { profiles: { web: profile(1, 0.98) } },
    specs: [{ id: 'W', service: 'web', kind: 'client', attributes: { 'http.status_code': 502 }, error: true }],
    expected: expected('load-balancer', 'load-balancer', 'before_first_span', 'likely', 502), alone: expected('unknown', 'unknown', 'before_first_span', 'unknown', 502),
  },
  {
    row: 24, title: 'ten seconds old: spans may still arrive', options: { now: epochMs(T0 + 10_000) }, specs: [skipperServer(502, { error: true, ...route('shop') })],
    expected: expected('proxy', 'unknown', 'undetermined', 'possible', 502), alone: expected('proxy', 'unknown', 'undetermined', 'likely', 502),
  },
  { row: 25, title: 'kong: empty route', specs: [kongServer(404, { attributes: { 'http.route': '' } })], expected: expected('proxy', 'proxy', 'route_miss', 'certain', 404) },
  {
    row: 26, title: 'kong: the last try got an answer', specs: [kongServer(502, { error: true }), kongBalancer(1, 502, { error: true }), kongBalancer(2, null)],
    expected: { ...expected('backend', 'backend', 'passthrough', 'likely', 502), earlierAttempts: 1 },
  },
];

export function exampleTrace(example: Example, generation: Generation = 'old'): Trace {
  return trace(example.row, generation, example.specs);
}
