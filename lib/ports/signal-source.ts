import type { QueryRecord } from '../domain/answer';
import type { CapabilityState } from '../domain/capability';
import type { SeriesFrame } from '../domain/series';
import type { SignalName } from '../domain/signals';
import type { ResolvedRange } from '../domain/time-range';
import type { TrustNote } from '../domain/trust';

/** One signal over one range. `frame` is null when it cannot be seen here; `reason` then says why and `mend` what to do. */
export interface SignalAnswer {
  readonly signal: SignalName;
  readonly frame: SeriesFrame | null;
  readonly state: CapabilityState;
  readonly reason: string;
  readonly mend: string | null;
  readonly queries: readonly QueryRecord[];
  readonly trust: readonly TrustNote[];
}

/** Signals, live (dialect and metrics source) or from a recording. Throws SourceError when a source fails. */
export interface SignalSource {
  load(signal: SignalName, range: ResolvedRange, abort?: AbortSignal): Promise<SignalAnswer>;
}
