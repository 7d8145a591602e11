import type { Annotation } from '../domain/annotation';
import type { EpochMs } from '../domain/units';

export interface AnnotationResult {
  /** Those that touch the range, oldest first. */
  readonly annotations: readonly Annotation[];
  /** True when the limit was reached: there may be more. */
  readonly truncated: boolean;
  /** The requests that were sent, for "show query". */
  readonly queries: readonly string[];
}

/** Where people and pipelines pin notes to a time. Only read. All methods throw SourceError. */
export interface AnnotationSource {
  readonly type: string;
  list(range: { readonly from: EpochMs; readonly to: EpochMs }, signal?: AbortSignal): Promise<AnnotationResult>;
  probe(signal?: AbortSignal): Promise<{ readonly version: string | null; readonly detail: string }>;
}
