import { firstText } from './attribute-text';
import { type Ruling, behind, evidence, hopRef, ruling } from './ruling';
import type { SpanNode } from './span-node';

/** `$upstream_status`, where the configuration writes it on the span; there is no name that all use. */
const KEYS = ['upstream_status', 'upstream.status', 'nginx.upstream_status', 'nginx.upstream.status', 'http.upstream_status', 'http.upstream.status'];

/**
 * Statuses of nginx's tries, oldest first: `502, 200` and `502 : 200`. Empty for `-`: no upstream was asked. Null where the
 * span does not say, or another family wrote it.
 */
export function upstreamStatuses(hop: SpanNode): readonly number[] | null {
  const text = hop.family === 'nginx' ? firstText(hop.span.attributes, KEYS) : null;
  if (text === null) return null;
  if (/^[-,: ]+$/.test(text)) return [];
  const parts = text.split(/[,:]/).map((part) => part.trim()).filter((part) => part !== '-' && part !== '');
  return parts.length > 0 && parts.every((part) => /^[1-5]\d\d$/.test(part)) ? parts.map(Number) : null;
}

/** What the last try of one nginx span brought. nginx notes 502 and 504 for tries that failed as well as for answers. */
export function ruleNginxUpstream(hop: SpanNode): Ruling | null {
  const statuses = upstreamStatuses(hop);
  const received = statuses?.at(-1);
  if (received === undefined || hop.status === null) return null;
  const next = behind(null, hop, null);
  const earlier = statuses!.length - 1;
  const proof = evidence('STATUS_MATCH_BELOW', hop, 0.8, `upstream status ${statuses!.join(', ')}`);
  if (received === 502 || received === 504) {
    return ruling(hop, { mechanism: received === 504 ? 'timeout' : 'connect_failed', base: 0.55, explicit: false, causedBy: next, earlier, evidence: [{ ...proof, code: 'SYNTHETIC_STATUS_FAMILY' }] });
  }
  // It proves that some hop below answered, not which.
  if (received === hop.status) return ruling(hop, { mechanism: 'passthrough', base: 0.84, explicit: false, answeredBy: next, causedBy: next, earlier, evidence: [proof] });
  return ruling(hop, { mechanism: 'status_rewritten', base: 0.88, causedBy: received >= 400 ? next : hopRef(hop), earlier, evidence: [{ ...proof, code: 'STATUS_REWRITTEN' }] });
}
