import type { Attributes, Span } from '../domain/traces';
import { AttributeMap } from './attributes';
import { derivedId } from './ids';

/**
 * Gives each span of a trace an id of its own (rule N6 of reference/traces-apis.md section 6.2):
 * the same span delivered twice is merged, the client and the server half of one Zipkin id are split,
 * and what hung below the shared id goes to the half that made it. Linear in the number of spans.
 */
export function separateSharedIds(spans: readonly Span[]): readonly Span[] {
  const owners = new Map<string, Span[]>();
  for (const span of spans) {
    const known = owners.get(span.spanId);
    if (known) known.push(span);
    else owners.set(span.spanId, [span]);
  }
  if (owners.size === spans.length) return spans;
  const byId = new Map<string, Span[]>();
  const extra: Span[] = [];
  for (const [id, sharing] of owners) {
    const halves: Span[][] = [];
    for (const span of inOrder(sharing)) place(halves, span, extra);
    byId.set(id, halves.map(merge));
  }
  return [...rename(byId), ...extra];
}

/** One order for spans that share an id, however they arrived: what is merged and which half is first depends on it. */
function inOrder(sharing: readonly Span[]): readonly Span[] {
  if (sharing.length < 2) return sharing;
  const keyed = sharing.map((span) => ({ span, key: JSON.stringify([span.service, span.kind, span.parentId, span.name, span.start, span.status, span.statusMessage, sorted(span.attributes), span.events]) }));
  return keyed.sort((a, b) => b.span.durationMs - a.span.durationMs || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ span }) => span);
}

const sorted = (attributes: Attributes) => Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1));

/** More owners of one id than this are a broken or hostile source: the rest get ids of their own and no children. */
const MAX_HALVES = 8;

/** Lists a span beside its twins, or as another half. */
function place(halves: Span[][], span: Span, extra: Span[]): void {
  const twins = halves.find(([other]) => other!.service === span.service && other!.kind === span.kind);
  if (twins) twins.push(span);
  else if (halves.length < MAX_HALVES) halves.push([span]);
  else extra.push({ ...span, spanId: derivedId(span.spanId, `${extra.length}/${span.service}`) });
}

/**
 * A span may be written many times, first unfinished: the longest one comes first and wins, attributes add up. All at once: one copy after the
 * other would copy the attributes of all before it again.
 */
function merge(copies: readonly Span[]): Span {
  const main = copies[0]!;
  if (copies.length === 1) return main;
  const attributes = new AttributeMap();
  for (const copy of [...copies].reverse()) for (const [key, value] of Object.entries(copy.attributes)) attributes.set(key, value);
  return {
    ...main,
    parentId: copies.find(({ parentId }) => parentId !== null)?.parentId ?? null,
    status: copies.find(({ status }) => status !== 'unset')?.status ?? main.status,
    attributes: attributes.values,
    events: copies.reduce((most, { events }) => (events.length > most.length ? events : most), main.events),
  };
}

function rename(byId: ReadonlyMap<string, readonly Span[]>): Span[] {
  const out: Span[] = [];
  const idOf = (half: Span, first: Span) => (half === first ? half.spanId : derivedId(half.spanId, `${half.service}/${half.kind}`));
  for (const halves of byId.values()) {
    const first = callerHalf(halves);
    for (const half of halves) {
      const spanId = idOf(half, first);
      const parentId = half === first ? parentOf(half) : first.kind === 'client' && half.kind === 'server' ? first.spanId : parentOf(half);
      out.push({ ...half, spanId, parentId });
    }
  }
  return out;

  function parentOf(span: Span): string | null {
    const halves = span.parentId === null ? undefined : byId.get(span.parentId);
    if (!halves || halves.length < 2) return span.parentId;
    const first = callerHalf(halves);
    const own = halves.find((half) => half.service === span.service) ?? halves.find((half) => half.kind === 'server') ?? first;
    return idOf(own, first);
  }
}

/** The half that keeps the id: the caller, since the other half hangs below it. */
function callerHalf(halves: readonly Span[]): Span {
  return halves.find((half) => half.kind === 'client') ?? halves[0]!;
}
