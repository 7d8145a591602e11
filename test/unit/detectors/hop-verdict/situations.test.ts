import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attribute, type AttributeOptions } from '@/lib/detectors/hop-verdict';
import type { Verdict } from '@/lib/domain/verdict';
import { parseTraces } from '@/lib/wire/parse-traces';
import { encode, encodings } from '../../wire/encode';
import { type SpanSpec, app, envoyClient, envoyServer, skipperClient, skipperServer, spanIdOf, trace } from './build';
import { cluster, failed, route, situations } from './situations';

const judge = (specs: readonly SpanSpec[], options?: AttributeOptions) => attribute(trace(99, 'old', specs), options);

describe('situations made to happen on real proxies', () => {
  it.each(situations)('%s %s', (_proxy, _title, specs, expected) => {
    const verdict = judge(specs);
    expect([verdict.answeredBy.role, verdict.causedBy.role, verdict.mechanism, verdict.band]).toEqual(expected);
  });
});

describe('every situation', () => {
  const short = ({ answeredBy, causedBy, mechanism, band, status, earlierAttempts, chain }: Verdict) => [answeredBy.role, answeredBy.spanId, causedBy.role, mechanism, band, status, earlierAttempts, chain.length];

  it.each(encodings)('has the same verdict read from %s', (encoding) => {
    for (const [, title, specs] of situations) {
      const whole = trace(99, 'old', specs);
      const parsed = parseTraces(JSON.parse(JSON.stringify(encode(whole, encoding))));
      if (!parsed.ok) throw new Error(parsed.error);
      expect([title, ...short(attribute(parsed.traces[0]!))]).toEqual([title, ...short(attribute(whole))]);
    }
  });
});

describe('lost spans', () => {
  it('never lead to a wrong "certain" about the same answer', () => {
    const pieces = fc.constantFrom(...situations).chain(([, title, specs]) => fc.tuple(fc.constant(title), fc.constant(specs), fc.subarray([...specs])));
    fc.assert(fc.property(pieces, ([_title, specs, rest]) => {
      const whole = judge(specs);
      const part = judge(rest);
      if (part.band !== 'certain' || part.status !== whole.status || part.chain[0]?.spanId !== whole.chain[0]?.spanId) return;
      expect([part.answeredBy.role, part.mechanism]).toEqual([whole.answeredBy.role, whole.mechanism]);
    }), { numRuns: 2000 });
  });
});

describe('attribute', () => {
  it('names the dead endpoint as the cause', () => {
    const verdict = judge([skipperServer(502, { error: true, ...route }), skipperClient(null, failed('connect: connection refused'))]);
    expect(verdict.causedBy).toMatchObject({ role: 'backend', instance: '10.0.0.7:8080', spanId: null });
    expect(verdict.evidence[0]).toMatchObject({ code: 'CONNECT_ERROR_TEXT', spanId: spanIdOf('C'), text: expect.stringContaining('refused') });
  });

  it('descends through proxies and lists the chain from the outside in', () => {
    const verdict = judge([envoyServer('404', '-', { id: 'E', ...cluster }), envoyClient('404', '-', { id: 'EC', of: 'E' }), skipperServer(404, { of: 'EC', at: 2, ms: 20, ...route }), skipperClient(404, { at: 3, ms: 15 }), app(404, { at: 4, ms: 10 })]);
    expect(verdict.chain.map((hop) => [hop.role, hop.service, hop.status])).toEqual([['proxy', 'envoy', 404], ['proxy', 'skipper-ingress', 404], ['backend', 'shop', 404]]);
    expect(verdict.answeredBy).toMatchObject({ role: 'backend', instance: 'shop-7' });
  });

  it('blames the application behind an inner proxy when the outer one gave up', () => {
    const verdict = judge([envoyServer('504', 'UT', { id: 'E', error: true, ...cluster }), envoyClient('0', '-', { id: 'EC', of: 'E', attributes: { canceled: 'true' } }), skipperServer(499, { of: 'EC', at: 2, error: true, ...route }), skipperClient(null, { ...failed('context canceled') }), app(200)]);
    expect([verdict.answeredBy.service, verdict.causedBy.service, verdict.mechanism]).toEqual(['envoy', 'shop', 'timeout']);
  });

  it('shows where the request arrived when the proxy gave up', () => {
    const verdict = judge([envoyServer('504', 'UT', { error: true, ...cluster }), envoyClient('0', '-', { attributes: { canceled: 'true' } }), app(200)]);
    expect(verdict.chain.map((hop) => [hop.service, hop.status])).toEqual([['envoy', 504], ['shop', 200]]);
    expect(verdict.evidence.map((item) => item.code)).toEqual(['ENVOY_FLAG', 'SERVER_SPAN_BELOW']);
  });

  it('keeps a sidecar and its application of the same name and pod apart', () => {
    const sidecar = envoyServer('404', '-', { service: 'shop', pod: 'shop-7', attributes: { upstream_cluster: 'inbound' } });
    const own: SpanSpec = { ...app(404, { of: 'S' }), attributes: { 'http.status_code': 404 } };
    const whole = trace(1, 'old', [sidecar, own, { id: 'D', of: 'A', service: 'shop', kind: 'client', at: 3, ms: 2, attributes: { 'http.status_code': 200 }, pod: 'shop-7' }]);
    const scoped = { ...whole, spans: whole.spans.map((span, i) => ({ ...span, scope: i === 0 ? 'envoy' : '@opentelemetry/instrumentation-http' })) };
    expect(attribute(scoped)).toMatchObject({ answeredBy: { role: 'backend', spanId: spanIdOf('A') }, mechanism: 'passthrough', band: 'certain' });
  });

  it('notes that the caller saw another status than the outermost hop sent', () => {
    const verdict = judge([{ id: 'W', service: 'web', kind: 'client', ms: 40, attributes: { 'http.status_code': 504 } }, envoyServer('404', 'NR', { of: 'W' })]);
    expect(verdict).toMatchObject({ status: 404, mechanism: 'route_miss', against: [{ code: 'STATUS_MISMATCH_BELOW', spanId: spanIdOf('W') }] });
  });

  it('never lets a part of a trace be certain', () => {
    const whole = trace(1, 'old', [envoyServer('404', 'NR')]);
    expect(attribute({ ...whole, partial: true })).toMatchObject({ mechanism: 'route_miss', band: 'likely', against: [{ code: 'PARTIAL' }] });
  });

  it('is not certain of an answer that a hop before it may have changed', () => {
    const verdict = judge([envoyServer('404', 'NR', { of: 'gone' })]);
    expect(verdict).toMatchObject({ mechanism: 'route_miss', band: 'likely', against: [{ code: 'ORPHAN_EDGE' }] });
  });

  it('is certain of it where requests usually come with a parent from elsewhere', () => {
    const options = { profiles: { envoy: { pAttempt: 1, pBelow: 1, pForeignParent: 1, samples: 50 } } };
    expect(judge([envoyServer('404', 'NR', { of: 'gone' })], options)).toMatchObject({ band: 'certain', confidence: 0.922 });
  });

  it('does not take a caller that gave up for a client that left', () => {
    expect(judge([skipperServer(499, { of: 'gone', error: true, ...route }), skipperClient(null, failed('context canceled'))])).toMatchObject({ mechanism: 'client_abort', band: 'possible' });
  });

  it.each<[string, readonly SpanSpec[], string]>([
    ['a shunt for no endpoints', [skipperServer(502, route)], 'no_endpoint'],
    ['429 of a filter', [skipperServer(429, route)], 'local_policy'],
  ])('%s is likely once it is known that forwarding spans are not lost here', (_title, specs, mechanism) => {
    const profiles = { 'skipper-ingress': { pAttempt: 0.99, pBelow: 0.9, samples: 100 } };
    expect(judge(specs, { profiles })).toMatchObject({ answeredBy: { role: 'proxy' }, mechanism, band: 'likely' });
  });

  it('attaches an orphan by time and trusts it less', () => {
    const verdict = judge([skipperServer(404, route), app(404, { of: 'lost' })]);
    expect(verdict).toMatchObject({ answeredBy: { role: 'backend' }, mechanism: 'passthrough', band: 'likely' });
    expect(verdict.against.map((item) => item.code)).toContain('ORPHAN_EDGE');
  });

  it('takes roles from the configuration', () => {
    const specs: SpanSpec[] = [{ id: 'S', service: 'edge', kind: 'server', attributes: { 'http.status_code': 404 } }, { id: 'C', of: 'S', service: 'edge', kind: 'client', at: 1, ms: 5, attributes: { 'http.status_code': 404 } }, app(404)];
    expect(judge(specs).chain[0]!.role).toBe('backend');
    expect(judge(specs, { roles: [{ service: 'ed*', role: 'load-balancer' }] }).chain.map((hop) => hop.role)).toEqual(['load-balancer', 'backend']);
  });

  it('judges the request that is asked for', () => {
    const specs = [envoyServer('200', '-', cluster), envoyServer('404', 'NR', { id: 'S2', at: 50, attributes: { node_id: 'envoy-2' } })];
    expect(judge(specs).status).toBe(404);
    expect(judge(specs, { match: { status: 200 } }).status).toBe(200);
    expect(judge(specs, { match: { spanId: spanIdOf('S2') } }).answeredBy.instance).toBe('envoy-2');
  });

  it('does not take the words of a client for evidence', () => {
    const attributes = { 'http.path': '/route lookup failed connection refused', 'http.user_agent': 'context canceled', 'http.request.header.proxy-status': 'x; error=connection_refused' };
    expect(judge([skipperServer(404, { attributes: { 'skipper.route_id': 'shop', ...attributes } }), skipperClient(404, { attributes }), app(404)]).mechanism).toBe('passthrough');
  });

  it('says unknown of an empty trace', () => {
    expect(judge([])).toMatchObject({ answeredBy: { role: 'unknown' }, mechanism: 'undetermined', band: 'unknown', status: null, chain: [] });
  });

  it('believes the Proxy-Status of an Envoy, and not a forwarded one', () => {
    const field = { 'http.response.header.proxy-status': ['envoy; error=connection_refused; details="x"'] };
    expect(judge([{ id: 'S', service: 'edge-proxy', kind: 'server', attributes: { 'http.status_code': 502, ...field } }]).mechanism).toBe('connect_failed');
    expect(judge([skipperServer(502, { attributes: { 'skipper.route_id': 'shop', ...field } }), skipperClient(502), app(502)]).mechanism).toBe('passthrough');
  });
});
