import { describe, expect, it } from 'vitest';
import { attribute, subjectSpan, toRequestSample } from '@/lib/detectors/hop-verdict';
import type { Attributes } from '@/lib/domain/traces';
import { skipperServer, spanIdOf, trace } from './build';

function sampleOf(attributes: Attributes, resource: Attributes = {}) {
  const whole = trace(1, 'old', [{ id: 'S', service: 'edge-proxy', kind: 'server', at: 5, ms: 12, attributes }]);
  const placed = { ...whole, spans: whole.spans.map((span) => ({ ...span, resource })) };
  return toRequestSample(placed, attribute(placed), 'edge');
}

describe('toRequestSample', () => {
  it.each([
    ['old names', { 'http.method': 'GET', 'http.host': 'shop.example.org', 'http.target': '/cart?id=1', 'http.user_agent': 'curl/8', 'http.client_ip': '198.51.100.7', 'http.status_code': 404 }],
    ['stable names', { 'http.request.method': 'GET', 'server.address': 'shop.example.org', 'url.path': '/cart', 'user_agent.original': 'curl/8', 'client.address': '198.51.100.7', 'http.response.status_code': 404 }],
    ['Envoy', { 'http.method': 'GET', 'http.url': 'https://shop.example.org/cart?id=1#x', user_agent: 'curl/8', 'peer.address': '198.51.100.7:4711', 'http.status_code': '404', response_flags: 'NR' }],
    ['Skipper', { component: 'skipper', 'http.method': 'GET', 'http.host': 'shop.example.org', 'http.path': '/cart', 'http.remote_ip': '198.51.100.7', 'http.request.header.user_agent': ['curl/8'], 'http.status_code': 404 }],
  ] as const)('%s', (_title, attributes) => {
    expect(sampleOf(attributes)).toMatchObject({ method: 'GET', host: 'shop.example.org', path: '/cart', userAgent: 'curl/8', client: '198.51.100.7', status: 404, durationMs: 12, proxy: 'edge' });
  });

  it.each([
    ['the pod of the resource', {}, { 'k8s.pod.name': 'edge-1', 'host.name': 'node-3', 'cloud.availability_zone': 'eu-1a' }, 'edge-1', 'eu-1a'],
    ['Skipper hostname', { hostname: 'skipper-1' }, { 'host.name': 'node-3', 'k8s.node.label.topology.kubernetes.io/zone': 'eu-1b' }, 'skipper-1', 'eu-1b'],
    ['Envoy node id and zone', { node_id: 'envoy-1', zone: 'eu-1c' }, {}, 'envoy-1', 'eu-1c'],
    ['Istio node id', { node_id: 'router~10.0.0.1~gw-7d9-x.istio-system~istio-system.svc.cluster.local', zone: '' }, {}, 'gw-7d9-x', null],
    ['nothing', {}, {}, null, null],
  ])('instance and zone: %s', (_title, attributes, resource, instance, zone) => {
    expect(sampleOf({ 'http.status_code': 404, ...attributes }, resource as Attributes)).toMatchObject({ instance, zone });
  });

  it('keeps what a scanner sent, cut to length and without the query', () => {
    const sample = sampleOf({ 'http.url': 'http://A.example/..%2f/<script>?x=/y', 'user_agent.original': 'x'.repeat(10_000), 'http.status_code': 404 });
    expect(sample).toMatchObject({ host: 'A.example', path: '/..%2f/<script>' });
    expect(sample.userAgent).toHaveLength(2048);
  });

  it.each([['[2001:db8::1]:4711', '2001:db8::1'], ['2001:db8::1', '2001:db8::1'], ['198.51.100.7:80', '198.51.100.7']])('client %s is %s', (address, client) => {
    expect(sampleOf({ 'peer.address': address, 'http.status_code': 404 }).client).toBe(client);
  });

  it('missing is null, also for an empty trace', () => {
    const nothing = { traceId: 'a'.repeat(32), spans: [], partial: false, warnings: [] };
    expect(toRequestSample(nothing, attribute(nothing), 'edge')).toMatchObject({ host: null, path: null, method: null, client: null, instance: null, zone: null, status: null, answeredBy: 'unknown' });
    expect(subjectSpan(nothing)).toBeNull();
  });

  it('subjectSpan is the outermost proxy span', () => {
    expect(subjectSpan(trace(1, 'old', [skipperServer(404, { of: 'x' }), { id: 'W', service: 'web', kind: 'client', attributes: {} }]))?.spanId).toBe(spanIdOf('S'));
  });
});
