import 'server-only';
import type { RangeRequest } from '../../domain/requests';
import { type ResolvedRange, chooseStep, resolveRange } from '../../domain/time-range';
import { DAY, HOUR, type Millis, epochMs, millis } from '../../domain/units';
import { parseTimeText, resolveTimeText } from '../../url/time-text';
import type { Environment } from '../environments/types';
import { RequestError } from '../errors';

const DEFAULT_POINTS = 720;
const EXPECTED = 'expected epoch milliseconds, ISO 8601 or Grafana syntax such as now-6h';

/** From text to what is really queried. Throws RequestError 400 naming the parameter. */
export async function resolveRequest(environment: Environment, request: RangeRequest): Promise<ResolvedRange> {
  const now = await environment.now();
  const whole = environment.wholeRange;
  const askedTo = timeOf('to', request.to, now) ?? whole?.to ?? now;
  const askedFrom = timeOf('from', request.from, now) ?? (request.to === null && whole ? whole.from : askedTo - HOUR);
  const { from, to } = heldPart({ from: askedFrom, to: askedTo }, whole);
  if (from >= to) throw new RequestError(400, 'from', 'from: expected a time before "to"');
  const points = request.maxPoints ?? DEFAULT_POINTS;
  if (!Number.isInteger(points) || points < 2 || points > 5_000) throw new RequestError(400, 'maxPoints', 'maxPoints: expected a whole number from 2 to 5000');
  const stepMs = longEnough(chooseStep(to - from, points, await environment.scrapeMs()), to - from, points);
  const range = resolveRange({ from: epochMs(from), to: epochMs(to) }, now, stepMs);
  return range.from < range.to ? range : { from: epochMs(range.to - stepMs), to: range.to, stepMs: millis(stepMs) };
}

/** False where a recording holds nothing of a window: there is nothing to ask. */
export function isHeld({ wholeRange }: Pick<Environment, 'wholeRange'>, { from, to }: { readonly from: number; readonly to: number }): boolean {
  return !wholeRange || (to > wholeRange.from && from < wholeRange.to);
}

/**
 * The part of a range that a recording holds: hours before it must not coarsen the step, or the same window gives other
 * numbers. A range wholly outside stays as asked, so that the reader is told where it lies.
 */
function heldPart(asked: { readonly from: number; readonly to: number }, whole: Environment['wholeRange']): { readonly from: number; readonly to: number } {
  if (!whole || asked.from >= whole.to || asked.to <= whole.from) return asked;
  return { from: Math.max(asked.from, whole.from), to: Math.min(asked.to, whole.to) };
}

/** The longest readable step is a day; a range of decades needs whole days, or its points would be without number. */
function longEnough(stepMs: Millis, lengthMs: number, points: number): Millis {
  return lengthMs / stepMs <= points ? stepMs : millis(Math.ceil(lengthMs / points / DAY) * DAY);
}

/** 1971 to 2200, as for absolute times: beyond it no source has anything and no date can be written. */
const [EARLIEST, LATEST] = [31_536_000_000, 7_258_118_400_000];

/** A moment to compare at. Throws RequestError 400. */
export function resolveMoment(text: string, now: number): number | null {
  return timeOf('moment', text, now);
}

/** The word for the window that ends where the asked one begins. */
export const BEFORE = 'before';

/**
 * The window to compare a range with: of the same length and step, directly before it or from a chosen time on. It ends a step earlier, since
 * each step holds what came before it. Throws RequestError 400 for one that would overlap.
 */
export function resolveAgainst(against: string, range: ResolvedRange, now: number): ResolvedRange {
  const { from, to, stepMs } = range;
  const length = to - from;
  if (against === BEFORE) return { from: epochMs(from - stepMs - length), to: epochMs(from - stepMs), stepMs };
  const start = Math.floor(timeOf('against', against, now)! / stepMs) * stepMs;
  if (start + length >= from) throw new RequestError(400, 'against', 'against: expected "before", or a time from which a window of the same length ends before "from"');
  return { from: epochMs(start), to: epochMs(start + length), stepMs };
}

function timeOf(name: 'from' | 'to' | 'moment' | 'against', text: string | null, now: number): number | null {
  if (text === null || text === '') return null;
  const time = parseTimeText(text);
  if (!time) throw new RequestError(400, name, `${name}: ${EXPECTED}`);
  const at = resolveTimeText(time, now, name === 'to');
  if (!(at >= EARLIEST && at <= LATEST)) throw new RequestError(400, name, `${name}: expected a time from 1971 to 2200`);
  return at;
}
