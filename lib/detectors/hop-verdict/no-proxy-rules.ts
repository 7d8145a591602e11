import { firstText } from './attribute-text';
import { type Profiles, callBelowOf } from './profile';
import { type Ruling, bareRef, evidence, ruling } from './ruling';
import { ruleBackend } from './rules';
import { type SpanNode, isHop, isProxyRole } from './span-node';

const LB_SERVER = /^(awselb|alb|gfe|google frontend|cloudflare|akamai)/i;

/**
 * Rule 9 (a): only applications are seen. `proxiesTraced` false: the proxies never send spans here; `proxyLost`: other spans
 * of a proxy are there, so that its answer is missing.
 */
export function ruleOnlyBackend(hop: SpanNode, proxiesTraced: boolean, proxyLost = false): Ruling {
  const inner = ruleBackend(hop);
  const healthy = hop.status !== null && hop.status < 400;
  const alone = evidence('NO_PROXY_SPAN', hop, 0.2, 'no span of a proxy in this trace');
  if (hop.status === null) return { ...inner, mechanism: 'undetermined', base: 0.3, explicit: false, answeredBy: bareRef('unknown'), causedBy: bareRef('unknown'), evidence: [alone] };
  // A server that closed well below a proxy that gave up looks the same once the proxy's span is lost.
  const lost = proxyLost || (healthy && hop.span.parentId !== null);
  return { ...inner, mechanism: healthy ? 'healthy' : 'backend_own_error', base: lost && (proxiesTraced || proxyLost) ? 0.5 : proxiesTraced ? 0.6 : 0.8, explicit: false, evidence: [alone, ...inner.evidence] };
}

/** Rule 9 (b): a caller got an answer and nothing is seen below it. */
export function ruleOnlyCaller(call: SpanNode, profiles: Profiles): Ruling {
  const alone = evidence('NO_PROXY_SPAN', call, 0.2, 'nothing is seen below the call');
  const healthy = call.status !== null && call.status < 400;
  const server = firstText(call.span.attributes, ['http.response.header.server']);
  const none = { hops: [], explicit: false, absence: true, answeredBy: bareRef('unknown'), causedBy: bareRef('unknown') };
  if (isProxyRole(call)) {
    return ruling(call, { ...none, mechanism: healthy ? 'healthy' : 'undetermined', base: 0.3, evidence: [evidence('NO_PROXY_SPAN', call, 0.2, 'a try of a proxy whose own span is missing')] });
  }
  if (healthy) return ruling(call, { ...none, mechanism: 'healthy', base: 0.6, evidence: [alone] });
  if (server !== null && LB_SERVER.test(server)) {
    const proof = evidence('STATUS_MATCH_BELOW', call, 0.9, 'the captured server header is that of a load balancer');
    return ruling(call, { ...none, mechanism: 'before_first_span', base: 0.95, explicit: true, absence: false, answeredBy: bareRef('load-balancer'), causedBy: bareRef('load-balancer'), evidence: [proof, alone] });
  }
  const { pBelow, towards } = callBelowOf(call, profiles);
  if (pBelow === null || pBelow < 0.9) return ruling(call, { ...none, mechanism: 'before_first_span', base: 0.3, evidence: [alone] });
  const usual = evidence('PROFILE_BELOW', call, 0.5, `spans are seen below ${Math.round(pBelow * 100)} % of its healthy calls${towards === null ? '' : ` to ${towards.slice(0, 80)}`}, and not here`);
  return ruling(call, { ...none, mechanism: 'before_first_span', base: 0.7, answeredBy: bareRef('load-balancer'), causedBy: bareRef('load-balancer'), evidence: [usual, alone] });
}

/** The outermost application span and the outermost call of a caller, for traces without a proxy; the worst status of several. */
export function outermost(tops: readonly SpanNode[]): { readonly server: SpanNode | null; readonly call: SpanNode | null } {
  return { server: worst(firstBelow(tops, isHop)), call: worst(firstBelow(tops, (node) => node.span.kind === 'client' && !node.side)) };
}

/** Spans that pass the test and have none above them that does. */
function firstBelow(tops: readonly SpanNode[], test: (node: SpanNode) => boolean): SpanNode[] {
  const found: SpanNode[] = [];
  const queue = [...tops];
  for (let i = 0; i < queue.length; i += 1) {
    const node = queue[i]!;
    if (test(node)) found.push(node);
    else for (const child of node.children) queue.push(child);
  }
  return found;
}

/** Failures first, so that a broken call is not hidden by a good one; then by id, whatever the order of arrival. */
function worst(nodes: readonly SpanNode[]): SpanNode | null {
  let worst: SpanNode | null = null;
  for (const node of nodes) {
    const order = worst ? (node.status ?? 0) - (worst.status ?? 0) : 1;
    if (!worst || order > 0 || (order === 0 && node.span.spanId < worst.span.spanId)) worst = node;
  }
  return worst;
}
