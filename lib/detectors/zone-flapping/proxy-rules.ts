/** A proxy's own rule of routing by zone, as far as it is known in public. */
export interface ProxyRule {
  readonly title: string;
  /** It keeps a zone's traffic inside from this many endpoints in the zone on; null: it has no such rule by zone. */
  readonly leastLocal: number | null;
  /** The rule in words, as the end of a sentence. */
  readonly words: string;
  readonly advice: string;
}

/** By id of the dialect (reference/skipper-zones.md 3.2; Envoy: zone_aware_lb_config.min_cluster_size, 6 unless set). */
const rules: Readonly<Record<string, ProxyRule>> = {
  skipper: {
    title: 'Skipper', leastLocal: 3, words: 'Skipper keeps traffic in the zone from 3 on',
    advice: 'Keep the ready endpoints of each zone clear of the threshold of Skipper (3 in the zone), or opt the route out of zone routing.',
  },
  envoy: {
    title: 'Envoy', leastLocal: null, words: 'Envoy routes by zone only from min_cluster_size healthy endpoints on (6 unless set)',
    advice: 'Keep the healthy endpoints of each cluster clear of min_cluster_size of Envoy (6 unless set), or set it lower in zone_aware_lb_config.',
  },
};

/** For a fleet whose proxy is not known: a number of endpoints at which some proxy changes its ways. */
const anyProxy: ProxyRule = {
  title: 'The proxy', leastLocal: 3, words: "that may be the proxy's own threshold",
  advice: 'Keep the ready endpoints of each zone clear of the threshold of the proxy, or opt the route out of zone routing.',
};

/** The rule of a fleet's proxy, or words that name none. */
export function proxyRule(dialect: string | undefined): ProxyRule {
  return dialect !== undefined && Object.hasOwn(rules, dialect) ? rules[dialect]! : { ...anyProxy, leastLocal: dialect === undefined ? anyProxy.leastLocal : null };
}
