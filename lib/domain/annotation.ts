import type { EpochMs } from './units';

/** A note that people or tools pinned to a moment or a stretch of time. Its text is from outside: drawn as text, never more. */
export interface Annotation {
  readonly id: string;
  readonly at: EpochMs;
  /** End of the stretch; the moment itself when it has none. */
  readonly to: EpochMs;
  readonly text: string;
  readonly tags: readonly string[];
}
