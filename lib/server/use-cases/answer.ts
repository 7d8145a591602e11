import 'server-only';
import type { Answer, Basis, QueryRecord, SourceFailure } from '../../domain/answer';
import type { ResolvedRange } from '../../domain/time-range';
import type { TrustNote } from '../../domain/trust';
import { type SourceError, isSourceError } from '../../ports/source-error';
import { uniqueNotes } from '../signals/trust';

/** Collects what travels with every answer: queries, trust notes and the sources that failed. */
export class AnswerParts {
  private readonly queries = new Map<string, QueryRecord>();
  private readonly notes: TrustNote[] = [];
  private readonly failed = new Map<string, { source: string; kind: string; message: string; affects: Set<string> }>();

  addQueries(queries: readonly QueryRecord[]): void {
    for (const query of queries) this.queries.set(`${query.source} ${query.purpose} ${query.query} ${query.range.from}`, query);
  }

  addTrust(notes: readonly TrustNote[]): void {
    this.notes.push(...notes);
  }

  /** Notes a failure of a source; every other error is passed on. */
  addFailure(source: string, error: unknown, affects: string): SourceError {
    if (!isSourceError(error)) throw error;
    const key = `${source} ${error.kind} ${error.message}`;
    const known = this.failed.get(key) ?? { source, kind: error.kind, message: error.message, affects: new Set<string>() };
    known.affects.add(affects);
    this.failed.set(key, known);
    return error;
  }

  merge(answer: Pick<Answer<unknown>, 'queries' | 'trust' | 'failures'>): void {
    this.addQueries(answer.queries);
    this.addTrust(answer.trust);
    for (const failure of answer.failures) {
      const key = `${failure.source} ${failure.kind} ${failure.message}`;
      const known = this.failed.get(key) ?? { source: failure.source, kind: failure.kind, message: failure.message, affects: new Set<string>() };
      for (const each of failure.affects) known.affects.add(each);
      this.failed.set(key, known);
    }
  }

  finish<T>(data: T, range: ResolvedRange, basis: Basis | null): Answer<T> {
    const failures: SourceFailure[] = [...this.failed.values()].map((failure) => ({ ...failure, affects: [...failure.affects].sort() }));
    const queries = [...this.queries.values()].sort((a, b) => compare(a.purpose, b.purpose) || compare(a.query, b.query) || a.range.from - b.range.from);
    return { data, range, basis, queries, trust: uniqueNotes(this.notes), failures };
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
