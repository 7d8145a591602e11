import type { Span } from '../../domain/traces';
import type { HopRole } from '../../domain/verdict';
import { textOf } from './attribute-text';

/** Who wrote a span. The family decides what the absence of a span and a status on a client span mean. */
export type Family = 'skipper' | 'envoy' | 'traefik' | 'nginx' | 'kong' | 'linkerd' | 'haproxy' | 'other-proxy' | 'app';

/** Gives the spans of services whose name matches `service` a role. `*` stands for any text. The first match wins. */
export interface RoleRule {
  readonly service: string;
  readonly role: HopRole;
}

const has = (span: Span, key: string) => Object.hasOwn(span.attributes, key);

/** Marks that the emitters write themselves; a client of the proxy cannot set them. */
const marks: readonly (readonly [Family, (span: Span) => boolean])[] = [
  ['skipper', (span) => span.scope === 'skipper' || textOf(span.attributes, 'component') === 'skipper' || has(span, 'skipper.route_id')],
  ['envoy', (span) => span.scope === 'envoy' || textOf(span.attributes, 'component') === 'proxy' || has(span, 'response_flags') || has(span, 'upstream_cluster')],
  ['traefik', (span) => has(span, 'entry_point') || has(span, 'traefik.router.name') || has(span, 'traefik.service.name') || span.scope.includes('traefik')],
  ['kong', (span) => span.name === 'kong' || span.name.startsWith('kong.') || span.scope.startsWith('kong')],
  ['linkerd', (span) => span.scope.includes('linkerd')],
  ['nginx', (span) => span.scope === 'nginx' || has(span, 'ingress.namespace')],
];

/** Words of service names; only asked when no span of the service carries a mark. */
const names: Readonly<Record<string, Family>> = {
  skipper: 'skipper', envoy: 'envoy', istio: 'envoy', contour: 'envoy', traefik: 'traefik', nginx: 'nginx', kong: 'kong',
  linkerd: 'linkerd', haproxy: 'haproxy',
};

/** What stands in front of applications, of whatever make. */
const FRONTS: ReadonlySet<string> = new Set([
  'ingress', 'proxy', 'lb', 'loadbalancer', 'alb', 'nlb', 'elb', 'awselb', 'gclb', 'apigateway', 'cdn', 'cloudflare', 'cloudfront', 'fastly', 'akamai', 'varnish', 'caddy', 'apisix', 'tyk',
]);

const LOAD_BALANCER = /(^|[-_.])(lb|alb|nlb|elb|awselb|gclb|loadbalancer|load-balancer)($|[-_.])/i;

/** Family by the span's own marks, or null. */
export function markedFamily(span: Span): Family | null {
  for (const [family, test] of marks) if (test(span)) return family;
  return null;
}

/** Family by the name of the service: the first word that names a make (`ingress-nginx`), else any word for a front. */
export function namedFamily(service: string): Family {
  const words = service.toLowerCase().split(/[^a-z0-9]+/);
  for (const word of words) if (Object.hasOwn(names, word)) return names[word]!;
  return words.some((word) => FRONTS.has(word)) || LOAD_BALANCER.test(service) ? 'other-proxy' : 'app';
}

/**
 * Family of each span: by its own marks, else those of its service and scope (filter spans carry none), else by name.
 * A service name shared by mistake between proxy and application does not make the application a proxy.
 */
export function familiesOf(spans: readonly Span[]): (span: Span) => Family {
  const scopes = new Map<string, Family>();
  const marked = new Set<string>();
  for (const span of spans) {
    const family = markedFamily(span);
    if (family === null) continue;
    scopes.set(`${span.service}\n${span.scope}`, family);
    marked.add(span.service);
  }
  return (span) => {
    const own = markedFamily(span) ?? scopes.get(`${span.service}\n${span.scope}`);
    if (own) return own;
    return marked.has(span.service) ? 'app' : namedFamily(span.service);
  };
}

/** Role of a span: configuration first, then what the emitter is known to be. */
export function roleOf(service: string, family: Family, rules: readonly RoleRule[]): HopRole {
  const rule = rules.find((candidate) => matches(candidate.service, service));
  if (rule) return rule.role;
  if (family === 'app') return 'backend';
  return family === 'other-proxy' && LOAD_BALANCER.test(service) ? 'load-balancer' : 'proxy';
}

/** Glob with `*`, compared piece by piece so that no pattern can backtrack. */
function matches(pattern: string, text: string): boolean {
  const pieces = pattern.split('*');
  if (pieces.length === 1) return pattern === text;
  let at = 0;
  for (const [i, piece] of pieces.entries()) {
    if (i === pieces.length - 1) return text.length - piece.length >= at && text.endsWith(piece);
    const found = i === 0 ? (text.startsWith(piece) ? 0 : -1) : text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return true;
}
