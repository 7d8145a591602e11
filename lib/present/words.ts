import type { NotFoundClass } from '../domain/not-found-detail';
import type { Band, HopRole, Mechanism } from '../domain/verdict';
import { clipText } from './hostile-text';

/** Roles of hops as people say them. */
export const roleWords: Record<HopRole, string> = {
  proxy: 'proxy', backend: 'backend', 'load-balancer': 'load balancer', client: 'client', unseen: 'hop that no span shows', nobody: 'nobody', unknown: 'cannot tell',
};

/** Mechanisms as short tags. */
export const mechanismWords: Record<Mechanism, string> = {
  route_miss: 'no route matched',
  local_policy: "proxy's own rule",
  no_endpoint: 'no ready endpoint',
  connect_failed: 'connection refused or failed',
  reset_before_response: 'connection reset before a response',
  reset_mid_response: 'connection reset in the middle of the response',
  timeout: 'timeout',
  passthrough: 'passed on from the backend',
  status_rewritten: 'status rewritten',
  client_abort: 'client went away',
  backend_own_error: "backend's own error",
  before_first_span: 'ended before the first span',
  undetermined: 'not determined',
  config: 'configuration names what is not there',
  protocol_error: 'protocol error',
  healthy: 'healthy',
};

export const bandWords: Record<Band, string> = { certain: 'certain', likely: 'likely', possible: 'possible', unknown: 'not known' };

export const classWords: Record<NotFoundClass, string> = {
  'route-miss': 'route miss', scanner: 'scanner', application: 'application', benign: 'benign', unknown: 'unknown',
};

/** First letter in upper case; names of services keep their own spelling elsewhere. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * First letter of a clause in upper case, but not where it begins with an identifier (`skipper_custom_gauges`, `-wait-first-route-load`, `zone=…`)
 * or with the metric `up`: their spelling is their name.
 */
export function capitalClause(text: string): string {
  const [word = ''] = text.split(/[\s,;:)]/, 1);
  const isName = /[_=./{(]|[a-z][A-Z]|^-/.test(word.replace(/[.!?]$/, '')) || word === 'up';
  return isName ? text : capital(text);
}

/** A source as people call it. */
export function sourceName(source: string): string {
  return source === 'metrics' ? 'the metrics source' : source === 'traces' ? 'the trace source' : source === 'annotations' ? 'the annotation source' : clipText(source, 40).text;
}

/** `a, b, c and 5 more`: a list that stays short. */
export function listShort(names: readonly string[], most = 6): string {
  const shown = names.slice(0, most).map((name) => clipText(name, 60).text).join(', ');
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}
