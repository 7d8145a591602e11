import type { Span } from '../domain/traces';

const COLORS = ['--zone-1', '--zone-2', '--zone-3', '--zone-4', '--zone-5', '--zone-6'] as const;
/** Colour of services beyond the palette: more hues could not be told apart. */
const OTHER = '--ink-3';

/** CSS variable per service: by order of appearance in time, so that proxy and backend of a request get the first ones. The rest share one. */
export function serviceColors(spans: readonly Span[]): ReadonlyMap<string, string> {
  const first = new Map<string, number>();
  for (const { service, start } of spans) {
    const known = first.get(service);
    if (known === undefined || start < known) first.set(service, start);
  }
  const order = [...first].sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1));
  return new Map(order.map(([service], i) => [service, COLORS[i] ?? OTHER]));
}

export interface ServiceKey {
  readonly service: string;
  readonly color: string;
  readonly spans: number;
}

/** Services with their colours and span counts, in the order of the colours. */
export function serviceKeys(spans: readonly Span[]): ServiceKey[] {
  const counts = new Map<string, number>();
  for (const { service } of spans) counts.set(service, (counts.get(service) ?? 0) + 1);
  return [...serviceColors(spans)].map(([service, color]) => ({ service, color, spans: counts.get(service)! }));
}
