import type { DetectorInput } from '@/lib/domain/detector';
import type { SeriesFrame } from '@/lib/domain/series';
import type { TrustNote } from '@/lib/domain/trust';
import type { FleetSet } from './counts';
import type { Ledger } from './ledger';
import type { NotFoundParams } from './params';
import type { JudgedSample } from './sampled';
import { sumOver } from './statistics';

/** The limits that apply to this answer; a clean window has none. */
export function trustNotes(input: DetectorInput<NotFoundParams>, set: FleetSet, ledger: Ledger, judged: readonly JudgedSample[] | null): TrustNote[] {
  const base = input.signals['not-found']!;
  return [...gapNotes(base, input.signals['scrape-up']), ...edgeNotes(input, ledger), ...traceNotes(input, set, judged), ...collectorNotes(input, set), ...directNotes(input, set)];
}

function gapNotes(base: SeriesFrame, up: SeriesFrame | undefined): TrustNote[] {
  const rows = up && up.series.length > 0 ? up.series.filter(({ values }) => values.some((value) => value === 0)) : base.series.filter(({ values }) => hasHole(values));
  const names = [...new Set(rows.map(({ labels }) => labels.instance ?? ''))].sort();
  if (names.length === 0) return [];
  const about = names.length === 1 ? names[0]! : `${names.length} instances`;
  return [{ code: 'scrape-gap', about, effect: 'Scrapes are missing: their steps lack these instances, and the step after a gap holds what the gap hid.', mend: 'Look at the scrape errors of these targets in Prometheus (up == 0).' }];
}

/** True for an unknown step between known ones: a series that begins late or ends early is no gap. */
function hasHole(values: readonly (number | null)[]): boolean {
  const first = values.findIndex((value) => value !== null);
  const last = values.findLastIndex((value) => value !== null);
  return first >= 0 && values.slice(first, last).includes(null);
}

function edgeNotes(input: DetectorInput<NotFoundParams>, ledger: Ledger): TrustNote[] {
  const notes: TrustNote[] = [];
  if (ledger.total.length > 1 && ledger.total[0] === null && ledger.total[1] !== null) {
    notes.push({ code: 'first-sample', about: 'not-found', effect: 'The first step has no count: a counter needs a value before it.', mend: 'Begin the range one step earlier.' });
  }
  if (input.now - input.range.to < input.range.stepMs) {
    notes.push({ code: 'incomplete-last-step', about: 'not-found', effect: 'The last step may still grow.', mend: 'Wait one scrape, or end the range one step earlier.' });
  }
  return notes;
}

function traceNotes(input: DetectorInput<NotFoundParams>, set: FleetSet, judged: readonly JudgedSample[] | null): TrustNote[] {
  const counted = set.fleets.reduce((sum, { instances }) => sum + instances.reduce((own, { answered }) => own + (sumOver(answered.proxy) ?? 0) + (sumOver(answered.unknown) ?? 0), 0), 0);
  if (judged === null) {
    if (counted === 0) return [];
    return [{ code: 'collector-missing', about: 'traces', effect: `${counted} 404s without an answering application cannot be told apart by path; what counters do not explain is unknown.`, mend: 'Configure a trace source, or read access logs with weir classify-404.' }];
  }
  const notes: TrustNote[] = [];
  const seen = judged.filter(({ verdict }) => verdict.class !== 'application').length;
  if (seen < 0.95 * counted) notes.push({ code: 'sampled-traces', about: '404', effect: `Classes of proxy answers rest on ${seen} of about ${Math.round(counted)} requests; intervals say how much that leaves open.${rateText(input.traces?.samplingRate ?? null)}`, mend: 'A narrower range looks at a larger part.' });
  if (input.traces?.truncated) notes.push({ code: 'search-truncated', about: '404', effect: 'The trace search stopped at its limit: rare hosts and paths may be missing.', mend: 'A narrower range, or a trace filter by host.' });
  return notes;
}

/** Head sampling drops requests before anybody looks: a narrower range does not bring them back. */
function rateText(rate: number | null): string {
  return rate === null || rate >= 1 ? '' : ` Only ${(rate * 100).toPrecision(2)} % of the requests are traced at all.`;
}

/** How each proxy says who answered a 404, where its counters as collected do not (reference skipper-zones 1.1, envoy-deploys-dialects). */
const RESPONDER_MENDS: Readonly<Record<string, string | undefined>> = {
  skipper: 'Start skipper with -serve-route-counter: its counter by route tells a missing route from the answer of a backend.',
};
const RESPONDER_MEND = 'Switch on route labels or backend metrics of this proxy (page Sources).';

/**
 * Envoy has no counter of direct responses by status: a 404 that a route answers itself is in no sum. Traces show whether there are any.
 * (An answer without a route has the flag NR and is counted; a direct response has no flag.)
 */
function directNotes(input: DetectorInput<NotFoundParams>, set: FleetSet): TrustNote[] {
  return set.fleets.filter(({ proxy }) => input.dialects?.[proxy] === 'envoy').flatMap(({ proxy }): TrustNote[] => {
    const own = input.traces?.samples.filter((sample) => sample.proxy === proxy && sample.status === 404 && sample.answeredBy === 'proxy') ?? [];
    const direct = own.filter(({ mechanism }) => mechanism === 'local_policy').length;
    if (direct === 0) return [];
    return [{ code: 'collector-missing', about: proxy, effect: `${direct} of ${own.length} looked-at 404s that Envoy made itself are direct responses of a route: no counter holds those, so the ledger does not either.`, mend: 'Count them in its access log (weir classify-404 --log), where response_code_details is direct_response.' }];
  });
}

function collectorNotes(input: DetectorInput<NotFoundParams>, set: FleetSet): TrustNote[] {
  return set.fleets.flatMap(({ proxy, instances }): TrustNote[] => {
    const notes: TrustNote[] = [];
    const unnamed = sumOver(instances.map(({ answered }) => sumOver(answered.unknown))) ?? 0;
    if (unnamed > 0) notes.push({ code: 'collector-missing', about: proxy, effect: `For ${unnamed} 404s the metrics do not say who answered.`, mend: RESPONDER_MENDS[input.dialects?.[proxy] ?? ''] ?? RESPONDER_MEND });
    if (instances.length > 0 && instances.every(({ requests }) => sumOver(requests) === null)) {
      notes.push({ code: 'collector-missing', about: proxy, effect: 'Requests by instance are not measured: no instance can be compared with its fleet.', mend: 'Switch on the request counter of this proxy (page Sources).' });
    }
    return notes;
  });
}
