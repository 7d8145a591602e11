import type { SeriesFrame, Value } from '../../domain/series';

/** Counters of a range, ready to be asked for any stretch of it. Null: no counter knows. */
export interface HopCounts {
  /** Requests of a proxy with one status, counted in (from, to]. */
  failed(proxy: string, status: number, from: number, to: number): number | null;
  /** Requests of a proxy that are neither 404 nor gateway errors, spread evenly within a step. */
  healthy(proxy: string, from: number, to: number): number | null;
  /** All requests of a proxy, spread like those. */
  all(proxy: string, from: number, to: number): number | null;
  /** Those of `failed` that one responder gave; null also where the counters do not name this one. */
  by(responder: string, proxy: string, status: number, from: number, to: number): number | null;
  /** Steps of the counters, ms; null: there are none. */
  readonly stepMs: number | null;
}

export interface CountFrames {
  readonly requests: SeriesFrame | null;
  readonly notFound: SeriesFrame | null;
  readonly errors: SeriesFrame | null;
  readonly responders: SeriesFrame | null;
}

/** Sums of one question up to each step: any stretch is the difference of two of them. */
interface Line {
  readonly at: readonly number[];
  readonly stepMs: number;
  readonly sums: readonly number[];
  readonly known: readonly number[];
}

/** Counts of 404s and gateway errors by proxy, status and responder. */
export function makeCounts(frames: CountFrames): HopCounts {
  const lines = new Map<string, Line | null>();
  const lineOf = (name: keyof CountFrames, proxy: string, status: number | null, responder: string | null): Line | null => {
    const key = JSON.stringify([name, proxy, status, responder]);
    const known = lines.get(key);
    if (known !== undefined) return known;
    const line = toLine(frames[name], proxy, status, responder);
    lines.set(key, line);
    return line;
  };
  const failed = (proxy: string, status: number, from: number, to: number) =>
    sumOf(status === 404 ? lineOf('notFound', proxy, null, null) : lineOf('errors', proxy, status, null), from, to);
  const all = (proxy: string, from: number, to: number) => sumOf(lineOf('requests', proxy, null, null), from, to);
  return {
    failed,
    all,
    healthy(proxy, from, to) {
      const requests = all(proxy, from, to);
      if (requests === null) return null;
      const lost = (sumOf(lineOf('notFound', proxy, null, null), from, to) ?? 0) + (sumOf(lineOf('errors', proxy, null, null), from, to) ?? 0);
      return Math.max(0, requests - lost);
    },
    by(responder, proxy, status, from, to) {
      const name = status === 404 ? 'notFound' : 'responders';
      const line = lineOf(name, proxy, status === 404 ? null : status, responder);
      return line && line.known.at(-1)! > 0 ? sumOf(line, from, to) : null;
    },
    stepMs: (frames.notFound ?? frames.errors ?? frames.requests)?.stepMs ?? null,
  };
}

function toLine(frame: SeriesFrame | null, proxy: string, status: number | null, responder: string | null): Line | null {
  if (!frame || frame.at.length === 0) return null;
  const own = frame.series.filter(({ labels }) => labels.proxy === proxy);
  // Among several fleets one without any series may be one whose counters are not collected: that is not none.
  if (own.length === 0 && frame.series.length > 0) return null;
  const asked = own.filter(({ labels }) => (status === null || labels.code === String(status)) && (responder === null || labels.responder === responder));
  // The proxy is counted, and nothing of this kind was: 0 where anything of it is known.
  const rows: readonly (readonly Value[])[] = asked.map(({ values }) => values);
  const silent = responder === null && rows.length === 0;
  const sums: number[] = [];
  const known: number[] = [];
  for (let i = 0; i < frame.at.length; i += 1) {
    let sum = 0;
    let seen = silent;
    for (const values of rows) {
      sum += values[i] ?? 0;
      seen ||= values[i] != null;
    }
    sums.push((sums[i - 1] ?? 0) + sum);
    known.push((known[i - 1] ?? 0) + Number(seen));
  }
  return { at: frame.at, stepMs: frame.stepMs, sums, known };
}

/** What was counted in (from, to]; parts of a step by their length. Null where no step of it is known. */
function sumOf(line: Line | null, from: number, to: number): number | null {
  if (!line || !(from < to)) return null;
  const known = upTo(line, line.known, to) - upTo(line, line.known, from);
  return known > 0 ? Math.max(0, upTo(line, line.sums, to) - upTo(line, line.sums, from)) : null;
}

/** A running sum at any time. The step at `at[i]` covers (at[i] - stepMs, at[i]]. */
function upTo({ at, stepMs }: Line, sums: readonly number[], time: number): number {
  const position = (time - at[0]!) / stepMs + 1;
  if (position <= 0) return 0;
  if (position >= sums.length) return sums.at(-1)!;
  const whole = Math.floor(position);
  const before = whole === 0 ? 0 : sums[whole - 1]!;
  return before + (sums[whole]! - before) * (position - whole);
}
