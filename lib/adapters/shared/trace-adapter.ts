import type { TraceSource } from '../../ports/trace-source';
import type { HttpSettings } from '../http/client';

/** A Grafana that has the trace backend as a data source: where its Explore page opens traces. */
export interface GrafanaSettings {
  readonly url: string;
  readonly datasourceUid: string;
  /** Type of that data source; default: the one that fits the adapter. */
  readonly datasourceType?: GrafanaDatasource;
  readonly orgId?: number;
}

export const grafanaDatasources = ['tempo', 'jaeger', 'zipkin'] as const;
export type GrafanaDatasource = (typeof grafanaDatasources)[number];

export interface TraceOptions {
  /** Address of the backend's UI as a browser reaches it; default: the URL itself. */
  readonly ui?: string;
  readonly grafana?: GrafanaSettings;
  /** Jaeger on Cassandra intersects shortened lists of traces: it is asked for less and more is checked here. */
  readonly storage?: 'cassandra';
  readonly now: () => number;
  /** Waits; replaced in tests. */
  readonly pause?: (ms: number) => Promise<void>;
}

/** One trace backend that Weir can read. */
export interface TraceAdapter {
  /** The `type` of the configuration. */
  readonly id: string;
  /** For people. */
  readonly title: string;
  make(settings: HttpSettings, options: TraceOptions): TraceSource;
}
