import type { SeriesFrame } from '../../domain/series';
import { type SignalName, signalCatalog } from '../../domain/signals';
import type { ResolvedRange } from '../../domain/time-range';
import type { TrustNote } from '../../domain/trust';
import type { RangeResult } from '../../ports/metrics-source';

/** What the engine itself said about its answer. */
export function resultNotes(result: RangeResult, asked: ResolvedRange, about: string): TrustNote[] {
  const notes: TrustNote[] = [];
  if (result.partial) {
    notes.push({ code: 'partial-response', about, effect: 'the metrics source answered with a part of its data: sums are too low', mend: 'look at the stores behind the metrics source' });
  }
  if (result.range.stepMs !== asked.stepMs) {
    notes.push({ code: 'step-widened', about, effect: `the source refused a step of ${asked.stepMs / 1000} s; it was asked at ${result.range.stepMs / 1000} s`, mend: 'choose a shorter range' });
  }
  return notes;
}

/** Functions that each engine works out in its own way from the samples at the edges of the window. */
const BY_ENGINE = /\b(?:rate|irate|increase|delta|idelta|deriv|predict_linear)\s*\(/;
/** `-search.latencyOffset` of VictoriaMetrics: what is younger is not answered yet; the points before it are repeated. */
const VICTORIA_LATENCY_MS = 30_000;

/**
 * What VictoriaMetrics answers otherwise than Prometheus: it does not extrapolate rates to the window, and takes the sample
 * before the window into account; and it repeats the last settled value for what is younger than its latency offset. Raw
 * counters, from which all counts are made, are the same in both.
 */
export function engineNotes(result: RangeResult, query: string, now: number, about: string): TrustNote[] {
  if (result.engine !== 'victoria-metrics') return [];
  const notes: TrustNote[] = [];
  if (BY_ENGINE.test(query)) {
    notes.push({ code: 'engine-rate', about, effect: 'VictoriaMetrics works out rates without extrapolation: these values differ a little from those of a Prometheus on the same data; exact counts do not', mend: 'compare rates of one engine only, or look at the counts' });
  }
  if (result.range.to > now - VICTORIA_LATENCY_MS) {
    notes.push({ code: 'incomplete-last-step', about: `${about}, VictoriaMetrics`, effect: 'VictoriaMetrics shows samples half a minute late and repeats the last value until then: nothing is counted in the last 30 s of this range', mend: 'let the range end 30 s before now' });
  }
  return notes;
}

/** The last step may still grow while its scrapes are under way. */
export function incompleteNotes(range: ResolvedRange, now: number, scrapeMs: number): TrustNote[] {
  if (range.to <= now - scrapeMs) return [];
  return [{ code: 'incomplete-last-step', about: null, effect: 'the last step is not scraped completely yet: its values are too low', mend: `let the range end ${Math.ceil(scrapeMs / 1000)} s before now` }];
}

/** Share of the traffic that has no zone, where a signal splits by zone. */
export function zoneUnknownNotes(signal: SignalName, frame: SeriesFrame, about: string): TrustNote[] {
  if (signal !== 'zone-requests' && signal !== 'instance-requests') return [];
  if (!signalCatalog[signal].labels.some((label) => label === 'zone')) return [];
  let all = 0;
  let unknown = 0;
  for (const { labels, values } of frame.series) {
    const sum = values.reduce<number>((total, value) => total + (value ?? 0), 0);
    all += sum;
    if (labels.zone === '') unknown += sum;
  }
  if (unknown === 0 || all === 0) return [];
  const percent = (100 * unknown) / all;
  return [
    {
      code: 'zone-unknown',
      about,
      effect: `${percent < 0.1 ? 'less than 0.1' : percent.toFixed(1)} % of the requests have no zone and are in no zone's line`,
      mend: 'give the proxy pods a zone target label, or let kube-state-metrics export the zone of nodes',
    },
  ];
}

/** Notes without repeats: several signals may tell the same. Sorted, so that equal answers are equal bytes. */
export function uniqueNotes(notes: readonly TrustNote[]): TrustNote[] {
  const byKey = new Map(notes.map((note) => [`${note.code} ${note.about ?? ''}`, note]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : Number(a > b))).map(([, note]) => note);
}
