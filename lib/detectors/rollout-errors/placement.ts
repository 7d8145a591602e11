import { seededDraws } from '../shared/statistics/seeded';
import type { ErrorSteps } from './error-steps';
import type { RolloutWindow } from './windows';

const DAY_MS = 86_400_000;
const DRAWS = 999;
/** Any number will do: a fixed one makes the answer repeatable. */
const SEED = 20_261;
/** With fewer other days to go to the draws are much the same. */
const LEAST_DAYS = 4;

/** True for Saturday and Sunday (UTC); 1970-01-01 was a Thursday. */
export function isWeekend(at: number): boolean {
  const day = Math.floor(at / DAY_MS) % 7;
  return day === 2 || day === 3;
}

/**
 * Check of the association that needs no model: each rollout moves to the same clock time of another day (working days to working
 * days, weekends to weekends), 999 times; p = (1 + draws with at least as many bursts inside) / 1000.
 * Null where the range has too few other days. Source: reference/detectors.md 3(d).
 */
export function placementP(steps: ErrorSteps, bursts: readonly { readonly from: number }[], windows: readonly RolloutWindow[]): number | null {
  const length = steps.total.length * steps.stepMs;
  const at = bursts.map((burst) => steps.start + burst.from * steps.stepMs);
  const places = windows.map((window) => hitsByDay(window, at, steps.start, steps.start + length, steps.stepMs));
  if (places.length === 0 || places.some((place) => place.others.length < LEAST_DAYS)) return null;
  const observed = distinct(places.map((place) => place.own));
  if (observed === 0) return 1;
  const draw = seededDraws(SEED);
  let asMany = 0;
  for (let i = 0; i < DRAWS; i += 1) {
    if (distinct(places.map(({ others }) => others[Math.floor(draw() * others.length)]!)) >= observed) asMany += 1;
  }
  return (1 + asMany) / (1 + DRAWS);
}

interface Places {
  /** Indices of the bursts inside the window where it is. */
  readonly own: readonly number[];
  /** The same for each day it could move to. */
  readonly others: readonly (readonly number[])[];
}

function hitsByDay(window: RolloutWindow, bursts: readonly number[], start: number, end: number, stepMs: number): Places {
  // A burst is known to a step: it is inside when its step touches the window.
  const hits = (shift: number) => bursts.flatMap((at, i) => (at + stepMs > window.from + shift && at < window.afterTo + shift ? [i] : []));
  const others: (readonly number[])[] = [];
  const first = Math.ceil((start - window.from) / DAY_MS);
  for (let days = first; window.from + days * DAY_MS < end; days += 1) {
    if (days !== 0 && isWeekend(window.from + days * DAY_MS) === isWeekend(window.from)) others.push(hits(days * DAY_MS));
  }
  return { own: hits(0), others };
}

const distinct = (lists: readonly (readonly number[])[]): number => new Set(lists.flat()).size;
