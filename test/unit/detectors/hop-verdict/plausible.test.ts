import { describe, expect, it } from 'vitest';
import { attribute } from '@/lib/detectors/hop-verdict';
import { remaindersOf } from '../../../lab/chains/subsets';
import { type SpanSpec, app, envoyClient, envoyServer, nginxServer, skipperClient, skipperServer, trace, traefikClient, traefikServer } from './build';

/*
 * Situations of everyday traffic that no proxy was made to show, with what can honestly be said: who answered, whose condition it
 * was, how, and how surely. Made up from the conventions of the emitters.
 */
const cluster = (more: SpanSpec['attributes'] = {}) => ({ attributes: { upstream_cluster: 'shop', ...more } });
const grpc = (code: number | string) => ({ attributes: { upstream_cluster: 'shop', 'grpc.status_code': String(code) } });
const grpcApp = (code: number | string): SpanSpec => app(null, { error: true, attributes: { 'rpc.system': 'grpc', 'rpc.grpc.status_code': code } });
const sidecar = (status: string, flags: string, of: string): SpanSpec =>
  envoyServer(status, flags, { id: 'W', of, service: 'shop.default', at: 2, ms: 22, attributes: { node_id: 'sidecar~10.0.0.7~shop-7.default~x', upstream_cluster: 'inbound|8080||' } });
const caller = (status: number, kind: SpanSpec['kind'] = 'server'): SpanSpec => ({ id: 'B', service: 'storefront', kind, ms: 60, attributes: { 'http.status_code': status } });
const call = (id: string, status: number, more: Partial<SpanSpec> = {}): SpanSpec => ({ id, of: 'B', service: 'storefront', kind: 'client', ms: 40, attributes: { 'http.status_code': status }, ...more });
const refused = { error: true, events: [{ event: 'error', message: 'dial tcp 10.0.0.7:8080: connect: connection refused' }] };
const missed = { error: true, events: [{ event: 'error', message: 'route lookup failed' }] };
const otherCluster = (status: number, more: Partial<SpanSpec> = {}): SpanSpec => skipperServer(status, { id: 'S2', of: 'C', at: 2, ms: 20, ...more, attributes: { hostname: 'skipper-9' } });

type Row = readonly [title: string, specs: readonly SpanSpec[], expected: readonly [answered: string, caused: string, mechanism: string, band: string]];

const rows: readonly Row[] = [
  ['Envoy Gateway, and a sidecar whose application does not listen', [envoyServer('503', '-', cluster()), envoyClient('503', '-'), sidecar('503', 'UF', 'C')], ['shop.default', 'inbound|8080||', 'connect_failed', 'certain']],
  ['Envoy Gateway, and an application that answers through its sidecar', [envoyServer('503', '-', cluster()), envoyClient('503', '-'), sidecar('503', '-', 'C'), app(503, { of: 'W' })], ['shop', 'shop', 'passthrough', 'certain']],
  ['a sidecar that says nothing of a 403: the application, or its own RBAC', [envoyServer('403', '-', cluster()), envoyClient('403', '-'), sidecar('403', '-', 'C')], ['inbound|8080||', 'inbound|8080||', 'passthrough', 'possible']],
  ['nginx, and a sidecar with the same 503', [nginxServer(503), sidecar('503', 'UF', 'S')], ['shop.default', 'inbound|8080||', 'connect_failed', 'certain']],
  ['nginx asks the next upstream after a 503: the one that failed at last may not be seen', [nginxServer(502), sidecar('503', 'UF', 'S')], ['nginx', 'inbound|8080||', 'status_rewritten', 'possible']],
  ['the nginx ingress controller by its usual name is nginx', [{ ...nginxServer(404), service: 'ingress-nginx-controller' }], ['unknown', 'unknown', 'undetermined', 'unknown']],
  ['a Skipper of another cluster without the route', [skipperServer(404), skipperClient(404), otherCluster(404, missed)], ['skipper-ingress', 'skipper-ingress', 'route_miss', 'certain']],
  ['the same, the try between them lost', [skipperServer(404), otherCluster(404, missed)], ['skipper-ingress', 'skipper-ingress', 'route_miss', 'likely']],
  ['a CDN that failed although the proxy behind it answered', [{ ...caller(502), service: 'cloudflare' }, skipperServer(200, { of: 'B' }), skipperClient(200), app(200)], ['cloudflare', 'skipper-ingress', 'reset_mid_response', 'likely']],
  ['a load balancer alone is no application', [{ ...caller(502), service: 'alb' }], ['alb', 'alb', 'undetermined', 'possible']],
  ['a caller that failed, though its call went well: no more than likely that all is well', [caller(502), call('BC', 200), skipperServer(200, { of: 'BC' }), skipperClient(200), app(200)], ['shop', 'shop', 'healthy', 'likely']],
  ['a caller that took a failed call well', [caller(200), call('BC', 503), skipperServer(503, { of: 'BC' }), skipperClient(503), app(503)], ['shop', 'shop', 'passthrough', 'certain']],
  ['gRPC: the application failed behind a 200', [envoyServer('200', '-', grpc(13)), envoyClient('200', '-', grpc(13)), grpcApp(13)], ['shop', 'shop', 'passthrough', 'likely']],
  ['gRPC: the same by the name of the status', [envoyServer('200', '-', cluster({ 'rpc.response.status_code': 'INTERNAL' })), envoyClient('200', '-'), app(200)], ['shop', 'shop', 'passthrough', 'likely']],
  ['gRPC: only the application says so', [skipperServer(200), skipperClient(200), grpcApp(13)], ['shop', 'shop', 'passthrough', 'likely']],
  ['gRPC: Envoy answers "no healthy upstream" with 200', [envoyServer('200', 'UH', grpc(14))], ['envoy', 'shop', 'no_endpoint', 'certain']],
  ['gRPC: Envoy answers "connection refused" with 200', [envoyServer('200', 'UF', grpc(14)), envoyClient('0', 'UF')], ['envoy', 'shop', 'connect_failed', 'certain']],
  ['gRPC: Envoy answers "no route" with 200', [envoyServer('200', 'NR', { attributes: { 'grpc.status_code': '12' } })], ['envoy', 'envoy', 'route_miss', 'certain']],
  ['gRPC: a reset may have come before or after the 200', [envoyServer('200', 'UC', grpc(14)), envoyClient('0', 'UC'), grpcApp(14)], ['envoy', 'shop', 'reset_before_response', 'possible']],
  ['gRPC: cancelled by the caller, as far as can be told', [envoyServer('200', '-', grpc(1)), envoyClient('200', '-', grpc(1)), app(200)], ['nobody', 'client', 'client_abort', 'possible']],
  ['gRPC: OK is healthy', [envoyServer('200', '-', grpc(0)), envoyClient('200', '-', grpc(0)), app(200)], ['shop', 'shop', 'healthy', 'certain']],
  ['a websocket that the client closed', [envoyServer('101', 'DC', cluster()), envoyClient('101', '-'), app(101)], ['shop', 'shop', 'healthy', 'certain']],
  ['a websocket that the application closed', [envoyServer('101', 'UC', cluster()), envoyClient('101', 'UC'), app(101)], ['shop', 'shop', 'healthy', 'certain']],
  ['a websocket through Skipper whose copying ended', [skipperServer(101), skipperClient(101, { error: true, attributes: { 'streamBody.byte': 'streamBody error' } })], ['backend', 'backend', 'healthy', 'likely']],
  ['a redirect that the application sent', [skipperServer(302), skipperClient(302), app(302)], ['shop', 'shop', 'healthy', 'certain']],
  ['a HEAD without a page', [skipperServer(404, { attributes: { 'http.method': 'HEAD' } }), skipperClient(404), app(404)], ['shop', 'shop', 'passthrough', 'certain']],
  ['a framework without a route for the path: its http.route is not the proxy\'s', [traefikServer(404), traefikClient(404), app(404, { attributes: { 'http.route': '/*' } })], ['shop', 'shop', 'passthrough', 'certain']],
  ['work that was queued and failed later says nothing of the answer', [skipperServer(202), skipperClient(202), app(202), { id: 'P', of: 'A', service: 'shop', kind: 'producer' }, { id: 'K', of: 'P', service: 'mailer', kind: 'consumer', at: 500, ms: 30, error: true }], ['shop', 'shop', 'healthy', 'certain']],
  ['an application whose call went well on the second try failed by itself', [skipperServer(500), skipperClient(500), app(500, { error: true }), call('D1', 503, { of: 'A', service: 'shop', at: 3, ms: 2 }), call('D2', 200, { of: 'A', service: 'shop', at: 6, ms: 2 })], ['shop', 'shop', 'passthrough', 'certain']],
  ['a worker that sent several requests: the worst of them', [caller(0, 'consumer'), call('b1', 404), skipperServer(404, { of: 'b1' }), skipperClient(404), app(404), call('b2', 502), skipperServer(502, { id: 'S2', of: 'b2', error: true }), skipperClient(null, { id: 'C2', of: 'S2', ...refused })], ['skipper-ingress', 'backend', 'connect_failed', 'certain']],
];

const nameOf = ({ service, role }: { readonly service: string | null; readonly role: string }) => service ?? role;

describe('everyday traffic', () => {
  it.each(rows)('%s', (_title, specs, expected) => {
    const verdict = attribute(trace(1, 'old', specs));
    expect([nameOf(verdict.answeredBy), nameOf(verdict.causedBy), verdict.mechanism, verdict.band]).toEqual(expected);
  });

  it.each(rows)('%s: with spans lost, nothing else is certain', (_title, specs) => {
    const whole = trace(1, 'old', specs);
    const truth = attribute(whole);
    const top = whole.spans[0]!;
    for (const { trace: rest } of remaindersOf(whole, 0.3)) {
      const verdict = attribute(rest);
      // What is left may be about another, inner request of the same trace: then it is another question.
      if (verdict.band === 'certain' && rest.spans.includes(top) && verdict.chain[0]?.spanId === truth.chain[0]?.spanId) expect(nameOf(verdict.answeredBy)).toBe(nameOf(truth.answeredBy));
    }
  });

  it('says that other requests are in the trace, unless one was asked for', () => {
    const worker = trace(1, 'old', rows.at(-1)![1]);
    const codes = (against: readonly { readonly code: string; readonly text: string }[]) => against.filter(({ code }) => code === 'OTHER_REQUESTS').map(({ text }) => text);
    expect(codes(attribute(worker).against)).toEqual(['1 more request goes through proxies in this trace; this one has the worst status of them']);
    expect(codes(attribute(worker, { match: { service: 'skipper-ingress', status: 404 } }).against)).toEqual([]);
  });
});
