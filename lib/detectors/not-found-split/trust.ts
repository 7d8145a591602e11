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
  return [...gapNotes(base, input.signals['scrape-up']), ...edgeNotes(input, ledger), ...traceNotes(input, set, judged), ...collectorNotes(input, set)];
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
  if (seen < 0.95 * counted) notes.push({ code: 'sampled-traces', about: '404', effect: `Classes of proxy answers rest on ${seen} of about ${Math.round(counted)} requests; intervals say how much that leaves open.`, mend: 'A narrower range looks at a larger part.' });
  if (input.traces?.truncated) notes.push({ code: 'search-truncated', about: '404', effect: 'The trace search stopped at its limit: rare hosts and paths may be missing.', mend: 'A narrower range, or a trace filter by host.' });
  return notes;
}

function collectorNotes(input: DetectorInput<NotFoundParams>, set: FleetSet): TrustNote[] {
  return set.fleets.flatMap(({ proxy, instances }): TrustNote[] => {
    const notes: TrustNote[] = [];
    const unnamed = sumOver(instances.map(({ answered }) => sumOver(answered.unknown))) ?? 0;
    if (unnamed > 0) notes.push({ code: 'collector-missing', about: proxy, effect: `For ${unnamed} 404s the metrics do not say who answered.`, mend: 'Switch on route labels or backend metrics of this proxy (page Sources).' });
    if (instances.length > 0 && instances.every(({ requests }) => sumOver(requests) === null)) {
      notes.push({ code: 'collector-missing', about: proxy, effect: 'Requests by instance are not measured: no instance can be compared with its fleet.', mend: 'Switch on the request counter of this proxy (page Sources).' });
    }
    return notes;
  });
}
