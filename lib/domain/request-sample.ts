import type { EpochMs } from './units';
import type { Band, HopRole, Mechanism } from './verdict';

/** One request as a trace showed it, with its verdict: what detectors and lists need of a trace. */
export interface RequestSample {
  readonly traceId: string;
  readonly at: EpochMs;
  readonly proxy: string;
  readonly instance: string | null;
  readonly zone: string | null;
  readonly method: string | null;
  readonly host: string | null;
  readonly path: string | null;
  readonly userAgent: string | null;
  readonly client: string | null;
  readonly status: number | null;
  readonly durationMs: number;
  readonly answeredBy: HopRole;
  readonly answeredByService: string | null;
  readonly causedBy: HopRole;
  /** Absent or null: no span names it. */
  readonly causedByService?: string | null;
  readonly mechanism: Mechanism;
  readonly confidence: number;
  readonly band: Band;
  readonly earlierAttempts: number;
}
