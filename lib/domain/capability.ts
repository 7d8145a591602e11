import type { SignalName } from './signals';

/** `not-checked`: the source could not be asked, so nothing is known of the signal; never the same as not observable. */
export type CapabilityState = 'available' | 'inferred' | 'not-observable' | 'not-checked';

/** Can this signal be seen here, and if not, why and what would switch it on? */
export interface Capability {
  readonly signal: SignalName;
  /** The proxy fleet, or null for signals of the cluster. */
  readonly proxy: string | null;
  readonly state: CapabilityState;
  /** True when the source was asked and had (or had not) the series; false when only the dialect says so. */
  readonly probed: boolean;
  readonly reason: string;
  readonly mend: string | null;
}

/** State of one source of an environment. */
export interface SourceStatus {
  readonly source: 'metrics' | 'traces' | 'annotations';
  readonly type: string;
  readonly state: 'ok' | 'failed' | 'not-configured';
  readonly version: string | null;
  readonly detail: string;
}

/** An environment as it is shown to people: no addresses with credentials. */
export interface EnvironmentInfo {
  readonly name: string;
  readonly kind: 'live' | 'recording';
  /** One sentence on what it is. */
  readonly note: string;
  readonly proxies: readonly { readonly name: string; readonly dialect: string }[];
  /** Range of a recording; null for a live environment. */
  readonly recorded: { readonly from: number; readonly to: number } | null;
  readonly tracesUi: string | null;
}
