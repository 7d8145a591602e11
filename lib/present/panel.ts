import type { DetectorRun } from '../domain/detector';

/**
 * What a panel can show once its question was answered. Loading, failed and partial are states of the question, not of the
 * answer: the chart frame adds them. `empty` means "looked, found nothing"; `not-checked` means "could not look".
 */
export type Panel<Model> =
  | { readonly state: 'ready'; readonly model: Model }
  | { readonly state: 'empty'; readonly why: string }
  | { readonly state: 'not-checked'; readonly why: string; readonly missing: readonly string[]; readonly mend: string };

/** Makes a panel from a detector's run; `prepare` answers null when there is nothing to draw. */
export function panelOf<Detail, Model>(run: DetectorRun<Detail>, prepare: (detail: Detail) => Model | null, emptyWhy: string): Panel<Model> {
  if (run.kind === 'not-checked') return { state: 'not-checked', why: run.why, missing: run.missing, mend: run.mend };
  return readyOr(prepare(run.detail), emptyWhy);
}

/** `ready`, or `empty` with the reason when there is no model. */
export function readyOr<Model>(model: Model | null, emptyWhy: string): Panel<Model> {
  return model === null ? { state: 'empty', why: emptyWhy } : { state: 'ready', model };
}
