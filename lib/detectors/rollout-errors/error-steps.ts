import type { Value } from '../../domain/series';

/** Exact errors on an even axis. Step i covers [start + i * stepMs, start + (i + 1) * stepMs). */
export interface ErrorSteps {
  readonly start: number;
  readonly stepMs: number;
  /** Status text to errors per step; all columns have the same length. */
  readonly codes: Readonly<Record<string, readonly Value[]>>;
  /** Errors of all codes; null where nothing was observed. */
  readonly total: readonly Value[];
  readonly requests: readonly Value[] | null;
}

/** A half-open range of steps. */
export interface StepSpan {
  readonly from: number;
  readonly to: number;
}

/** Sum of columns: null only where every column is null. No columns give nothing but null. */
export function sumColumns(columns: readonly (readonly Value[])[], length: number): Value[] {
  const sum = new Array<Value>(length).fill(null);
  for (const column of columns) {
    for (let i = 0; i < length; i += 1) {
      const value = column[i];
      if (value != null) sum[i] = (sum[i] ?? 0) + value;
    }
  }
  return sum;
}

/** Steps that touch [from, to) in ms; a moment (from = to) touches the step it lies in. Clipped to the axis. */
export function stepsBetween(steps: ErrorSteps, from: number, to: number): StepSpan {
  const n = steps.total.length;
  const stepOf = (at: number) => (at - steps.start) / steps.stepMs;
  const clip = (step: number) => Math.min(n, Math.max(0, step));
  const first = Math.floor(stepOf(from));
  return { from: clip(first), to: clip(Math.max(Math.ceil(stepOf(to)), first + 1)) };
}

/** Sum over a span, unknown steps left out. */
export function sumSpan(values: readonly Value[], span: StepSpan): number {
  let sum = 0;
  for (let i = span.from; i < span.to; i += 1) sum += values[i] ?? 0;
  return sum;
}

/** Errors by code in a span; codes without errors are left out. */
export function codesIn(codes: ErrorSteps['codes'], span: StepSpan): Record<string, number> {
  const found: Record<string, number> = {};
  for (const code of Object.keys(codes).sort()) {
    const sum = sumSpan(codes[code]!, span);
    if (sum > 0) found[code] = sum;
  }
  return found;
}
