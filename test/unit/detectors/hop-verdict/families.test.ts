import { describe, expect, it } from 'vitest';
import { attribute } from '@/lib/detectors/hop-verdict';
import { readDetails } from '@/lib/detectors/hop-verdict/envoy-flags';
import type { Attributes } from '@/lib/domain/traces';
import { type SpanSpec, app, envoyClient, envoyServer, kongBalancer, kongServer, nginxServer, skipperClient, skipperServer, trace, traefikClient, traefikServer } from './build';
import { failed, route } from './situations';

const judge = (specs: readonly SpanSpec[]) => {
  const { answeredBy, causedBy, mechanism, band } = attribute(trace(5, 'old', specs));
  return [answeredBy.service ?? answeredBy.role, causedBy.service ?? causedBy.role, mechanism, band];
};
type Case = readonly [title: string, specs: readonly SpanSpec[], expected: readonly [string, string, string, string]];

/** Istio: the gateway shows its tries, a sidecar only its own span; both write `node_id`. */
const gateway = (status: string, flags: string, attributes: Attributes = {}) => envoyServer(status, flags, { id: 'G', service: 'istio-ingressgateway.istio-system', ms: 40, attributes: { node_id: 'router~10.0.0.2~istio-ingressgateway-7d.istio-system~istio-system.svc.cluster.local', upstream_cluster: 'outbound|80||shop.shop', ...attributes } });
const gatewayTry = (status: string, flags: string) => envoyClient(status, flags, { id: 'GC', of: 'G', service: 'istio-ingressgateway.istio-system', ms: 35, attributes: { node_id: 'router~10.0.0.2~istio-ingressgateway-7d.istio-system~istio-system.svc.cluster.local' } });
const sidecar = (status: string, flags: string, attributes: Attributes = {}) => envoyServer(status, flags, { id: 'P', of: 'GC', service: 'shop.shop', at: 2, ms: 28, attributes: { node_id: 'sidecar~10.0.0.7~shop-7.shop~shop.svc.cluster.local', upstream_cluster: 'inbound|80||', ...attributes } });
const behindSidecar = (status: number) => app(status, { of: 'P', at: 3, error: status >= 500 });

const istio: readonly Case[] = [
  ['the application says 404', [gateway('404', '-'), gatewayTry('404', '-'), sidecar('404', '-'), behindSidecar(404)], ['shop', 'shop', 'passthrough', 'certain']],
  ['the sidecar cannot reach its application', [gateway('503', '-'), gatewayTry('503', '-'), sidecar('503', 'UF')], ['shop.shop', 'inbound|80||', 'connect_failed', 'certain']],
  ['the gateway cannot reach the sidecar', [gateway('503', 'UF'), gatewayTry('0', 'UF')], ['istio-ingressgateway.istio-system', 'shop', 'connect_failed', 'certain']],
  ['the sidecar denies, and says so', [gateway('403', '-'), gatewayTry('403', '-'), sidecar('403', '-', { response_code_details: 'rbac_access_denied_matched_policy[none]' })], ['shop.shop', 'shop.shop', 'local_policy', 'certain']],
  ['the sidecar denies, or its application does', [gateway('403', '-'), gatewayTry('403', '-'), sidecar('403', '-')], ['inbound|80||', 'inbound|80||', 'passthrough', 'possible']],
  ['no route at the gateway', [gateway('404', 'NR')], ['istio-ingressgateway.istio-system', 'istio-ingressgateway.istio-system', 'route_miss', 'certain']],
  ['the application is asked through its sidecar in vain', [gateway('504', 'UT'), gatewayTry('0', '-'), sidecar('0', 'DC'), behindSidecar(200)], ['istio-ingressgateway.istio-system', 'shop', 'timeout', 'certain']],
];

const upstream = (status: number, value: string) => nginxServer(status, { attributes: { upstream_status: value, 'http.status_code': status } });
const nginx: readonly Case[] = [
  ['"-": no upstream was asked', [upstream(404, '-')], ['nginx', 'nginx', 'route_miss', 'certain']],
  ['404 of the upstream', [upstream(404, '404')], ['backend', 'backend', 'passthrough', 'likely']],
  ['503 of the second upstream', [upstream(503, '502, 503')], ['backend', 'backend', 'passthrough', 'likely']],
  ['502 is noted for failures too', [upstream(502, '502')], ['nginx', 'backend', 'connect_failed', 'possible']],
  ['an error page of its own', [upstream(404, '500')], ['nginx', 'backend', 'status_rewritten', 'certain']],
  ['a value that is no list of statuses', [upstream(404, 'x; 404')], ['unknown', 'unknown', 'undetermined', 'unknown']],
  ['the span of the application decides', [upstream(502, '502'), app(502, { of: 'S', error: true })], ['shop', 'shop', 'passthrough', 'certain']],
];

const linkerdServer = (status: string, attributes: Attributes = {}): SpanSpec => ({ id: 'S', service: 'linkerd-proxy', kind: 'server', ms: 30, attributes: { 'http.status_code': status, ...attributes } });
const linkerdClient = (status: string, attributes: Attributes = {}): SpanSpec => ({ id: 'C', of: 'S', service: 'linkerd-proxy', kind: 'client', at: 1, ms: 25, attributes: { 'http.status_code': status, ...attributes } });
const header = { 'http.response.header.l5d-proxy-error': ['connect timed out after 1s'] };
const linkerd: readonly Case[] = [
  ['an error header of its own', [linkerdServer('504', header)], ['linkerd-proxy', 'backend', 'timeout', 'certain']],
  ['a header of the next one', [linkerdServer('504', header), linkerdClient('504', header)], ['backend', 'backend', 'passthrough', 'likely']],
  ['the application says 404', [linkerdServer('404'), linkerdClient('404'), app(404)], ['shop', 'shop', 'passthrough', 'certain']],
];

const haproxy: readonly Case[] = [
  ['one span says little', [{ id: 'S', service: 'haproxy', kind: 'server', attributes: { 'http.status_code': 503 }, error: true }], ['haproxy', 'haproxy', 'undetermined', 'possible']],
  ['the span of the application decides', [{ id: 'S', service: 'haproxy', kind: 'server', ms: 30, attributes: { 'http.status_code': 404 } }, app(404, { of: 'S' })], ['shop', 'shop', 'passthrough', 'likely']],
];

const side = (name: string, status: number | null, service: string): SpanSpec => ({ id: 'X', of: 'S', service, kind: 'client', name, at: 1, ms: 3, attributes: status === null ? {} : { 'http.status_code': status } });
const others: readonly Case[] = [
  ['ext_authz refused, its own status on the side call', [envoyServer('403', '-', { attributes: { upstream_cluster: 'shop' } }), side('async ext_authz egress', 403, 'envoy')], ['envoy', 'envoy', 'local_policy', 'likely']],
  ['skipper: webhook refused with the same status', [skipperServer(403, route), side('webhook', 403, 'skipper-ingress')], ['skipper-ingress', 'skipper-ingress', 'local_policy', 'likely']],
  ['skipper: a side call before a forwarded 403', [skipperServer(403, route), side('tokeninfo', 200, 'skipper-ingress'), skipperClient(403, { at: 5 }), app(403, { at: 6 })], ['shop', 'shop', 'passthrough', 'certain']],
  ['traefik: AuthRequest before a forwarded 404', [traefikServer(404), side('AuthRequest', null, 'traefik'), traefikClient(404, { at: 5 }), app(404, { at: 6 })], ['shop', 'shop', 'passthrough', 'certain']],
  ['kong: DNS is a side call', [kongServer(404), side('kong.dns', null, 'kong'), kongBalancer(1, null, { at: 5 }), app(404, { of: 'C1', at: 6 })], ['shop', 'shop', 'passthrough', 'certain']],
  ['a loopback is folded', [skipperServer(404, route), { ...skipperServer(404), id: 'L', of: 'S', name: 'loopback' }, skipperClient(404, { of: 'L', at: 3 }), app(404, { at: 4 })], ['shop', 'shop', 'passthrough', 'certain']],
  ['a loopback that does not name its pod is folded too', [skipperServer(404, route), { id: 'L', of: 'S', service: 'skipper-ingress', kind: 'server', name: 'loopback', attributes: { component: 'skipper' } }, skipperClient(404, { of: 'L', at: 3 }), app(404, { at: 4 })], ['shop', 'shop', 'passthrough', 'certain']],
  ['skipper: the client left while the application worked', [skipperServer(499, { error: true, ...route }), skipperClient(null, failed('context canceled')), app(200)], ['nobody', 'client', 'client_abort', 'certain']],
];

const tables: readonly (readonly [string, readonly Case[]])[] = [['istio', istio], ['nginx with $upstream_status', nginx], ['linkerd', linkerd], ['haproxy', haproxy], ['side calls and loopbacks', others]];

describe.each(tables)('%s', (_family, cases) => {
  it.each(cases)('%s', (_title, specs, expected) => {
    expect(judge(specs)).toEqual(expected);
  });
});

describe('Proxy-Status of an Envoy without flags on the span', () => {
  const withField = (field: string, status = 502): SpanSpec => ({ id: 'S', service: 'envoy', kind: 'server', attributes: { component: 'proxy', 'http.status_code': status, 'http.response.header.proxy-status': [field] } });
  it.each<[string, string, number, string, string]>([
    ['the error', 'envoy; error=http_response_timeout', 504, 'timeout', 'certain'],
    ['the flags in its details say more than the error', 'envoy; error=connection_refused; details="authz_denied; UAEX"', 403, 'local_policy', 'certain'],
    ['the member nearest to the client', 'inner; error=destination_not_found, envoy; error=connection_terminated', 502, 'reset_before_response', 'certain'],
    ['a received status that was passed on is no answer of its own', 'envoy; error=http_response_incomplete; received-status=404', 404, 'undetermined', 'possible'],
  ])('%s', (_title, field, status, mechanism, band) => {
    expect(attribute(trace(6, 'old', [withField(field, status)]))).toMatchObject({ mechanism, band });
  });
});

describe('response code details', () => {
  it.each<[string, string, string]>([
    ['route_not_found', 'route_miss', 'proxy'], ['cluster_not_found', 'config', 'proxy'], ['no_healthy_upstream', 'no_endpoint', 'backend'],
    ['upstream_reset_before_response_started{remote connection failure|delayed connect error: 111}', 'connect_failed', 'backend'],
    ['upstream_reset_before_response_started{connection_timeout}', 'connect_failed', 'backend'],
    ['upstream_reset_before_response_started{connection_termination}', 'reset_before_response', 'backend'],
    ['upstream_reset_before_response_started{remote_refused_stream_reset}', 'reset_before_response', 'backend'],
    ['upstream_reset_before_response_started{protocol_error}', 'protocol_error', 'backend'],
    ['upstream_reset_before_response_started{overflow}', 'local_policy', 'proxy'],
    ['response_timeout', 'timeout', 'backend'], ['upstream_response_timeout', 'timeout', 'backend'], ['upstream_per_try_timeout', 'timeout', 'backend'],
    ['upstream_per_try_idle_timeout', 'timeout', 'backend'], ['upstream_max_stream_duration_reached', 'timeout', 'backend'],
    ['stream_idle_timeout', 'timeout', 'backend'], ['request_overall_timeout', 'timeout', 'client'], ['duration_timeout', 'timeout', 'client'],
    ['downstream_remote_disconnect', 'client_abort', 'client'], ['direct_response', 'local_policy', 'proxy'], ['rbac_access_denied_matched_policy[none]', 'local_policy', 'proxy'],
    ['ext_authz_denied', 'local_policy', 'proxy'], ['jwt_authn_access_denied{Jwt_is_missing}', 'local_policy', 'proxy'], ['fault_filter_abort', 'local_policy', 'proxy'],
    ['maintenance_mode', 'local_policy', 'proxy'], ['overload', 'local_policy', 'proxy'], ['drop_overload', 'local_policy', 'proxy'], ['unconditional_drop_overload', 'local_policy', 'proxy'],
    ['low_version', 'local_policy', 'client'], ['missing_host_header', 'local_policy', 'client'], ['path_normalization_failed', 'local_policy', 'client'], ['upgrade_failed', 'local_policy', 'client'],
    ['http1.codec_error', 'protocol_error', 'client'], ['http2.violation.of.messaging.rule', 'protocol_error', 'client'],
    ['filter_chain_not_found', 'config', 'proxy'], ['filter_removed_required_headers', 'config', 'proxy'], ['request_payload_exceeded_retry_buffer_limit', 'local_policy', 'proxy'],
  ])('%s', (text, mechanism, cause) => {
    expect(readDetails(text)).toMatchObject({ mechanism, cause });
  });

  it.each(['via_upstream', 'upstream_reset_after_response_started{protocol_error}', 'something_new', ''])('"%s" names no reason', (text) => {
    expect(readDetails(text)).toBeNull();
  });
});
