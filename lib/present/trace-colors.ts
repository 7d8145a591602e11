import type { Span } from '../domain/traces';

const COLORS = ['--zone-1', '--zone-2', '--zone-3', '--zone-4', '--zone-5', '--zone-6'] as const;
/** Colour of services beyond the palette: more hues could not be told apart. */
const OTHER = '--ink-3';

/** Services that come first in time: proxy and backend of the request are among them. */
const FIRST = 3;

/** CSS variable per service: the first ones in time, then those with most spans; the rest share one. */
export function serviceColors(spans: readonly Span[]): ReadonlyMap<string, string> {
  return new Map(servicesOf(spans).map(({ service }, i) => [service, COLORS[i] ?? OTHER]));
}

function servicesOf(spans: readonly Span[]): { readonly service: string; readonly spans: number }[] {
  const seen = new Map<string, { service: string; first: number; spans: number }>();
  for (const { service, start } of spans) {
    const known = seen.get(service);
    if (!known) seen.set(service, { service, first: start, spans: 1 });
    else {
      known.spans += 1;
      known.first = Math.min(known.first, start);
    }
  }
  const byTime = [...seen.values()].sort((a, b) => a.first - b.first || (a.service < b.service ? -1 : 1));
  return [...byTime.slice(0, FIRST), ...byTime.slice(FIRST).sort((a, b) => b.spans - a.spans || (a.service < b.service ? -1 : 1))];
}

export interface ServiceKey {
  readonly service: string;
  readonly color: string;
  readonly spans: number;
}

/** Services with their colours and span counts, in the order of the colours. */
export function serviceKeys(spans: readonly Span[]): ServiceKey[] {
  return servicesOf(spans).map((one, i) => ({ ...one, color: COLORS[i] ?? OTHER }));
}
