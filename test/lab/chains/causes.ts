import type { Mechanism } from '../../../lib/domain/verdict';
import { type Chain, type HopKind, type Place, places } from './chain';

/** What a proxy does with the requests of one cause. */
export interface HopRoute {
  /**
   * `next`: the next hop of the chain; `dead`: an address where nobody listens; `broken`: a server that misbehaves as the path
   * says, in the place of the next hop; `doomed`: a proxy like the next one, which is killed while requests wait in it; `dead-then-next`: both, so that a retry is needed; `dead-twice`: a retry
   * that does not help; `none`: a route without endpoints; `own-404`: the proxy answers 404 itself (catch-all, direct response).
   */
  readonly to: 'next' | 'dead' | 'broken' | 'doomed' | 'dead-then-next' | 'dead-twice' | 'none' | 'own-404';
  readonly timeoutMs?: number;
  /** Waits so long before it sends the request on. */
  readonly delayMs?: number;
  /** Keeps every answer back for so long (Skipper only). */
  readonly holdMs?: number;
  /** Changes the status of every answer into this one. */
  readonly rewriteTo?: number;
}

/**
 * Who did it. `beyond-outer`: what the outer proxy wanted to reach and could not, without a span of its own (only its address
 * is known); `beyond-inner` likewise; `doomed`: the inner proxy that was killed and could not write spans.
 */
export type Actor = Place | 'app' | 'doomed' | 'beyond-outer' | 'beyond-inner' | 'client' | 'nobody';

export interface Truth {
  readonly answeredBy: Actor;
  readonly causedBy: Actor;
  readonly mechanism: Mechanism;
  /** What the client may get; 0: no answer. */
  readonly statuses: readonly number[];
}

/** Something that is made to happen on one chain. */
export interface ChainCause {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Null: this proxy has no route for the host. */
  readonly routes: Readonly<Record<Place, HopRoute | null>>;
  readonly truth: Truth;
  readonly abortAfterMs?: number;
  /** The doomed proxies are killed while the request waits. */
  readonly kills?: true;
  /** Sent so often: round robin must meet the dead endpoint first. */
  readonly times?: number;
}

/** Every cause at every hop of a chain in turn. */
export function causesOf(chain: Chain): readonly ChainCause[] {
  return [...appCauses, ...places(chain).flatMap((place) => proxyCauses(place, chain[place]!)), ...(chain.outer === null ? [] : [...betweenCauses, innerKilled(chain.outer)]), ...(chain.outer !== null && chain.inner === 'skipper' ? [heldBack] : [])];
}

const forward: HopRoute = { to: 'next' };
const open = { outer: forward, inner: forward } as const;
const truth = (answeredBy: Actor, causedBy: Actor, mechanism: Mechanism, ...statuses: readonly number[]): Truth => ({ answeredBy, causedBy, mechanism, statuses });
const fromApp = (status: number): Pick<ChainCause, 'method' | 'path' | 'routes' | 'truth'> => ({ method: 'GET', path: `/fault/status/${status}`, routes: open, truth: truth('app', 'app', 'passthrough', status) });

/** The application does it, whatever stands before it. */
const appCauses: readonly ChainCause[] = [
  { name: 'healthy', method: 'GET', path: '/fault/status/200', routes: open, truth: truth('app', 'app', 'healthy', 200) },
  { name: 'app-404', ...fromApp(404) }, { name: 'app-500', ...fromApp(500) }, { name: 'app-502', ...fromApp(502) }, { name: 'app-503', ...fromApp(503) }, { name: 'app-504', ...fromApp(504) },
  { name: 'app-mid-body', method: 'GET', path: '/fault/mid-body', routes: open, truth: truth('app', 'app', 'reset_mid_response', 200) },
  { name: 'client-gone', method: 'GET', path: '/fault/hang', abortAfterMs: 300, routes: open, truth: truth('nobody', 'client', 'client_abort', 0) },
];

/** Statuses with which the proxies answer for what went wrong behind them (lab.md sections 3 and 4). */
const ownStatus: Readonly<Record<'refused' | 'closed' | 'garbage' | 'none', Readonly<Record<'skipper' | 'envoy', readonly number[]>>>> = {
  refused: { skipper: [502], envoy: [503] },
  // Go tells an end of the stream (500) from a reset (503); which one it meets after a close is a matter of microseconds.
  closed: { skipper: [500, 503], envoy: [503] },
  garbage: { skipper: [500], envoy: [502] },
  none: { skipper: [502], envoy: [503] },
};

/** Made at the proxy of this place, or between it and what it sends to. */
function proxyCauses(place: Place, kind: HopKind): readonly ChainCause[] {
  const beyond: Actor = place === 'outer' ? 'beyond-outer' : 'beyond-inner';
  // What misbehaves behind an inner proxy is the application itself; behind an outer one a broken server in the place of the inner.
  const faulty: Actor = place === 'outer' ? 'beyond-outer' : 'app';
  const faultyRoute: HopRoute = place === 'outer' ? { to: 'broken' } : forward;
  const own = (failure: keyof typeof ownStatus) => ownStatus[failure][kind === 'skipper' ? 'skipper' : 'envoy'];
  const at = (route: HopRoute | null) => ({ ...open, [place]: route });
  const made = (name: string, route: HopRoute | null, of: Truth, ask: Partial<ChainCause> = {}): ChainCause => ({ name: `${place}-${name}`, method: 'GET', path: '/fault/status/200', routes: at(route), truth: of, ...ask });
  const faulted = (name: string, fault: string, mechanism: Mechanism, statuses: readonly number[], more: Partial<HopRoute> = {}) => made(name, { ...faultyRoute, ...more }, truth(place, faulty, mechanism, ...statuses), { method: 'POST', path: `/fault/${fault}` });
  return [
    made('route-miss', null, truth(place, place, 'route_miss', 404)),
    made('catch-all', { to: 'own-404' }, truth(place, place, 'local_policy', 404)),
    made('no-endpoint', { to: 'none' }, truth(place, beyond, 'no_endpoint', ...own('none'))),
    made('refused', { to: 'dead' }, truth(place, beyond, 'connect_failed', ...own('refused')), { method: 'POST' }),
    made('retry-failed', { to: 'dead-twice' }, truth(place, beyond, 'connect_failed', ...own('refused'))),
    made('retry-worked', { to: 'dead-then-next' }, truth('app', 'app', 'healthy', 200), { times: 4 }),
    made('rewritten', { to: 'next', rewriteTo: 500 }, truth(place, 'app', 'status_rewritten', 500), { path: '/fault/status/503' }),
    faulted('closed', 'close', 'reset_before_response', own('closed')),
    faulted('reset', 'reset', 'reset_before_response', own('closed')),
    faulted('timeout', 'hang', 'timeout', [504], { timeoutMs: 300 }),
    faulted('garbage', 'garbage', 'protocol_error', own('garbage')),
    faulted('two-lengths', 'two-lengths', 'protocol_error', own('garbage')),
    ...(place === 'outer' ? [made('mid-body', { to: 'broken' }, truth('beyond-outer', 'beyond-outer', 'reset_mid_response', 200), { path: '/fault/mid-body' })] : []),
  ];
}

/** Only in a chain: the outer proxy gives up while the inner one waits, or is slow itself. */
const impatient: HopRoute = { to: 'next', timeoutMs: 400 };
const betweenCauses: readonly ChainCause[] = [
  { name: 'outer-timeout-app-hangs', method: 'POST', path: '/fault/hang', routes: { outer: impatient, inner: forward }, truth: truth('outer', 'app', 'timeout', 504) },
  { name: 'outer-timeout-inner-slow', method: 'GET', path: '/fault/status/200', routes: { outer: impatient, inner: { to: 'next', delayMs: 1_500 } }, truth: truth('outer', 'inner', 'timeout', 504) },
  { name: 'both-rewrite', method: 'GET', path: '/fault/status/404', routes: { outer: { to: 'next', rewriteTo: 502 }, inner: { to: 'next', rewriteTo: 503 } }, truth: truth('outer', 'app', 'status_rewritten', 502) },
  { name: 'outer-rewrites-refused', method: 'POST', path: '/fault/status/200', routes: { outer: { to: 'next', rewriteTo: 500 }, inner: { to: 'dead' } }, truth: truth('outer', 'beyond-inner', 'status_rewritten', 500) },
  { name: 'outer-rewrites-route-miss', method: 'GET', path: '/fault/status/200', routes: { outer: { to: 'next', rewriteTo: 503 }, inner: null }, truth: truth('outer', 'inner', 'status_rewritten', 503) },
];

/** A rollout of the inner proxies: the application's span is there, those of the killed proxy are not. */
const innerKilled = (outer: HopKind): ChainCause => ({
  name: 'inner-killed', method: 'POST', path: '/fault/hang', kills: true, routes: { outer: { to: 'doomed' }, inner: forward },
  truth: truth('outer', 'doomed', 'reset_before_response', ...ownStatus.closed[outer === 'skipper' ? 'skipper' : 'envoy']),
});

/** The application has answered in time. */
const heldBack: ChainCause = { name: 'outer-timeout-inner-holds', method: 'GET', path: '/fault/status/200', routes: { outer: impatient, inner: { to: 'next', holdMs: 1_500 } }, truth: truth('outer', 'inner', 'timeout', 504) };

export const causeHost = (chain: Chain, cause: ChainCause, app: string) => `${cause.name}.${app}.${chain.name}.example.org`;
