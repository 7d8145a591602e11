import type { EpochMs } from './units';

export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal' | 'unspecified';

/** Attribute values as they came: numbers stay numbers, text stays text. */
export type AttributeValue = string | number | boolean | readonly (string | number | boolean)[];
export type Attributes = Readonly<Record<string, AttributeValue>>;

export interface SpanEvent {
  readonly at: EpochMs;
  readonly name: string;
  readonly attributes: Attributes;
}

/** One span of any wire format, before any judgement. Ids are lower-case hex. Times may have fractions of a ms. */
export interface Span {
  readonly spanId: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly service: string;
  readonly kind: SpanKind;
  readonly start: EpochMs;
  readonly durationMs: number;
  /** OTLP span status; `unset` when nothing was said. */
  readonly status: 'unset' | 'ok' | 'error';
  readonly statusMessage: string;
  readonly attributes: Attributes;
  readonly resource: Attributes;
  /** Instrumentation scope name, `''` when unknown. */
  readonly scope: string;
  readonly events: readonly SpanEvent[];
}

export interface Trace {
  readonly traceId: string;
  readonly spans: readonly Span[];
  /** True when the backend said that spans are missing (Tempo PARTIAL, size limit). */
  readonly partial: boolean;
  readonly warnings: readonly string[];
}

/** A link that opens a trace in another program, focused on the deciding span where that program can. */
export interface TraceLink {
  readonly kind: 'jaeger-ui' | 'grafana-explore' | 'zipkin-ui' | 'victoria-ui' | 'tempo-api';
  /** For people: `Jaeger UI`, `Grafana Explore`. */
  readonly label: string;
  readonly url: string;
  /** True when the link focuses the span that was asked for. */
  readonly focused: boolean;
}
