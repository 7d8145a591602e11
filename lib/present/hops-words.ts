import type { HopName, HopPart } from '../domain/hops';
import { formatPercent } from './format';
import { clipText } from './hostile-text';
import { hopName } from './verdict';
import { roleWords } from './words';

/** Below this many traces a share is luck (as `HopAgreement` counts it). */
export const FEW_TRACES = 20;

/** A hop as a row or series calls it: `skipper-ingress (proxy)`, or its role alone. */
export function hopLabel({ role, service }: HopName): string {
  return role === 'unknown' || service === null || service === '' ? roleWords[role] : `${clipText(service, 48).text} (${roleWords[role]})`;
}

/** Equal for equal hops; safe as a key in a Map and in a URL. */
export function hopKey({ role, service }: HopName): string {
  return role === 'unknown' || service === null ? role : `${role}.${service}`;
}

/** True where the verdict names no hop. */
export function isUnknown({ role }: HopName): boolean {
  return role === 'unknown';
}

/** `74 to 88 %`. */
export function intervalText(low: number, high: number): string {
  return `${formatPercent(low).replace(/\u00A0%$/, '')} to ${formatPercent(high)}`;
}

/** What became of those answers, as the end of "82 % of the answers ...": who made them, and why. */
export function madeText({ answeredBy, causedBy, mechanism }: HopPart): string {
  if (isUnknown(answeredBy)) return 'cannot be laid to any hop';
  if (answeredBy.role === 'nobody') return mechanism === 'client_abort' ? 'were never sent: the client went away first' : 'were never sent';
  const who = answeredBy.role === 'unseen' ? 'a hop that no span shows' : hopName(answeredBy);
  return `were made by ${who}${becauseText(answeredBy, causedBy, mechanism)}`;
}

/** `were made by skipper-ingress`, without the reason. */
export function answeredText(hop: HopName): string {
  if (isUnknown(hop)) return 'cannot be laid to any hop';
  if (hop.role === 'nobody') return 'were never sent';
  return `were made by ${hop.role === 'unseen' ? 'a hop that no span shows' : hopName(hop)}`;
}

/** The reason as the end of "most of them ...". */
export function reasonText({ answeredBy, causedBy, mechanism }: Pick<HopPart, 'answeredBy' | 'causedBy' | 'mechanism'>): string {
  if (mechanism === 'passthrough') return 'passed on as they were';
  if (mechanism === 'backend_own_error') return 'by an error of its own';
  return becauseText(answeredBy, causedBy, mechanism).trim();
}

/** The reason, with the hop that is to blame where that is another one. */
function becauseText(answeredBy: HopName, causedBy: HopName, mechanism: HopPart['mechanism']): string {
  const same = hopKey(answeredBy) === hopKey(causedBy);
  const cause = same || isUnknown(causedBy) || causedBy.role === 'nobody' ? 'the next hop' : causedBy.role === 'unseen' ? 'a hop that no span shows' : hopName(causedBy);
  const reasons: Record<HopPart['mechanism'], string> = {
    route_miss: ' because no route matched',
    local_policy: ' by one of its own routes or filters',
    no_endpoint: ` because ${cause} had no ready endpoint`,
    connect_failed: ` because the connection to ${cause} was refused or failed`,
    reset_before_response: ` because ${cause} closed the connection before it answered`,
    reset_mid_response: ` because the response of ${cause} broke off`,
    timeout: ` because ${cause} did not answer in time`,
    passthrough: same ? ' and passed on' : ` and passed on from ${cause}`,
    status_rewritten: ` in place of another status of ${cause}`,
    client_abort: ' after the client had gone away',
    backend_own_error: ' itself',
    before_first_span: ' before the first hop that writes spans',
    undetermined: ' for a reason that the spans do not show',
    config: ' because its configuration names what is not there',
    protocol_error: ` because ${cause} broke the protocol`,
    healthy: ' with nothing to blame',
  };
  return reasons[mechanism];
}

/** What a mechanism means, half a sentence beside its name. */
export const mechanismHints: Readonly<Record<HopPart['mechanism'], string>> = {
  route_miss: 'the proxy has no route for this host and path, and answered itself',
  local_policy: 'a route, filter or limit of the proxy is told to answer so',
  no_endpoint: 'the route leads to a service without a ready pod',
  connect_failed: 'the proxy could not open a connection to the next hop',
  reset_before_response: 'the next hop took the request and closed the connection without an answer',
  reset_mid_response: 'the next hop began to answer and broke off',
  timeout: 'the next hop did not answer in time',
  passthrough: 'the next hop answered with this status itself, and the proxy handed it on',
  status_rewritten: 'the next hop answered with another status, and the proxy changed it',
  client_abort: 'the client closed the connection before the answer',
  backend_own_error: 'the application made this status itself',
  before_first_span: 'it ended before any hop that sends spans',
  undetermined: 'the spans fit more than one explanation',
  config: 'the configuration of the proxy names a cluster or service that does not exist',
  protocol_error: 'the next hop broke the protocol, for example TLS or HTTP framing',
  healthy: 'nothing went wrong',
};
