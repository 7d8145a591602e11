import type { Attributes, Span, SpanEvent, SpanKind, Trace } from '../domain/traces';
import { type EpochMs, epochMs } from '../domain/units';
import { canonicalId } from './ids';
import { numberOf } from './json';
import { separateSharedIds } from './shared-ids';

/** What a mapper knows of a span; `start` null: the source had no usable time. */
export interface SpanDraft extends Omit<Span, 'start' | 'events'> {
  readonly traceId: string;
  readonly start: number | null;
  readonly events: readonly (Omit<SpanEvent, 'at'> & { readonly at: number | null })[];
}

/** One trace while its spans arrive in any order. */
interface Pile {
  readonly drafts: SpanDraft[];
  readonly warnings: Set<string>;
  partial: boolean;
}

const MAX_WARNINGS = 20;
const MAX_WARNING_LENGTH = 300;
/** Jaeger's aggregator and Tempo say in words that spans were left out. Other warnings sit on complete traces too. */
const CUT = /truncat|more than \d+ spans|first \d+ spans|max(imum)? (trace|number of spans|span count)|exceed\w* .*(size|spans)/i;

/** Groups spans by trace id and finishes them: times, shared ids, warnings. Linear in the number of spans. */
export class TraceCollector {
  private readonly piles = new Map<string, Pile>();

  add(draft: SpanDraft): void {
    this.pile(draft.traceId).drafts.push(draft);
  }

  warn(traceId: string, text: string): void {
    const pile = this.pile(traceId);
    if (CUT.test(text)) pile.partial = true;
    if (pile.warnings.size < MAX_WARNINGS) pile.warnings.add(text.slice(0, MAX_WARNING_LENGTH));
  }

  /** Spans are missing: of one trace, or of all that were read so far. */
  markPartial(traceId?: string): void {
    for (const pile of traceId === undefined ? this.piles.values() : [this.pile(traceId)]) pile.partial = true;
  }

  traces(): Trace[] {
    return [...this.piles].map(([traceId, pile]) => finish(traceId, pile));
  }

  private pile(givenId: string): Pile {
    const traceId = canonicalId(givenId, 16);
    let pile = this.piles.get(traceId);
    if (!pile) {
      this.piles.set(traceId, (pile = { drafts: [], warnings: new Set(), partial: false }));
      if (!/^[0-9a-f]+$/.test(givenId)) pile.warnings.add(`the source names this trace "${givenId.slice(0, 64)}", which is no hex: another id stands for it`);
    }
    return pile;
  }
}

/** Before it a clock was not set, unless the whole trace counts from zero: 1971. */
const CLOCK_SET = 31_536_000_000;
/** Later than this no backend can be asked and no date be written in four digits: 9999-12-31. */
const LATEST = 253_402_300_799_999;

/**
 * Spans without a time, or with one of 1970 among later ones, get the earliest time of the trace, and the trace says so: dropping them would
 * hide a hop.
 */
function finish(traceId: string, pile: Pile): Trace {
  const set = pile.drafts.some(({ start }) => start !== null && start >= CLOCK_SET);
  const isTime = (start: number | null): start is number => start !== null && (start >= CLOCK_SET || !set);
  let earliest = Infinity;
  let untimed = 0;
  for (const { start } of pile.drafts) {
    if (!isTime(start)) untimed += 1;
    else if (start < earliest) earliest = start;
  }
  const fallback = epochMs(Number.isFinite(earliest) ? earliest : 0);
  const spans = pile.drafts.map((draft) => toSpan(draft, isTime(draft.start) ? epochMs(draft.start) : fallback));
  if (untimed > 0) pile.warnings.add(`${untimed} spans have no usable start time`);
  return { traceId, spans: separateSharedIds(spans), partial: pile.partial, warnings: [...pile.warnings] };
}

/** Field by field: a rest pattern costs more than all other reading of a span. */
function toSpan(draft: SpanDraft, start: EpochMs): Span {
  return {
    spanId: canonicalId(draft.spanId, 8),
    parentId: draft.parentId === null ? null : canonicalId(draft.parentId, 8),
    name: draft.name,
    service: draft.service,
    kind: draft.kind,
    start,
    durationMs: start + draft.durationMs <= LATEST ? Math.max(0, draft.durationMs) : 0,
    status: draft.status,
    statusMessage: draft.statusMessage,
    attributes: draft.attributes,
    resource: draft.resource,
    scope: draft.scope,
    events: draft.events.map((event) => ({ at: event.at === null ? start : epochMs(event.at), name: event.name, attributes: event.attributes })),
  };
}

/** Service name of OTel SDKs that were given none. */
export const NO_SERVICE = 'unknown_service';

const KINDS: Readonly<Record<string, SpanKind>> = {
  server: 'server', client: 'client', producer: 'producer', consumer: 'consumer', internal: 'internal',
  '1': 'internal', '2': 'server', '3': 'client', '4': 'producer', '5': 'consumer',
};

/** Kind from an OTLP number, a Tempo enum name (`SPAN_KIND_SERVER`), a Zipkin or a Jaeger text in any case. */
export function toKind(value: unknown): SpanKind {
  if (typeof value !== 'string' && typeof value !== 'number') return 'unspecified';
  const name = String(value).toLowerCase().replace(/^span_kind_/, '');
  return Object.hasOwn(KINDS, name) ? KINDS[name]! : 'unspecified';
}

/** Status from an OTLP number, an enum name (`STATUS_CODE_ERROR`) or a Jaeger text. */
export function toStatus(value: unknown): Span['status'] {
  const name = typeof value === 'string' ? value.toLowerCase().replace(/^status_code_/, '') : value;
  if (name === 2 || name === '2' || name === 'error') return 'error';
  return name === 1 || name === '1' || name === 'ok' ? 'ok' : 'unset';
}

/** Microseconds to milliseconds; null when it is no time. */
export function fromMicros(value: unknown): number | null {
  const micros = numberOf(value);
  return micros === null ? null : toTime(micros / 1000);
}

/** Nanoseconds (usually decimal text beyond the exact range of a double) to milliseconds with fractions; null: no time. */
export function fromNanos(value: unknown): number | null {
  if (typeof value === 'string' && /^\d{7,19}$/.test(value)) return Number(value.slice(0, -6)) + Number(value.slice(-6)) / 1e6;
  const nanos = numberOf(value);
  return nanos === null ? null : toTime(nanos / 1e6);
}

/** Milliseconds; null when it is no time. */
export function fromMillis(value: unknown): number | null {
  const ms = numberOf(value);
  return ms === null ? null : toTime(ms);
}

function toTime(ms: number): number | null {
  return ms >= 0 && ms <= LATEST ? ms : null;
}

/** Text of one attribute, `''` when absent or of another type. */
export function attributeText(attributes: Attributes, key: string): string {
  const value = attributes[key];
  return typeof value === 'string' ? value : '';
}
