import type { Answer, SourceFailure } from '@/lib/domain/answer';
import { nextStep } from '@/lib/client/fetch-answer';
import type { Panel } from '@/lib/present/panel';
import { sourceName } from '@/lib/present/words';

/** All that a panel can be. `failures` beside a drawn model: a source failed, the rest stands. */
export type FrameState<Model> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string; readonly next: string }
  | { readonly kind: 'not-checked'; readonly why: string; readonly missing: readonly string[]; readonly mend: string }
  | { readonly kind: 'empty'; readonly why: string; readonly failures: readonly SourceFailure[] }
  | { readonly kind: 'ready'; readonly model: Model; readonly failures: readonly SourceFailure[]; readonly stale: boolean };

/** The parts of a query's result that a panel needs: those of TanStack's UseQueryResult. */
export interface AnswerState {
  readonly data: Answer<unknown> | undefined;
  readonly error: Error | null;
  readonly isPlaceholderData: boolean;
}

/** Which of its states a panel is in. An answer that is there stays on the screen when its refresh fails. */
export function frameState<Model>(answer: AnswerState, panel: Panel<Model> | null, signals: readonly string[]): FrameState<Model> {
  if (answer.data === undefined || panel === null) {
    return answer.error ? { kind: 'failed', message: answer.error.message, next: nextStep(answer.error) } : { kind: 'loading' };
  }
  const failures = failuresOf(answer.data.failures, signals);
  // "Could not look because the source failed" is another state than "cannot be seen here".
  const [failure] = failures;
  if (panel.state === 'not-checked' && failure) return { kind: 'failed', message: `${sourceName(failure.source)} did not answer: ${failure.message}`, next: panel.mend };
  if (panel.state === 'not-checked') return { kind: 'not-checked', why: panel.why, missing: panel.missing, mend: panel.mend };
  if (panel.state === 'empty') return { kind: 'empty', why: panel.why, failures };
  return { kind: 'ready', model: panel.model, failures, stale: answer.isPlaceholderData || answer.error !== null };
}

/** Failures that touch these signals; all of them when a panel names none. */
export function failuresOf(failures: readonly SourceFailure[], signals: readonly string[]): readonly SourceFailure[] {
  if (signals.length === 0) return failures;
  return failures.filter(({ affects }) => affects.length === 0 || affects.some((name) => signals.includes(name)));
}
