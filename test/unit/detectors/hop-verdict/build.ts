import type { Attributes, Span, SpanEvent, SpanKind, Trace } from '@/lib/domain/traces';
import { epochMs } from '@/lib/domain/units';

/** Attribute names before and after the HTTP migration of the OpenTelemetry conventions. */
export type Generation = 'old' | 'new';

const NEW_NAMES: Readonly<Record<string, string>> = {
  'http.status_code': 'http.response.status_code', 'http.method': 'http.request.method', 'http.url': 'url.full', 'http.path': 'url.path',
  'retry.count': 'http.request.resend_count', 'http.user_agent': 'user_agent.original', 'http.client_ip': 'client.address',
};

export interface SpanSpec {
  readonly id: string;
  readonly of?: string;
  readonly service: string;
  readonly kind: SpanKind;
  readonly name?: string;
  /** Milliseconds after the start of the trace. */
  readonly at?: number;
  readonly ms?: number;
  readonly error?: boolean;
  readonly message?: string;
  readonly attributes?: Attributes;
  readonly events?: readonly Attributes[];
  readonly pod?: string;
}

export const T0 = epochMs(1_780_000_000_000);
const hex = (id: string) => Buffer.from(id.padEnd(8, '.')).toString('hex').slice(0, 16);
export const spanIdOf = hex;

/** A trace from short specifications. `of` names the parent; a parent that is not listed is missing. */
export function trace(row: number, generation: Generation, specs: readonly SpanSpec[]): Trace {
  return { traceId: row.toString(16).padStart(32, 'a'), spans: specs.map((spec) => toSpan(spec, generation)), partial: false, warnings: [] };
}

function toSpan(spec: SpanSpec, generation: Generation): Span {
  const start = epochMs(T0 + (spec.at ?? 0));
  const events: SpanEvent[] = (spec.events ?? []).map((attributes) => ({ at: start, name: '', attributes }));
  return {
    spanId: hex(spec.id), parentId: spec.of === undefined ? null : hex(spec.of), name: spec.name ?? spec.kind, service: spec.service, kind: spec.kind,
    start, durationMs: spec.ms ?? 20, status: spec.error ? 'error' : 'unset', statusMessage: spec.message ?? '',
    attributes: rename(spec.attributes ?? {}, generation), resource: spec.pod ? { 'k8s.pod.name': spec.pod } : {}, scope: '', events,
  };
}

function rename(attributes: Attributes, generation: Generation): Attributes {
  if (generation === 'old') return attributes;
  return Object.fromEntries(Object.entries(attributes).map(([key, value]) => [NEW_NAMES[key] ?? key, value]));
}

type Extra = Partial<SpanSpec>;
const merge = (base: SpanSpec, extra: Extra): SpanSpec => ({ ...base, ...extra, attributes: { ...base.attributes, ...extra.attributes } });
const withStatus = (status: number | null): Attributes => (status === null ? {} : { 'http.status_code': status });

/** Skipper's server span `ingress` and client span `proxy`. */
export const skipperServer = (status: number, extra: Extra = {}) => merge({ id: 'S', service: 'skipper-ingress', kind: 'server', name: 'ingress', ms: 30, attributes: { component: 'skipper', hostname: 'skipper-1', 'http.method': 'GET', 'http.host': 'shop.example.org', 'http.path': '/cart', ...withStatus(status) } }, extra);
export const skipperClient = (status: number | null, extra: Extra = {}) => merge({ id: 'C', of: 'S', service: 'skipper-ingress', kind: 'client', name: 'proxy', at: 1, ms: 25, attributes: { component: 'skipper', hostname: 'skipper-1', 'skipper.route_id': 'shop', 'network.peer.address': '10.0.0.7:8080', ...withStatus(status) } }, extra);
/** Envoy writes text only; status "0" when there was none. */
export const envoyServer = (status: string, flags: string, extra: Extra = {}) => merge({ id: 'S', service: 'envoy', kind: 'server', name: 'ingress', ms: 30, attributes: { component: 'proxy', node_id: 'envoy-1', zone: 'eu-1a', response_flags: flags, 'http.url': 'http://shop.example.org/cart?x=1', 'http.method': 'GET', 'http.status_code': status } }, extra);
export const envoyClient = (status: string, flags: string, extra: Extra = {}) => merge({ id: 'C', of: 'S', service: 'envoy', kind: 'client', name: 'router shop egress', at: 1, ms: 25, attributes: { component: 'proxy', response_flags: flags, upstream_cluster: 'shop', upstream_address: '10.0.0.7:8080', 'http.status_code': status } }, extra);
export const traefikServer = (status: number, extra: Extra = {}) => merge({ id: 'S', service: 'traefik', kind: 'server', name: 'EntryPoint', ms: 30, attributes: { entry_point: 'web', ...withStatus(status) } }, extra);
export const traefikClient = (status: number, extra: Extra = {}) => merge({ id: 'C', of: 'S', service: 'traefik', kind: 'client', name: 'ReverseProxy', at: 1, ms: 25, attributes: { ...withStatus(status) } }, extra);
export const nginxServer = (status: number, extra: Extra = {}) => merge({ id: 'S', service: 'nginx', kind: 'server', name: '/cart', ms: 30, attributes: { ...withStatus(status) } }, extra);
export const kongServer = (status: number, extra: Extra = {}) => merge({ id: 'S', service: 'kong', kind: 'server', name: 'kong', ms: 30, attributes: { 'http.route': '/cart', ...withStatus(status) } }, extra);
export const kongBalancer = (tryCount: number, status: number | null, extra: Extra = {}) => merge({ id: `C${tryCount}`, of: 'S', service: 'kong', kind: 'client', name: 'kong.balancer', at: tryCount, ms: 5, attributes: { try_count: tryCount, 'net.peer.ip': '10.0.0.7', ...withStatus(status) } }, extra);
export const app = (status: number | null, extra: Extra = {}) => merge({ id: 'A', of: 'C', service: 'shop', kind: 'server', name: 'GET /cart', at: 2, ms: 20, pod: 'shop-7', attributes: withStatus(status) }, extra);
