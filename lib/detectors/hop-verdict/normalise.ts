import type { Attributes, Span } from '../../domain/traces';
import { STATUS_KEYS, firstText, isTrue, numberOf, textOf, toText } from './attribute-text';
import { type Family, type RoleRule, familiesOf, roleOf } from './families';
import type { SpanNode } from './span-node';

const INSTANCE_RESOURCE = ['k8s.pod.name', 'service.instance.id', 'host.name'];
const ZONE_KEYS = ['zone', 'cloud.availability_zone', 'k8s.node.label.topology.kubernetes.io/zone', 'topology.kubernetes.io/zone', 'az'];
const DETAIL_KEYS = ['response_code_details', 'response.code.details', 'envoy.response_code_details', 'rcd'];

/** Where emitters say why a call failed. Paths, user agents and headers of requests are never looked at. */
const FAULT_ATTRIBUTES = ['error.reason', 'error.message', 'backend.error', 'backend.context.error', 'route_lookup.error', 'exception.type', 'exception.message', 'streamBody.byte'];
const FAULT_EVENT_KEYS = [...FAULT_ATTRIBUTES, 'event', 'error', 'error.object', 'error.kind', 'message', 'circuit_breaker'];
const MAX_FAULT_TEXT = 4000;

const SIDE_NAMES = new Set(['mirror', 'authrequest', 'webhook', 'tokeninfo', 'tokenintrospection', 'open-policy-agent', 'ext_authz', 'admission_control', 'ratelimit', 'kong.dns', 'kong.internal.request']);
const SIDE_PATTERN = /^async .* egress$|[ _]mirror$|^redis[_.]|^auth ?request$|^opa\b/;

/** Reads every span of a trace once. Links between the nodes are not set yet. */
export function toNodes(spans: readonly Span[], roles: readonly RoleRule[]): SpanNode[] {
  const familyOf = familiesOf(spans);
  return spans.map((span) => toNode(span, familyOf(span), roles));
}

function toNode(span: Span, family: Family, roles: readonly RoleRule[]): SpanNode {
  return new LazyNode(span, family, roleOf(span.service, family, roles));
}

/** Most spans of a trace are never asked for their instance, zone or fault text: these are read when they are. */
class LazyNode implements SpanNode {
  readonly status: number | null;
  readonly error: boolean;
  readonly flags: readonly string[];
  readonly hasFlags: boolean;
  readonly details: string;
  readonly side: boolean;
  parent: SpanNode | null = null;
  readonly children: SpanNode[] = [];
  edge: SpanNode['edge'] = 'none';
  #instance: string | null | undefined;
  #faultText: string | undefined;

  constructor(readonly span: Span, readonly family: Family, readonly role: SpanNode['role']) {
    const { attributes } = span;
    const flagText = textOf(attributes, 'response_flags');
    this.status = statusOf(attributes);
    this.error = span.status === 'error' || isTrue(attributes, 'error');
    this.flags = flagText === '' ? NO_FLAGS : flagText.split(/[\s,]+/).filter((flag) => /^[A-Z]+$/.test(flag));
    this.hasFlags = flagText !== '';
    this.details = (firstText(attributes, DETAIL_KEYS) ?? '').toLowerCase();
    this.side = span.kind !== 'server' && isSideName(span.name);
  }

  get instance(): string | null {
    if (this.#instance === undefined) this.#instance = instanceOf(this.span);
    return this.#instance;
  }

  get zone(): string | null {
    return zoneOf(this.span);
  }

  get faultText(): string {
    this.#faultText ??= faultTextOf(this.span);
    return this.#faultText;
  }
}

const NO_FLAGS: readonly string[] = [];

/** N1: the stable name first; "0" and anything outside 100-599 mean that no status was sent. */
function statusOf(attributes: Attributes): number | null {
  const status = numberOf(attributes, STATUS_KEYS);
  return status !== null && status >= 100 && status <= 599 ? status : null;
}

function isSideName(name: string): boolean {
  const lower = name.slice(0, 200).toLowerCase();
  return SIDE_NAMES.has(lower) || SIDE_PATTERN.test(lower);
}

/** The pod, as proxies and SDKs write it: Skipper `hostname`, Envoy `node_id`, else the resource. */
export function instanceOf(span: Span): string | null {
  const pod = firstText(span.resource, ['k8s.pod.name']) ?? firstText(span.attributes, ['k8s.pod.name']);
  if (pod !== null) return pod;
  const node = firstText(span.attributes, ['node_id']);
  if (node !== null) return podOfNodeId(node);
  return firstText(span.attributes, ['hostname']) ?? firstText(span.resource, INSTANCE_RESOURCE) ?? firstText(span.attributes, INSTANCE_RESOURCE);
}

/** Istio writes `router~IP~pod.namespace~domain`: the pod is what other sources call the instance. */
function podOfNodeId(node: string): string {
  const parts = node.split('~');
  return parts.length === 4 && parts[2] ? parts[2].replace(/\.[^.]*$/, '') : node;
}

/** Zone of the process, from the resource or Envoy's own `zone` attribute. */
export function zoneOf(span: Span): string | null {
  return firstText(span.resource, ZONE_KEYS) ?? firstText(span.attributes, ZONE_KEYS);
}

function faultTextOf(span: Span): string {
  const parts = [span.statusMessage];
  const errorType = textOf(span.attributes, 'error.type');
  if (!/^\d*$/.test(errorType)) parts.push(errorType);
  for (const key of FAULT_ATTRIBUTES) parts.push(textOf(span.attributes, key));
  for (const event of span.events.slice(0, 200)) {
    for (const key of FAULT_EVENT_KEYS) {
      const value = Object.hasOwn(event.attributes, key) ? event.attributes[key] : undefined;
      if (value !== undefined) parts.push(key === 'circuit_breaker' ? `circuit_breaker=${toText(value)}` : toText(value));
    }
    if (Object.hasOwn(event.attributes, 'fifo error')) parts.push('fifo error');
  }
  return withoutQuotes(parts.filter(Boolean).join('; ').slice(0, MAX_FAULT_TEXT)).toLowerCase();
}

/** URLs and quoted parts may repeat what a client sent. */
function withoutQuotes(text: string): string {
  return text.replace(/https?:\/\/\S+/gi, 'url').replace(/"[^"]*"/g, '""');
}
