import type { HopRef, Verdict } from '../../../lib/domain/verdict';
import { appServices, serviceNames } from './chain';
import type { Actor } from './causes';
import { type Case, type Network, deadEndpoints } from './network';

/** Addresses of a run that truths are checked against. */
export type Addresses = Network;

/**
 * How a verdict compares with what happened. `right`: both hops and the mechanism, at `likely` or above. `hedged`: it says that
 * it cannot tell (below `likely`, or a hop is `unknown` and the other one right). `wrong`: anything else.
 */
export type Outcome = 'right' | 'hedged' | 'wrong';

export function outcomeOf(verdict: Verdict, one: Case, addresses: Addresses): Outcome {
  const hops = [[verdict.answeredBy, one.cause.truth.answeredBy], [verdict.causedBy, one.cause.truth.causedBy]] as const;
  const right = hops.every(([ref, actor]) => isActor(ref, actor, one, addresses)) && verdict.mechanism === one.cause.truth.mechanism;
  const strong = verdict.band === 'likely' || verdict.band === 'certain';
  if (strong && right) return 'right';
  const silent = hops.every(([ref, actor]) => ref.role === 'unknown' || isActor(ref, actor, one, addresses));
  return strong && !silent ? 'wrong' : 'hedged';
}

/** True when a verdict on what is left of a trace claims a hop that is not the right one. `unknown` and `unseen` claim none. */
export function claimsWrongHop(verdict: Verdict, one: Case, addresses: Addresses): boolean {
  const claims = (ref: HopRef, actor: Actor) => ref.role !== 'unknown' && ref.role !== 'unseen' && !isActor(ref, actor, one, addresses) && !isTowards(ref, actor, one, addresses);
  return claims(verdict.answeredBy, one.cause.truth.answeredBy) || claims(verdict.causedBy, one.cause.truth.causedBy);
}

/** Both hops are named, or the address behind which they are. */
export function namesBothHops(verdict: Verdict, one: Case, addresses: Addresses): boolean {
  return verdict.answeredBy.role !== 'unknown' && verdict.causedBy.role !== 'unknown' && !claimsWrongHop(verdict, one, addresses);
}

function isActor(ref: HopRef, actor: Actor, one: Case, { apps, broken, doomed }: Addresses): boolean {
  switch (actor) {
    case 'client': case 'nobody': return ref.role === actor;
    case 'outer': case 'inner': return ref.role === 'proxy' && ref.service === serviceNames[actor][one.chain[actor] ?? 'skipper'];
    case 'app': return one.app === 'traced' ? ref.role === 'backend' && ref.service === appServices.traced && ref.spanId !== null : isUnseen(ref, [apps.plain]);
    case 'doomed': return doomed !== null && isUnseen(ref, [doomed[one.chain.inner]]);
    case 'beyond-outer': case 'beyond-inner': return isUnseen(ref, [...deadEndpoints, broken]);
  }
}

/**
 * A reference without a span means "at this address, or behind it": where spans are lost it is right to name the address that
 * the last seen proxy sent to. An inner proxy is on the way to everything behind it.
 */
function isTowards(ref: HopRef, actor: Actor, one: Case, { apps, inner }: Addresses): boolean {
  const gate = inner === null || one.chain.outer === null ? [] : [inner[one.chain.inner]];
  if (actor === 'app') return isUnseen(ref, [apps[one.app], ...gate]);
  return (actor === 'inner' || actor === 'beyond-inner') && isUnseen(ref, gate);
}

/** A hop without spans: known by its address, or by the name of its cluster, which holds the address; Skipper may know neither. */
function isUnseen(ref: HopRef, addresses: readonly string[]): boolean {
  if (ref.role !== 'backend' || ref.spanId !== null) return false;
  const words = [ref.instance, ref.service].filter((text) => text !== null);
  return words.every((text) => text.endsWith('/empty/rule/0') || addresses.some((address) => text === address || text.includes(address.replaceAll(/[^0-9]+/g, '-'))));
}
