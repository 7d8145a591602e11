import type { HopPart } from './hops';
import type { RequestSample } from './request-sample';
import { type HopRole, type Mechanism, hopRoles, mechanisms } from './verdict';

/** Hops of one role. `service` absent: of any service; null: only those that no span names. */
export interface HopMatch {
  readonly role: HopRole;
  readonly service?: string | null;
}

/** Requests by what their verdicts say; what is absent or null is not asked for. */
export interface HopFilter {
  readonly answeredBy?: HopMatch | null;
  readonly causedBy?: HopMatch | null;
  readonly mechanism?: Mechanism | null;
}

/** `proxy`, `proxy/skipper-ingress`, or `backend/` for a backend that no span names. */
export function formatHopMatch({ role, service }: HopMatch): string {
  return service === undefined ? role : `${role}/${service ?? ''}`;
}

/** The other half of `formatHopMatch`. Null: no such role. */
export function parseHopMatch(text: string): HopMatch | null {
  const cut = text.indexOf('/');
  const role = hopRoles.find((name) => name === (cut < 0 ? text : text.slice(0, cut)));
  if (role === undefined) return null;
  return cut < 0 ? { role } : { role, service: text.slice(cut + 1) || null };
}

/** Null: no such mechanism. */
export function parseMechanism(text: string): Mechanism | null {
  return mechanisms.find((name) => name === text) ?? null;
}

/** The filter that keeps the requests of one part. What cannot be told is one part, whatever else its verdicts say. */
export function filterOfPart({ answeredBy, causedBy, mechanism }: Pick<HopPart, 'answeredBy' | 'causedBy' | 'mechanism'>): HopFilter {
  return answeredBy.role === 'unknown' ? { answeredBy: { role: 'unknown' } } : { answeredBy, causedBy, mechanism };
}

export function hasHopFilter({ answeredBy, causedBy, mechanism }: HopFilter): boolean {
  return answeredBy != null || causedBy != null || mechanism != null;
}

type Judged = Pick<RequestSample, 'answeredBy' | 'answeredByService' | 'causedBy' | 'causedByService' | 'mechanism' | 'band'>;

/** Whether a filter keeps a request. A verdict that is believed too little to count for one is `unknown`, as in the tables of hops. */
export function keepsRequest(filter: HopFilter, judged: Judged): boolean {
  if (!hasHopFilter(filter)) return true;
  const open = judged.answeredBy === 'unknown' || judged.band === 'unknown';
  if (open) return filter.answeredBy?.role === 'unknown' && filter.causedBy == null && filter.mechanism == null;
  return (
    matches(filter.answeredBy, judged.answeredBy, judged.answeredByService) &&
    matches(filter.causedBy, judged.causedBy, judged.causedByService ?? null) &&
    (filter.mechanism == null || filter.mechanism === judged.mechanism)
  );
}

function matches(match: HopMatch | null | undefined, role: HopRole, service: string | null): boolean {
  return match == null || (match.role === role && (match.service === undefined || match.service === service));
}
