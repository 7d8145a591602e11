import type { HopTotal, SearchReport } from '../../domain/hops';
import type { EpochMs } from '../../domain/units';
import type { TrustNote } from '../../domain/trust';

export interface NotesInput {
  readonly totals: readonly HopTotal[];
  readonly search: SearchReport;
  /** Traces that the backend gave only a part of. */
  readonly partial: number;
  readonly recorded: boolean;
  /** From here on the backend cannot search yet; null: everywhere. */
  readonly unsearchedFrom: EpochMs | null;
}

/** Limits of an answer to the hop question, in words. */
export function hopNotes({ totals, search, partial, recorded, unsearchedFrom }: NotesInput): TrustNote[] {
  if (!search.traced) return [{ code: 'collector-missing', about: 'traces', effect: 'no trace source is configured: how many such answers there were is counted, which hop gave them is not known', mend: 'set traces: {url: …} for this environment' }];
  const notes = [...nameless(totals), ...totals.flatMap((total) => (total.service === null ? [] : totalNotes(total, recorded)))];
  if (search.skipped > 0) {
    notes.push({ code: 'search-truncated', about: 'hops', effect: `${search.skipped} searches were left out: they did not fit into ${search.budgetMs / 1000} s and the number of searches that one question may send; the stretches with most failed requests were searched first`, mend: 'choose a shorter range' });
  }
  if (search.young) {
    notes.push({ code: 'young-window', about: 'hops', effect: `the range ends less than a minute ago: spans may still arrive${search.reread > 0 ? `; ${search.reread} traces were read a second time` : ''}`, mend: 'let the range end a minute before now, or ask again later' });
  }
  if (unsearchedFrom !== null) notes.push(unsearchedNote('hops', unsearchedFrom));
  if (partial > 0) {
    notes.push({ code: 'partial-response', about: 'traces', effect: `the trace source gave only a part of ${partial} traces: their verdicts are at most likely`, mend: 'raise the size limit of traces in the backend' });
  }
  return notes;
}

/** Some backends search only what is older than half a minute. */
export function unsearchedNote(about: string, from: EpochMs): TrustNote {
  return { code: 'young-window', about, effect: `the trace source does not search its newest traces yet: nothing after ${new Date(from).toISOString().slice(11, 19)} UTC could be found`, mend: 'let the range end a minute before now, or ask again later' };
}

/** Proxies whose spans have no known name: their answers are counted, and cannot be searched. */
function nameless(totals: readonly HopTotal[]): TrustNote[] {
  const proxies = new Set(totals.filter(({ service, requests }) => service === null && requests !== 0).map(({ proxy }) => proxy));
  return [...proxies].map((proxy) => ({
    code: 'collector-missing', about: proxy,
    effect: 'no name of its spans is known: its answers are counted, which hop gave them was not searched',
    mend: `set traces: {service: …} at this proxy to the service name that its spans carry`,
  }));
}

function totalNotes({ proxy, status, requests, lookedAt, expectedTraces, truncated }: HopTotal, recorded: boolean): TrustNote[] {
  const about = `${proxy}, ${status}`;
  const counted = requests === null ? null : Math.round(requests);
  const notes: TrustNote[] = [];
  if (truncated && lookedAt > 0) {
    const more = recorded ? 'the recording has more' : 'there are more';
    notes.push({ code: 'search-truncated', about, effect: `searches stopped at their limit: ${lookedAt} traces were looked at, ${more}`, mend: 'choose a shorter range' });
  }
  if (lookedAt > 0 && counted !== null && counted > lookedAt) {
    const effect = `${lookedAt} of about ${counted} requests were looked at${rateText(expectedTraces)}; shares have the intervals shown`;
    notes.push(recorded
      ? { code: 'sampled-traces', about, effect: `${effect}. A recording keeps at most some traces of each search, errors first: a stretch without any is split like the one beside it`, mend: 'the counters beside the verdicts see every request; for more traces make a recording of a shorter range' }
      : { code: 'sampled-traces', about, effect, mend: 'raise the sampling rate of the proxy, or choose a shorter range' });
  }
  if (lookedAt === 0 && counted !== null && counted > 0) notes.push({ code: 'sampled-traces', about, ...nothingSeen(counted, expectedTraces) });
  return notes;
}

const rateText = (expected: number | null) => (expected === null ? '' : ` (about ${Math.round(expected)} have a trace at the sampling rate of healthy requests)`);

/** Nothing was seen: whether that is a surprise depends on the sampling rate. */
function nothingSeen(counted: number, expected: number | null): Pick<TrustNote, 'effect' | 'mend'> {
  const mend = 'raise the sampling rate of the proxy, or keep all traces of errors (tail sampling)';
  if (expected === null) return { effect: `none of ${counted} requests has a trace that was found; the sampling rate is not known`, mend };
  if (expected < 1) return { effect: `no traces expected at this sampling rate: ${counted} requests, ${expected.toPrecision(2)} traces`, mend };
  return { effect: `none of ${counted} requests has a trace that was found, though about ${Math.round(expected)} were expected at the sampling rate of healthy requests`, mend: 'check that the proxy sends spans of failed requests, and that its service name is the configured one' };
}

/** A recording holds nothing of the asked range. */
export function outsideNote({ from, to }: { readonly from: number; readonly to: number }): TrustNote {
  const text = (at: number) => new Date(at).toISOString();
  return { code: 'stale-source', about: 'recording', effect: `the recording holds ${text(from)} to ${text(to)} and nothing of this range: what happened in it is not known`, mend: 'choose a range inside the recording, or ask the source that was recorded' };
}
