import type { Evidence, FlipCause } from '../../domain/findings';

/** One explanation that was looked at: seen with its cause, or not seen with the words why. */
export type Tried = { readonly seen: FlipCause } | { readonly notSeen: Evidence | null };

/** Confidence is kept to two digits. */
export function seen(code: FlipCause['code'], confidence: number, evidence: readonly Evidence[], against: readonly Evidence[] = []): Tried {
  return { seen: { code, confidence: Math.round(confidence * 100) / 100, evidence, against } };
}

export function notSeen(code: string, text: string): Tried {
  return { notSeen: { code, text } };
}

/** The signal is not there: it says nothing. */
export const notLookedAt: Tried = { notSeen: null };
