import type { Attributes } from '@/lib/domain/traces';
import { type SpanSpec, app, envoyClient, envoyServer, skipperClient, skipperServer } from './build';

/** Proxies of a chain: Skipper, Envoy with upstream spans, Envoy without. */
export type Link = 'skipper' | 'envoy' | 'envoy-plain';
export const links: readonly Link[] = ['skipper', 'envoy', 'envoy-plain'];

/** What happened, who answered and who caused it: `proxy 0` is the outermost. */
export interface ChainCase {
  readonly title: string;
  readonly specs: readonly SpanSpec[];
  readonly answeredBy: string | null;
  readonly causedBy: string | null;
  readonly mechanism: string;
}

interface Outcome {
  readonly status: number | null;
  /** Envoy's flags. */
  readonly flags?: string;
  /** The proxy made the answer. */
  readonly own?: boolean;
  readonly event?: string;
  readonly route?: boolean;
}

/** How a try ended: a status that came back, or why none did. */
interface Try {
  readonly status: number | null;
  readonly text?: string;
  readonly flags?: string;
  readonly canceled?: boolean;
}

const service = (link: Link, depth: number) => `${link === 'skipper' ? 'skipper' : 'envoy'}-${depth}`;

function server(link: Link, depth: number, of: string | undefined, outcome: Outcome): SpanSpec {
  const place = { id: `S${depth}`, ...(of === undefined ? {} : { of }), service: service(link, depth), at: depth * 4, ms: 60 - depth * 10 };
  if (link === 'skipper') {
    const route: Attributes = outcome.route === false ? {} : { 'skipper.route_id': 'shop' };
    return skipperServer(outcome.status ?? 499, { ...place, error: outcome.own ?? false, attributes: { hostname: place.service, ...route }, ...(outcome.event ? { events: [{ event: 'error', message: outcome.event }] } : {}) });
  }
  const cluster: Attributes = outcome.route === false ? {} : { upstream_cluster: 'next' };
  return envoyServer(String(outcome.status ?? 0), outcome.flags ?? '-', { ...place, error: (outcome.status ?? 0) >= 500, attributes: { node_id: place.service, ...cluster } });
}

function call(link: Link, depth: number, result: Try, number = 0): SpanSpec {
  const place = { id: `C${depth}${number || ''}`, of: `S${depth}`, service: service(link, depth), at: depth * 4 + 1 + number, ms: 57 - depth * 10 };
  if (link === 'skipper') {
    return skipperClient(result.status, { ...place, error: result.text !== undefined, attributes: { hostname: place.service }, ...(result.text ? { events: [{ event: 'error', message: result.text }] } : {}) });
  }
  const marks = { ...(result.canceled ? { canceled: 'true', error: 'true' } : {}), ...(number ? { 'retry.count': String(number) } : {}) };
  return envoyClient(String(result.status ?? 0), result.flags ?? '-', { ...place, attributes: { node_id: place.service, ...marks } });
}

/** What hangs below the hop at this depth. */
const parentFor = (link: Link, depth: number, number = 0) => (link === 'envoy-plain' ? `S${depth}` : `C${depth}${number || ''}`);
const tries = (link: Link, depth: number, ...results: Try[]) => (link === 'envoy-plain' ? [] : results.map((result, i) => call(link, depth, result, i)));

/** A hop that passed a status on, with its try. */
const passed = (link: Link, depth: number, status: number, of?: string) => [server(link, depth, of, { status }), ...tries(link, depth, { status })];
const backend = (link: Link, depth: number, status: number) => app(status, { of: parentFor(link, depth), at: depth * 4 + 2, ms: 30, error: status >= 500 });

const failures = {
  refused: (link: Link) => (link === 'skipper' ? { status: 502, flags: '', text: 'dialing failed true: dial tcp 10.0.0.7:8080: connect: connection refused' } : { status: 503, flags: 'UF', text: '' }),
  reset: (link: Link) => (link === 'skipper' ? { status: 500, flags: '', text: 'EOF' } : { status: 503, flags: 'UC', text: '' }),
  timeout: (link: Link) => (link === 'skipper' ? { status: 504, flags: '', text: 'context deadline exceeded' } : { status: 504, flags: 'UT', text: '' }),
};

/** A hop whose try failed, by the way of its family. */
function failed(link: Link, depth: number, kind: keyof typeof failures, of?: string): SpanSpec[] {
  const { status, flags, text } = failures[kind](link);
  const result: Try = link === 'skipper' ? { status: null, text } : kind === 'timeout' ? { status: null, canceled: true } : { status: null, flags };
  return [server(link, depth, of, { status, flags, own: true }), ...tries(link, depth, result)];
}

function missed(link: Link, depth: number, of?: string): SpanSpec {
  return server(link, depth, of, { status: 404, flags: 'NR', own: true, event: 'route lookup failed', route: false });
}

const statusOf = (specs: readonly SpanSpec[]) => Number(specs[0]!.attributes!['http.status_code']);

/** A hop whose caller went away. */
function left(link: Link, depth: number, of?: string): SpanSpec[] {
  const result: Try = link === 'skipper' ? { status: null, text: 'context canceled' } : { status: null, canceled: true };
  return [server(link, depth, of, { status: link === 'skipper' ? 499 : null, flags: 'DC', own: link === 'skipper' }), ...tries(link, depth, result)];
}

/** Every cause at each hop of `outer` before `inner`. */
export function chainCases(outer: Link, inner: Link): readonly ChainCase[] {
  const [out, inn] = [service(outer, 0), service(inner, 1)];
  const below = parentFor(outer, 0);
  const behind = (specs: readonly SpanSpec[]) => [...passed(outer, 0, statusOf(specs)), ...specs];
  const one = (title: string, specs: readonly SpanSpec[], answeredBy: string | null, causedBy: string | null, mechanism: string): ChainCase => ({ title: `${outer} before ${inner}: ${title}`, specs, answeredBy, causedBy, mechanism });
  const inside = (['refused', 'reset', 'timeout'] as const).map((kind) => {
    const arrived = kind === 'refused' ? [] : [backend(inner, 1, 200)];
    return one(`the inner one, ${kind}`, [...behind(failed(inner, 1, kind, below)), ...arrived], inn, 'backend', { refused: 'connect_failed', reset: 'reset_before_response', timeout: 'timeout' }[kind]);
  });
  return [
    one('no route at the outer one', [missed(outer, 0)], out, out, 'route_miss'),
    one('no route at the inner one', behind([missed(inner, 1, below)]), inn, inn, 'route_miss'),
    ...[404, 502, 503].map((status) => one(`the application says ${status}`, [...behind(passed(inner, 1, status, below)), backend(inner, 1, status)], 'shop', 'shop', 'passthrough')),
    one('healthy', [...behind(passed(inner, 1, 200, below)), backend(inner, 1, 200)], 'shop', 'shop', 'healthy'),
    ...inside,
    one('the outer one gave up waiting', [...failed(outer, 0, 'timeout'), ...left(inner, 1, below), backend(inner, 1, 200)], out, 'shop', 'timeout'),
    one('the client left', [...left(outer, 0), ...left(inner, 1, below), backend(inner, 1, 200)], null, null, 'client_abort'),
  ];
}

/** An outer Envoy that tries the inner proxy twice; each inner one is a process of its own (depth 1 and 2). */
function retryCases(outer: 'envoy' | 'envoy-plain', inner: Link): readonly ChainCase[] {
  const first = failed(inner, 1, 'refused', parentFor(outer, 0));
  const again = parentFor(outer, 0, 1);
  const given = statusOf(first);
  const one = (title: string, specs: readonly SpanSpec[], answeredBy: string, causedBy: string, mechanism: string): ChainCase => ({ title: `${outer} before ${inner}: ${title}`, specs, answeredBy, causedBy, mechanism });
  return [
    one('a second try saved it', [server(outer, 0, undefined, { status: 200 }), ...tries(outer, 0, { status: given, canceled: true }, { status: 200 }), ...first, ...passed(inner, 2, 200, again), backend(inner, 2, 200)], 'shop', 'shop', 'healthy'),
    one('both tries failed', [server(outer, 0, undefined, { status: given, flags: 'URX' }), ...tries(outer, 0, { status: given, canceled: true }, { status: given }), ...first, ...failed(inner, 2, 'refused', again)], service(inner, 2), 'backend', 'connect_failed'),
    one('the second try met a 404', [server(outer, 0, undefined, { status: 404 }), ...tries(outer, 0, { status: given, canceled: true }, { status: 404 }), ...first, missed(inner, 2, again)], service(inner, 2), service(inner, 2), 'route_miss'),
  ];
}

/** Three proxies in a row. */
function deepCases(outer: Link, middle: Link, inner: Link): readonly ChainCase[] {
  const through = (status: number) => [...passed(outer, 0, status), ...passed(middle, 1, status, parentFor(outer, 0))];
  const below = parentFor(middle, 1);
  const one = (title: string, specs: readonly SpanSpec[], answeredBy: string, causedBy: string, mechanism: string): ChainCase => ({ title: `${outer} before ${middle} before ${inner}: ${title}`, specs, answeredBy, causedBy, mechanism });
  const refused = failed(inner, 2, 'refused', below);
  return [
    one('no route at the last one', [...through(404), missed(inner, 2, below)], service(inner, 2), service(inner, 2), 'route_miss'),
    one('the last one, refused', [...through(statusOf(refused)), ...refused], service(inner, 2), 'backend', 'connect_failed'),
    one('the application says 503', [...through(503), ...passed(inner, 2, 503, below), backend(inner, 2, 503)], 'shop', 'shop', 'passthrough'),
    one('the middle one gave up waiting', [...passed(outer, 0, 504), ...failed(middle, 1, 'timeout', parentFor(outer, 0)), ...left(inner, 2, below), backend(inner, 2, 200)], service(middle, 1), 'shop', 'timeout'),
  ];
}

export const allChains: readonly ChainCase[] = [
  ...links.flatMap((outer) => links.flatMap((inner) => chainCases(outer, inner))),
  ...(['envoy', 'envoy-plain'] as const).flatMap((outer) => links.flatMap((inner) => retryCases(outer, inner))),
  ...deepCases('envoy', 'skipper', 'envoy'), ...deepCases('skipper', 'envoy', 'skipper'), ...deepCases('envoy-plain', 'envoy', 'envoy-plain'),
];
