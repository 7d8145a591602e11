/** The HTTPRoute (or its sibling) behind a cluster of Envoy Gateway. */
export interface GatewayRoute {
  readonly kind: 'HTTPRoute' | 'GRPCRoute';
  readonly namespace: string;
  readonly name: string;
  readonly rule: number | null;
}

/** Reads `httproute/<namespace>/<name>/rule/<i>…`; null for names of another form (reference envoy-deploys-dialects 2.4). */
export function gatewayRoute(subject: string): GatewayRoute | null {
  const [, kind, namespace, name, rule] = /^(http|grpc)route\/([^/]+)\/([^/]+)(?:\/rule\/(\d{1,4}))?(?:\/|$)/.exec(subject) ?? [];
  if (kind === undefined || namespace === undefined || name === undefined) return null;
  return { kind: kind === 'http' ? 'HTTPRoute' : 'GRPCRoute', namespace, name, rule: rule === undefined ? null : Number(rule) };
}
