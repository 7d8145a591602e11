import { type SpanSpec, app, envoyClient, envoyServer, kongServer, skipperClient, skipperServer, traefikClient, traefikServer } from './build';

export const cluster = { attributes: { upstream_cluster: 'shop' } };
export const route = { attributes: { 'skipper.route_id': 'shop' } };
export const failed = (message: string) => ({ error: true, events: [{ event: 'error', message }] });

export type Row = readonly [title: string, specs: readonly SpanSpec[], expected: readonly [answered: string, caused: string, mechanism: string, band: string]];

/** lab.md section 4, seen on Envoy 1.40; numbers are those of its list. */
const envoyRows: readonly Row[] = [
  ['2: one span, 404 and a cluster is only possibly the cluster', [envoyServer('404', '-', cluster)], ['backend', 'backend', 'passthrough', 'possible']],
  ['2: one span, 403 and a cluster may be RBAC', [envoyServer('403', '-', cluster)], ['backend', 'backend', 'passthrough', 'possible']],
  ['2: no cluster and no flag is a direct response', [envoyServer('404', '-')], ['proxy', 'proxy', 'local_policy', 'likely']],
  ['3: the details name RBAC', [envoyServer('403', '-', { attributes: { upstream_cluster: 'shop', response_code_details: 'rbac_access_denied_matched_policy[none]' } })], ['proxy', 'proxy', 'local_policy', 'certain']],
  ['3: max_stream_duration', [envoyServer('504', '-', { ...cluster, error: true }), envoyClient('0', '-', { attributes: { canceled: 'true', error: 'true' } })], ['proxy', 'backend', 'timeout', 'likely']],
  ['4: via_upstream with a rewritten status', [envoyServer('418', '-', { attributes: { upstream_cluster: 'shop', response_code_details: 'via_upstream' } }), envoyClient('404', '-'), app(404)], ['proxy', 'backend', 'status_rewritten', 'certain']],
  ['7: reset in the middle of a body', [envoyServer('200', 'UPE', cluster), envoyClient('200', 'UPE', { attributes: { 'error.reason': 'protocol error' } }), app(200)], ['backend', 'backend', 'reset_mid_response', 'certain']],
  ['7: the same after a 404', [envoyServer('404', 'UPE', cluster), envoyClient('404', 'UPE'), app(404)], ['backend', 'backend', 'reset_mid_response', 'certain']],
  ['8: overflow has a client span', [envoyServer('503', 'UO', { ...cluster, error: true }), envoyClient('0', 'UO', { attributes: { 'error.reason': 'overflow' } })], ['proxy', 'proxy', 'local_policy', 'certain']],
  ['9: route timeout', [envoyServer('504', 'UT', { ...cluster, error: true }), envoyClient('0', '-', { attributes: { canceled: 'true', error: 'true' } }), app(200)], ['proxy', 'backend', 'timeout', 'certain']],
  ['9: a stalled upload', [envoyServer('408', 'SI', cluster)], ['proxy', 'client', 'timeout', 'certain']],
  ['10: URX,UF is UF', [envoyServer('503', 'URX,UF', { ...cluster, error: true }), envoyClient('0', 'UF'), envoyClient('0', 'UF', { id: 'C2', at: 9, attributes: { 'retry.count': '1' } })], ['proxy', 'backend', 'connect_failed', 'certain']],
  ['10: URX alone passes the last answer on', [envoyServer('503', 'URX', { ...cluster, error: true }), envoyClient('503', '-', { attributes: { canceled: 'true' } }), envoyClient('503', '-', { id: 'C2', at: 9, attributes: { 'retry.count': '1' } }), app(503, { of: 'C2', error: true })], ['backend', 'backend', 'passthrough', 'certain']],
  ['11: a hedged loser does not spoil a 200', [envoyServer('200', '-', cluster), envoyClient('0', 'UT', { attributes: { canceled: 'true', error: 'true' } }), envoyClient('200', '-', { id: 'C2', at: 9 }), app(200, { of: 'C2' })], ['backend', 'backend', 'healthy', 'certain']],
  ['11: a superseded try whose successor is lost proves nothing', [envoyServer('502', '-', { ...cluster, error: true }), envoyClient('503', '-', { attributes: { canceled: 'true' } })], ['unknown', 'unknown', 'undetermined', 'possible']],
  ['12: the client left', [envoyServer('0', 'DC', cluster), envoyClient('0', '-', { attributes: { canceled: 'true' } })], ['nobody', 'client', 'client_abort', 'certain']],
  ['13: garbage from upstream', [envoyServer('502', 'UPE', { ...cluster, error: true }), envoyClient('0', 'UPE', { attributes: { 'error.reason': 'protocol error' } })], ['proxy', 'backend', 'protocol_error', 'certain']],
  ['14: an internal redirect hides what the client saw', [envoyServer('302', '-', { attributes: { response_code_details: 'internal_redirect' } }), envoyClient('302', '-', { attributes: { canceled: 'true' } }), app(302)], ['unknown', 'unknown', 'undetermined', 'unknown']],
  ['14: the same without details', [envoyServer('302', '-'), envoyClient('302', '-', { attributes: { canceled: 'true' } })], ['unknown', 'unknown', 'undetermined', 'unknown']],
  ['15: ext_authz is a side call', [envoyServer('403', 'UAEX', cluster), envoyClient('0', 'UF', { name: 'async ext_authz egress' })], ['proxy', 'proxy', 'local_policy', 'certain']],
  ['15: a mirror is no try', [envoyServer('404', '-', cluster), envoyClient('404', '-'), app(404), envoyClient('0', 'UF', { id: 'M', name: 'mirror', at: 8 })], ['backend', 'backend', 'passthrough', 'certain']],
  ['16: DI on the application\'s own 404', [envoyServer('404', 'DI', cluster), envoyClient('404', '-'), app(404)], ['backend', 'backend', 'passthrough', 'certain']],
  ['NC', [envoyServer('503', 'NC', { error: true })], ['proxy', 'proxy', 'config', 'certain']],
];

const skipperRows: readonly Row[] = [
  ['2: a failed try inside a loopback leaves no span', [skipperServer(502, { error: true, ...route }), { ...skipperServer(502), id: 'L', of: 'S', name: 'loopback', attributes: { component: 'skipper', hostname: 'skipper-1' } }], ['proxy', 'backend', 'connect_failed', 'likely']],
  ['3: a miss after a loopback has a route id', [skipperServer(404, { ...failed('route lookup failed'), ...route })], ['proxy', 'proxy', 'route_miss', 'certain']],
  ['4: 429 of a ratelimit filter', [skipperServer(429, route)], ['proxy', 'proxy', 'local_policy', 'possible']],
  ['5: fifo queue full', [skipperServer(503, { error: true, ...route, events: [{ 'fifo error': 'Failed to wait for fifo queue: queue full' }] })], ['proxy', 'proxy', 'local_policy', 'certain']],
  ['5: open breaker', [skipperServer(503, { error: true, ...route, events: [{ circuit_breaker: 'open' }] })], ['proxy', 'proxy', 'local_policy', 'certain']],
  ['6: webhook refused', [skipperServer(401, route), skipperClient(null, { name: 'webhook' })], ['proxy', 'proxy', 'local_policy', 'possible']],
  ['7: blockContent', [skipperServer(400, route), skipperClient(400, { attributes: { blocked: true } }), app(200)], ['proxy', 'proxy', 'local_policy', 'certain']],
  ['8: reset in the middle of a body', [skipperServer(200, route), skipperClient(200, { error: true, attributes: { 'streamBody.byte': 'streamBody error' } }), app(200)], ['backend', 'backend', 'reset_mid_response', 'certain']],
  ['9: garbage', [skipperServer(500, { error: true, ...route }), skipperClient(null, failed('net/http: HTTP/1.x transport connection broken: malformed HTTP response "x"'))], ['proxy', 'backend', 'protocol_error', 'certain']],
  ['9: no such host', [skipperServer(502, { error: true, ...route }), skipperClient(null, failed('dialing failed true: dial tcp: lookup a: no such host'))], ['proxy', 'backend', 'connect_failed', 'certain']],
  ['9: backendTimeout while connecting', [skipperServer(504, { error: true, ...route }), skipperClient(null, failed('dialing failed true: context deadline exceeded'))], ['proxy', 'backend', 'timeout', 'certain']],
  ['EOF', [skipperServer(500, { error: true, ...route }), skipperClient(null, failed('EOF')), app(200)], ['proxy', 'backend', 'reset_before_response', 'certain']],
  ['11: the shunt for no endpoints', [skipperServer(502, route)], ['proxy', 'backend', 'no_endpoint', 'possible']],
  ['12: a second pass through the network is a second hop', [
    skipperServer(404, route), skipperClient(404), skipperServer(404, { id: 'S2', of: 'C', at: 2, ms: 20, ...failed('route lookup failed') })], ['proxy', 'proxy', 'route_miss', 'certain']],
  ['a forwarded 503 has no error mark, which may be lost', [skipperServer(503, route), skipperClient(503)], ['backend', 'backend', 'passthrough', 'possible']],
  ['a failed try does not explain a 404', [skipperServer(404, route), skipperClient(null, failed('connection refused'))], ['unknown', 'unknown', 'undetermined', 'possible']],
  ['a failed try with a 200 only shows that the good one is lost', [skipperServer(200, route), skipperClient(null, failed('connection refused'))], ['unknown', 'unknown', 'healthy', 'likely']],
  ['the application failed on a call of its own', [skipperServer(502, route), skipperClient(502), app(502, { error: true }), { id: 'D', of: 'A', service: 'shop', kind: 'client', at: 3, error: true, attributes: { 'error.type': 'Error', 'exception.type': 'ECONNREFUSED' } }], ['backend', 'backend', 'passthrough', 'certain']],
];

const otherRows: readonly Row[] = [
  ['traefik: a later fetch of an error page is not the deciding try', [traefikServer(404), traefikClient(404, { ms: 5 }), app(404, { ms: 3 }), traefikClient(200, { id: 'E', at: 8, ms: 5 })], ['backend', 'backend', 'passthrough', 'certain']],
  ['traefik: the backend said 502, its span proves it', [traefikServer(502, { error: true }), traefikClient(502, { error: true }), app(502, { error: true })], ['backend', 'backend', 'passthrough', 'certain']],
  ['traefik: forwardAuth is a side call', [traefikServer(401), { ...traefikClient(401), name: 'AuthRequest', attributes: {} }], ['proxy', 'proxy', 'local_policy', 'possible']],
  ['an outer traefik that turned 503 into 502', [traefikServer(502, { id: 'L', error: true, ms: 40 }), traefikClient(503, { id: 'LC', of: 'L', ms: 35 }), skipperServer(503, { of: 'LC', at: 2, ...route }), skipperClient(503, { at: 3, ms: 20 }), app(503, { error: true })], ['proxy', 'backend', 'status_rewritten', 'certain']],
  ['kong: the store dropped the empty route', [kongServer(404, { attributes: { 'http.route': '' } })], ['proxy', 'proxy', 'route_miss', 'certain']],
  ['kong: no balancer and a route', [kongServer(404)], ['proxy', 'proxy', 'local_policy', 'possible']],
  ['an unmarked proxy is trusted less', [{ id: 'S', service: 'edge-proxy', kind: 'server', attributes: { 'http.status_code': 502 }, error: true }, { id: 'C', of: 'S', service: 'edge-proxy', kind: 'client', at: 1, ms: 5, error: true, message: 'connect ECONNREFUSED' }], ['proxy', 'backend', 'connect_failed', 'likely']],
];

/** Everything that was made to happen, by proxy. */
export const situations = [...envoyRows.map((row) => ['envoy', ...row] as const), ...skipperRows.map((row) => ['skipper', ...row] as const), ...otherRows.map((row) => ['other', ...row] as const)];
