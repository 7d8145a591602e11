import { own } from '../../domain/own';
import type { Value } from '../../domain/series';
import type { HarmVerdict } from '../../domain/findings';
import type { Estimate, HarmChange } from '../../domain/zone-detail';
import { differenceInterval, medianInterval, ratioInterval } from '../shared/statistics/intervals';
import { rounded } from './detect';
import { wilson } from '../shared/statistics/wilson';

type Columns = Readonly<Record<string, readonly Value[]>>;

/** What harm is measured by; zones without a column are not measured. */
export interface HarmColumns {
  readonly stepSeconds: number;
  readonly rps: Columns;
  readonly errors: Columns;
  readonly p99: Columns;
}

/** Quantiles come from rates over about four scrapes: neighbouring steps share requests. */
const OVERLAP = 4;

export function independentSteps(steps: number): number {
  return steps / OVERLAP;
}

/** A p99 that moved by less than this is not called harm, however sure. */
const LEAST_RATIO = 1.1;
/** An interval that reaches beyond this ratio may hide harm: it says nothing. */
const WIDEST_RATIO = 2;
/** The same for error shares: a thousandth, a hundredth. */
const LEAST_ERRORS = 0.001;
const WIDEST_ERRORS = 0.01;

/** Intervals of 95 %, and of 99.7 % where so many comparisons are made that some would look like harm by chance. */
export const SURE = 1.959963984540054;
export const VERY_SURE = 2.967737925342168;

/** One zone over two sets of steps (indices): is it worse in the second? */
export function harmChange(columns: HarmColumns, zone: string, before: readonly number[], after: readonly number[], z: number = SURE): HarmChange {
  const [fast, slow] = [before, after].map((steps) => p99Of(columns, zone, steps, z));
  const [few, many] = [before, after].map((steps) => errorEstimate(columns, zone, steps, z));
  const p99Ratio = fast && slow ? ratioInterval(fast, slow) : null;
  const errorDifference = few && many ? differenceInterval(few, many) : null;
  const verdict = together([p99Ratio ? judge(p99Ratio, 1, LEAST_RATIO, WIDEST_RATIO) : null, errorDifference ? judgeErrors(errorDifference) : null], hasColumns(columns, zone));
  return { zone, p99Ratio: roundedEstimate(p99Ratio), errorDifference: roundedEstimate(errorDifference), verdict, text: tell(zone, verdict, p99Ratio, errorDifference) };
}

/** Six digits, so that outputs are the same on all machines. */
export function roundedEstimate(estimate: Estimate | null): Estimate | null {
  return estimate && { value: rounded(estimate.value), low: rounded(estimate.low), high: rounded(estimate.high) };
}

function p99Of(columns: HarmColumns, zone: string, steps: readonly number[], z: number): Estimate | null {
  const known = steps.map((i) => own(columns.p99, zone)?.[i] ?? null).filter((value) => value !== null && Number.isFinite(value)).map(Number);
  return medianInterval(known, independentSteps(known.length), z);
}

/** Errors as a share of all requests of the steps, with a Wilson interval; null where one of both is not known. */
export function errorEstimate(columns: HarmColumns, zone: string, steps: readonly number[], z: number = SURE): Estimate | null {
  const [errors, rps] = [own(columns.errors, zone), own(columns.rps, zone)];
  if (!errors || !rps) return null;
  const known = steps.filter((i) => (errors[i] ?? null) !== null && (rps[i] ?? null) !== null);
  const sum = (values: readonly Value[]) => known.reduce((total, i) => total + values[i]!, 0) * columns.stepSeconds;
  const requests = sum(rps);
  if (!(requests > 0)) return null;
  const hits = Math.min(sum(errors), requests);
  return { value: hits / requests, ...wilson(hits, requests, z) };
}

function hasColumns(columns: HarmColumns, zone: string): boolean {
  return [own(columns.p99, zone), own(columns.errors, zone)].some((values) => values?.some((value) => value !== null) ?? false);
}

function judge(ratio: Estimate, even: number, least: number, widest: number): HarmVerdict {
  if (ratio.low > even && ratio.value >= least) return 'worse';
  if (ratio.high < even && ratio.value <= even / least) return 'better';
  return ratio.high <= widest ? 'no-measurable-harm' : 'cannot-tell';
}

function judgeErrors(difference: Estimate): HarmVerdict {
  if (difference.low > 0 && difference.value >= LEAST_ERRORS) return 'worse';
  if (difference.high < 0 && difference.value <= -LEAST_ERRORS) return 'better';
  return difference.high <= WIDEST_ERRORS ? 'no-measurable-harm' : 'cannot-tell';
}

/** The worst of what was measured; a part that cannot be told leaves the whole open unless another part is worse. */
function together(parts: readonly (HarmVerdict | null)[], collected: boolean): HarmVerdict {
  const known = parts.filter((part) => part !== null);
  if (known.length === 0) return collected ? 'cannot-tell' : 'not-measured';
  const order: readonly HarmVerdict[] = ['worse', 'cannot-tell', 'better', 'no-measurable-harm'];
  return order.find((verdict) => known.includes(verdict)) ?? 'cannot-tell';
}

function tell(zone: string, verdict: HarmVerdict, ratio: Estimate | null, errors: Estimate | null): string {
  if (verdict === 'not-measured') return `Zone ${zone}: neither latency nor errors are measured by zone.`;
  const points = (share: number) => `${share > 0 ? '+' : ''}${(share * 100).toFixed(2)}`;
  const figures = [
    ...(ratio ? [`p99 ${ratio.value.toFixed(2)} times (${ratio.low.toFixed(2)} to ${ratio.high.toFixed(2)})`] : []),
    ...(errors ? [`errors ${points(errors.value)} points (${points(errors.low)} to ${points(errors.high)})`] : []),
  ];
  const words: Record<Exclude<HarmVerdict, 'not-measured'>, string> = {
    worse: 'worse', better: 'better', 'no-measurable-harm': 'no measurable harm', 'cannot-tell': 'cannot tell, too few steps or too wide a spread',
  };
  return `Zone ${zone}: ${words[verdict]}${figures.length > 0 ? `: ${figures.join(', ')}` : ''}.`;
}
