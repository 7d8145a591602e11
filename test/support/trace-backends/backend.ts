import type { TraceAdapterId } from '@/lib/adapters/trace-adapters';
import type { Trace } from '@/lib/domain/traces';
import type { SeenRequest } from '../fake-http';

export interface Reply {
  readonly status: number;
  readonly body: string;
}

export type RequestKind = 'search' | 'trace' | 'other';

/** Answers that a backend really gave, or that were made from its documentation (the README beside them says which). */
export interface Recorded {
  readonly service: string;
  readonly status: number;
  /** Answer to the search for them. */
  readonly search: string;
  /** Answers by id. The first one is asked for. */
  readonly traces: Readonly<Record<string, string>>;
  /** Ids that the search must bring, in any order. */
  readonly found: readonly string[];
  readonly missing: Reply;
}

/** How one kind of backend answers, as far as an adapter can tell: paths, frames, encodings. */
export interface FakeBackend {
  readonly name: string;
  readonly adapter: TraceAdapterId;
  /** Path below the address of the server at which the adapter is configured. */
  readonly path: string;
  kindOf(url: URL): RequestKind;
  /** An answer of one that holds these traces, and finds them all, whatever it is asked. */
  answer(request: SeenRequest, holds: readonly Trace[]): Reply;
  /** The service that a search asks for. */
  serviceIn(url: URL): string | null;
  readonly recorded: Recorded;
}

export const json = (body: unknown, status = 200): Reply => ({ status, body: JSON.stringify(body) });
export const text = (body: string, status = 200): Reply => ({ status, body });

/** The last part of a path: where ids stand. */
export const lastOf = (url: URL): string => url.pathname.split('/').at(-1) ?? '';

/** The trace of this id; leading zeros may be missing or added. */
export function holding(holds: readonly Trace[], id: string): Trace | undefined {
  const bare = (each: string) => each.replace(/^0+/, '');
  return holds.find((trace) => bare(trace.traceId) === bare(id));
}
