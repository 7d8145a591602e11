import 'server-only';
import type { AnnotationSet } from '../../domain/detector';
import type { ResolvedRange } from '../../domain/time-range';
import type { AnnotationSource } from '../../ports/annotation-source';
import { SourceError, isSourceError } from '../../ports/source-error';
import { type Breaker, makeBreaker } from '../breaker';
import type { Environment } from '../environments/types';
import type { AnswerParts } from './answer';

/** Notes are a second opinion: the answer does not wait longer for them. */
const BUDGET_MS = 10_000;

const breakers = new WeakMap<AnnotationSource, Breaker>();

function breakerOf(source: AnnotationSource): Breaker {
  const known = breakers.get(source) ?? makeBreaker();
  breakers.set(source, known);
  return known;
}

/** Notes of a range. Null: there is no source of them, or it failed, which `parts` then says; the rest of the answer stands. */
export async function loadAnnotations({ annotations: source }: Pick<Environment, 'annotations'>, range: ResolvedRange, parts: AnswerParts, budgetMs = BUDGET_MS): Promise<AnnotationSet | null> {
  if (!source) return null;
  try {
    const { annotations, truncated, queries } = await breakerOf(source).run(() => listWithin(source, range, budgetMs));
    parts.addQueries(queries.map((query) => ({ source: source.type, purpose: 'annotations', query, range, link: null })));
    if (truncated) parts.addTrust([{ code: 'search-truncated', about: 'annotations', effect: `Only ${annotations.length} annotations were read: markers are missing.`, mend: 'Ask for a shorter range, or name tags in annotations.tags.' }]);
    return { annotations, truncated };
  } catch (error) {
    parts.addFailure('annotations', error, 'annotations');
    return null;
  }
}

async function listWithin(source: AnnotationSource, range: ResolvedRange, budgetMs: number) {
  const budget = AbortSignal.timeout(budgetMs);
  try {
    return await source.list(range, budget);
  } catch (error) {
    if (!budget.aborted || !isSourceError(error)) throw error;
    throw new SourceError('timeout', `${source.type} did not answer within ${budgetMs / 1000} s`, { cause: error });
  }
}
