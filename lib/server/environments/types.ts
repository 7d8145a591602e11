import type { Capability, EnvironmentInfo, SourceStatus } from '../../domain/capability';
import type { ResolvedRange } from '../../domain/time-range';
import type { EpochMs } from '../../domain/units';
import type { AnnotationSource } from '../../ports/annotation-source';
import type { SignalSource } from '../../ports/signal-source';
import type { TraceSource } from '../../ports/trace-source';

/** Which service name the spans of a proxy fleet carry. */
export interface ProxyService {
  readonly proxy: string;
  readonly service: string;
}

/** One ingress fleet with its sources, live or recorded: all that a use case needs. */
export interface Environment {
  readonly info: EnvironmentInfo;
  readonly signals: SignalSource;
  readonly traces: TraceSource | null;
  /** Notes on the time; null or absent: no source of them is configured. */
  readonly annotations?: AnnotationSource | null;
  readonly services: readonly ProxyService[];
  /** Now, as far as the data goes: a live source is one scrape behind, a recording stands at its end. */
  now(): Promise<EpochMs>;
  /** The time by which the age of data is judged: the clock, or well after the end of a recording. */
  clock(): EpochMs;
  scrapeMs(): Promise<number>;
  /** Range that is shown when nobody asked for one; null: the last hour. */
  readonly wholeRange: { readonly from: EpochMs; readonly to: EpochMs } | null;
  sources(): Promise<readonly SourceStatus[]>;
  /** What each signal can tell here, asked of the sources over a range. */
  capabilities(range: ResolvedRange): Promise<readonly Capability[]>;
  /** Parameters of detectors that the configuration overrides. */
  readonly params: Readonly<Record<string, Readonly<Record<string, number>>>>;
}
