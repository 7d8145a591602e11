/** Segments that name one thing among many: numbers, hex ids, UUIDs, long mixtures of letters and digits. */
const IDENTITY = /^(\d+|[0-9a-f]{8,}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=[^.]*\d)(?=[^.]*[a-z])[\w-]{12,})$/i;
const MOST_SEGMENTS = 12;

/** Path with ids written as `*`, so that requests of one route look alike: `/orders/4711/items` and `/orders/4712/items`. Null stays null. */
export function pathShape(path: string | null): string | null {
  if (path === null) return null;
  const segments = path.slice(0, 1_000).split('/');
  const shaped = segments.slice(0, MOST_SEGMENTS).map((segment) => (IDENTITY.test(segment) ? '*' : segment));
  return segments.length > MOST_SEGMENTS ? `${shaped.join('/')}/…` : shaped.join('/');
}
