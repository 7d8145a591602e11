/** What a pasted text names a trace by. */
export interface TraceReference {
  /** Lower-case hex, 16 or 32 digits. */
  readonly traceId: string;
  /** What was recognised, for people: `a traceparent`, `a link of Grafana Explore`. */
  readonly what: string;
}

/** Longer text than this is no id and no link. */
const LONGEST = 20_000;
const DEEPEST = 6;

/**
 * A trace id out of what people paste: the id alone, a `traceparent`, `b3` or AWS header, or a link of Jaeger, Zipkin, Weir
 * or Grafana Explore. Null when there is none. Never throws.
 */
export function readTraceReference(pasted: string): TraceReference | null {
  if (pasted.length > LONGEST) return null;
  const text = pasted.trim();
  const link = /^https?:\/\/\S+$/i.test(text) ? fromLink(text) : null;
  return link ?? fromText(text.toLowerCase());
}

/** Keys under which log lines name their trace: OpenTelemetry, Jaeger and Zipkin clients, Elastic, W3C, B3. */
const NAMING_KEY = /^(trace[._-]?id|trace\.id|traceparent|x-b3-traceid|otel\.trace_id)$/i;

/** The trace that a JSON object names by a key such as `trace_id` (a line of a log); the outer key wins. Null when none does. Never throws. */
export function referenceInJson(json: unknown, depth = 0): TraceReference | null {
  if (typeof json !== 'object' || json === null || Array.isArray(json) || depth > 2) return null;
  const entries = Object.entries(json);
  for (const [name, value] of entries) {
    const found = typeof value === 'string' && NAMING_KEY.test(name) ? readTraceReference(value) : null;
    if (found) return { ...found, what: 'a trace id in a line of a log' };
  }
  for (const [, value] of entries) {
    const below = referenceInJson(value, depth + 1);
    if (below) return below;
  }
  return null;
}

function fromText(text: string): TraceReference | null {
  const parent = /\b[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}\b/.exec(text);
  if (parent) return known(parent[1]!, 'a traceparent');
  const aws = /\b1-([0-9a-f]{8})-([0-9a-f]{24})\b/.exec(text);
  if (aws) return known(aws[1]! + aws[2]!, 'an AWS trace id');
  const uuid = /\b([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})\b/.exec(text);
  if (uuid) return known(uuid.slice(1).join(''), 'a trace id with dashes');
  const plain = plainId(text);
  return plain === null ? null : known(plain, 'a trace id');
}

function fromLink(text: string): TraceReference | null {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  for (const name of ['panes', 'left', 'right']) {
    const id = idInPanes(url.searchParams.get(name));
    if (id !== null) return known(id, 'a link of Grafana Explore');
  }
  // The path names the trace; a query may name a span.
  const inPath = plainId(url.pathname.toLowerCase()) ?? plainId(decoded(url.pathname).toLowerCase());
  if (inPath !== null) return known(inPath, 'a link to a trace');
  const named = ['traceId', 'traceID', 'trace_id', 'trace'].map((name) => url.searchParams.get(name)).find((value) => value !== null);
  const id = plainId((named ?? url.hash).toLowerCase());
  return id === null ? null : known(id, 'a link to a trace');
}

/** Grafana keeps what Explore shows as JSON in `panes`: a query of Tempo or Jaeger holds the id alone. */
function idInPanes(json: string | null): string | null {
  if (json === null) return null;
  try {
    return idInQueries(JSON.parse(json) as unknown, 0);
  } catch {
    return null;
  }
}

function idInQueries(value: unknown, depth: number): string | null {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return null;
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && /^(query|traceId|traceID)$/.test(name) && /^\s*([0-9a-f]{16}|[0-9a-f]{32})\s*$/i.test(inner)) return inner.trim().toLowerCase();
    const below = idInQueries(inner, depth + 1);
    if (below !== null) return below;
  }
  return null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function plainId(text: string): string | null {
  const found = /(?:^|[^0-9a-f])([0-9a-f]{32}|[0-9a-f]{16})(?:[^0-9a-f]|$)/.exec(text);
  return found ? found[1]! : null;
}

function known(traceId: string, what: string): TraceReference | null {
  return /^0+$/.test(traceId) ? null : { traceId, what };
}
