import { describe, expect, it } from 'vitest';
import { type AttributeOptions, attribute } from '@/lib/detectors/hop-verdict';
import { type SpanSpec, app, envoyClient, envoyServer, skipperClient, skipperServer, trace } from './build';
import { cluster, failed, route } from './situations';

const judge = (specs: readonly SpanSpec[], options?: AttributeOptions) => attribute(trace(77, 'old', specs), options);
const short = (specs: readonly SpanSpec[], options?: AttributeOptions) => {
  const { answeredBy, causedBy, mechanism, band } = judge(specs, options);
  return [answeredBy.service ?? answeredBy.role, causedBy.service ?? causedBy.role, mechanism, band];
};

/** An Envoy in front that gave up, and what is below its try. */
const outer = { service: 'edge' };
const gaveUp = [envoyServer('504', 'UT', { ...outer, id: 'E', error: true, ms: 400, attributes: { upstream_cluster: 'inner' } }), envoyClient('0', '-', { ...outer, id: 'EC', of: 'E', ms: 398, attributes: { canceled: 'true', error: 'true' } })];
const passed = (status: string, flags = '-') => [envoyServer(status, flags, { ...outer, id: 'E', attributes: { upstream_cluster: 'inner' } }), envoyClient(status, flags, { ...outer, id: 'EC', of: 'E' })];

/** Seen on chains of real proxies (test/fixtures/real/chains). */
describe('an outer proxy that gave up blames the hop where the time went', () => {
  const inner = skipperServer(499, { of: 'EC', at: 2, ms: 396, error: true, ...route });

  it.each<readonly [string, readonly SpanSpec[], readonly string[]]>([
    ['the application, when the try of the inner proxy took that time', [inner, skipperClient(null, { at: 3, ms: 394, ...failed('context canceled') }), app(200, { at: 4, ms: 392 })], ['edge', 'shop', 'timeout', 'certain']],
    ['the inner proxy, when its try began after the outer one had left', [{ ...inner, ms: 1_500 }, skipperClient(null, { at: 1_500, ms: 1, ...failed('context canceled') })], ['edge', 'skipper-ingress', 'timeout', 'certain']],
    ['the inner proxy, when it got the answer in time and kept it', [inner, skipperClient(200, { at: 3, ms: 394, attributes: { 'client.request': 'canceled' } }), app(200, { at: 4, ms: 5 })], ['edge', 'skipper-ingress', 'timeout', 'certain']],
    ['the same before an application without spans', [inner, skipperClient(200, { at: 3, ms: 394, attributes: { 'client.request': 'canceled' } })], ['edge', 'skipper-ingress', 'timeout', 'certain']],
    ['nobody, when the inner proxy shows no try: it may be lost', [inner], ['edge', 'unknown', 'timeout', 'certain']],
    ['nobody, when a failed try is not the last one', [inner, skipperClient(null, { at: 3, ms: 2, ...failed('connection refused') })], ['edge', 'unknown', 'timeout', 'certain']],
    ['the inner proxy, when a fault delay was injected there', [envoyServer('0', 'DI,DC', { service: 'mesh', of: 'EC', at: 2, ms: 396, ...cluster })], ['edge', 'mesh', 'timeout', 'certain']],
    ['nobody, when the inner proxy never shows tries', [envoyServer('0', 'DC', { service: 'mesh', of: 'EC', at: 2, ms: 396, ...cluster })], ['edge', 'unknown', 'timeout', 'certain']],
    ['the last of three proxies', [inner, skipperClient(null, { at: 3, ms: 394, ...failed('context canceled') }), envoyServer('0', 'DC', { service: 'mesh', id: 'M', of: 'C', at: 4, ms: 392, ...cluster }), app(200, { of: 'M', at: 5, ms: 390 })], ['edge', 'shop', 'timeout', 'certain']],
  ])('%s', (_what, below, expected) => {
    expect(short([...gaveUp, ...below])).toEqual(expected);
  });

  it('does not blame an application that hangs there by time only: the proxy before it may have been killed', () => {
    const orphan = app(200, { of: 'lost', at: 4, ms: 390 });
    const unseen = { role: 'backend', service: 'shop', instance: '10.0.0.7:8080', spanId: null };
    expect(judge([...gaveUp, orphan])).toMatchObject({ answeredBy: { service: 'edge' }, causedBy: unseen });
    expect(judge([gaveUp[0]!, orphan])).toMatchObject({ answeredBy: { service: 'edge' }, causedBy: { service: 'inner', spanId: null } });
  });
});

describe('the chain holds every hop that the request was seen to reach', () => {
  const left = [skipperServer(499, { service: 'edge', id: 'E', error: true, ...route }), skipperClient(null, { service: 'edge', id: 'EC', of: 'E', ...failed('context canceled') })];
  const mesh = [envoyServer('0', 'DC', { service: 'mesh', id: 'M', of: 'EC', at: 2, ms: 396, ...cluster }), envoyClient('0', '-', { service: 'mesh', id: 'MC', of: 'M', at: 3, ms: 390 })];

  it.each<readonly [string, readonly SpanSpec[], readonly string[]]>([
    ['when the client left', [...left, ...mesh, app(200, { of: 'MC', at: 4, ms: 380 })], ['edge', 'mesh', 'shop']],
    ['when the client left and the application writes no spans', [...left, ...mesh], ['edge', 'mesh']],
    ['when the outer proxy gave up', [...gaveUp, ...mesh, app(200, { of: 'MC', at: 4, ms: 380 })], ['edge', 'mesh', 'shop']],
    ['up to a span that hangs there by time only', [...left, ...mesh, app(200, { of: 'lost', at: 4, ms: 380 })], ['edge', 'mesh']],
    ['and not what an application calls for its answer', [...left, ...mesh, app(200, { of: 'MC', at: 4, ms: 380 }), app(200, { service: 'stock', id: 'S', of: 'A', at: 5, ms: 20 })], ['edge', 'mesh', 'shop']],
  ])('%s', (_what, specs, chain) => {
    expect(judge(specs).chain.map(({ service }) => service)).toEqual(chain);
  });
});

describe('a body that broke off is blamed on the innermost hop that saw it', () => {
  const broken = passed('200', 'UPE');
  const streamed = skipperClient(200, { error: true, attributes: { 'streamBody.byte': 'streamBody error' } });

  it.each<readonly [string, readonly SpanSpec[], readonly string[]]>([
    ['an application behind two proxies', [...broken, skipperServer(200, { of: 'EC', ...route }), streamed, app(200)], ['shop', 'shop', 'reset_mid_response', 'certain']],
    ['one without spans', [...broken, skipperServer(200, { of: 'EC', ...route }), streamed], ['backend', 'backend', 'reset_mid_response', 'certain']],
    ['an inner proxy whose own side was whole', [...broken, skipperServer(200, { of: 'EC', ...route }), skipperClient(200), app(200)], ['skipper-ingress', 'skipper-ingress', 'reset_mid_response', 'certain']],
    ['the address of an inner proxy whose try is lost', [...broken, skipperServer(200, { of: 'EC', ...route })], ['shop', 'shop', 'reset_mid_response', 'certain']],
    ['an inner proxy whose try is lost while the span below it is not', [...broken, skipperServer(200, { of: 'EC', ...route }), app(200, { of: 'lost' })], ['shop', 'shop', 'reset_mid_response', 'certain']],
    ['the same after a 404', [...passed('404', 'UPE'), envoyServer('404', 'UPE', { of: 'EC', ...cluster }), envoyClient('404', 'UPE'), app(404)], ['shop', 'shop', 'reset_mid_response', 'certain']],
  ])('%s', (_what, specs, expected) => {
    expect(short(specs)).toEqual(expected);
  });
});

describe('a healthy answer through several proxies', () => {
  it('is no surer about who answered than the innermost proxy lets it be', () => {
    expect(short([...passed('200'), envoyServer('200', '-', { service: 'mesh', of: 'EC', ...cluster })])).toEqual(['shop', 'shop', 'healthy', 'likely']);
    expect(short([...passed('200'), skipperServer(200, { of: 'EC', ...route })])).toEqual(['unknown', 'unknown', 'healthy', 'likely']);
  });
});

describe('an outer proxy that changed the status', () => {
  const rewrote = [envoyServer('500', '-', { ...outer, id: 'E', attributes: { upstream_cluster: 'inner' } }), envoyClient('502', '-', { ...outer, id: 'EC', of: 'E' })];

  it('is certain of the cause only where the inner proxy says it', () => {
    const inner = skipperServer(502, { of: 'EC', error: true, ...route });
    expect(short([...rewrote, inner, skipperClient(null, failed('dial tcp: connection refused'))])).toEqual(['edge', 'backend', 'status_rewritten', 'certain']);
    expect(short([...rewrote, inner])).toEqual(['edge', 'unknown', 'status_rewritten', 'certain']);
  });
});

describe('one Envoy span without flags', () => {
  it('does not tell the answer of the cluster from one of a filter', () => {
    expect(short([envoyServer('500', '-', cluster)])).toEqual(['shop', 'shop', 'passthrough', 'possible']);
  });
});

describe('a hop before the outermost seen one', () => {
  it('may have changed the answer: never certain', () => {
    const specs = [skipperServer(503, { of: 'lost', ...route }), skipperClient(503), app(503)];
    expect(short(specs)).toEqual(['shop', 'shop', 'passthrough', 'likely']);
    expect(short([skipperServer(499, { of: 'lost', error: true, ...route }), skipperClient(null, failed('context canceled'))])).toEqual(['nobody', 'client', 'client_abort', 'possible']);
  });
});

describe('texts of Skipper', () => {
  it('two lengths in one response are a protocol error', () => {
    const text = 'net/http: HTTP/1.x transport connection broken: http: message cannot contain multiple Content-Length headers; got ["5" "7"]';
    expect(short([skipperServer(500, { error: true, ...route }), skipperClient(null, failed(text)), app(200)])).toEqual(['skipper-ingress', 'shop', 'protocol_error', 'certain']);
  });
});
