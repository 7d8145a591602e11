/** Stable codes of known faults and limits of the data behind a figure (design.md section 6). */
export const trustCodes = [
  'scrape-gap', 'stale-source', 'incomplete-last-step', 'rate-window-short', 'counter-reset', 'first-sample',
  'zone-unknown', 'double-count', 'join-loss', 'collector-missing', 'known-label-fault', 'low-traffic',
  'sampled-traces', 'search-truncated', 'young-window', 'clock-skew', 'partial-response', 'paths-disagree',
  'step-widened', 'engine-rate', 'modelled-data', 'long-range',
] as const;

export type TrustCode = (typeof trustCodes)[number];

/** One limit that applies to an answer: what it does to the number and how to mend it. A clean window has none. */
export interface TrustNote {
  readonly code: TrustCode;
  /** What the note is about, for example a signal or an instance; null when it is the whole answer. */
  readonly about: string | null;
  readonly effect: string;
  readonly mend: string;
}
