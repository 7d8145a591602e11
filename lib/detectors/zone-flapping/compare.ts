import type { EpochMs } from '../../domain/units';
import type { CompareReason, CompareSide, CompareVerdict, ZoneComparison } from '../../domain/zone-compare';
import type { ZoneDetail, ZoneFleet } from '../../domain/zone-detail';
import { chanceOfNone, type Interval, rateRatio } from '../shared/statistics/intervals';
import { compareSide, flipsOf, knownSteps } from './compare-side';
import { harmChange } from './harm-change';
import { rounded } from './detect';

/** Flips this close to the moment belong to the change itself. */
const MARGIN_MS = 60_000;
/** Fewest known steps of a side. */
const LEAST_STEPS = 6;
/** "No difference" is said only when the interval leaves no room for a change by more than this factor. */
const SAME_WITHIN = 3;
/** An after window must be this many times as long as the longest quiet stretch between flips before it. */
const QUIET_TIMES = 2;

/** Before and after a moment for each fleet: flips, time concentrated, harm, and whether the change helped. */
export function compareWindows(detail: ZoneDetail, moment: EpochMs): ZoneComparison[] {
  return detail.fleets.map((fleet) => compareFleet(detail, fleet, moment));
}

function compareFleet(detail: ZoneDetail, fleet: ZoneFleet, moment: EpochMs): ZoneComparison {
  const first = detail.at[0]!;
  const last = detail.at.at(-1)!;
  const margin = Math.max(MARGIN_MS / 4, 2 * detail.stepMs);
  const span = (from: number, to: number) => ({ from: Math.min(Math.max(from, first), last) as EpochMs, to: Math.max(Math.min(to, last), first) as EpochMs });
  const windows = { before: span(first, moment), after: span(moment, last) };
  const before = compareSide(detail, fleet, windows.before, flipsOf(fleet, first, moment - margin));
  const after = compareSide(detail, fleet, windows.after, flipsOf(fleet, moment + margin, last + 1));
  const steps = { before: knownSteps(detail, fleet, windows.before), after: knownSteps(detail, fleet, windows.after) };
  const ratio = before.knownHours > 0 && after.knownHours > 0 ? rateRatio(before.flips, before.knownHours, after.flips, after.knownHours) : null;
  const quiet = longestQuiet(fleet, first, moment - margin);
  const [verdict, reason] = moment <= first || moment >= last
    ? (['cannot-tell', 'outside-range'] as const)
    : judge({ before, after, steps: [steps.before.length, steps.after.length], ratio, afterMs: windows.after.to - moment, quietMs: quiet });
  const columns = { stepSeconds: detail.stepMs / 1000, rps: fleet.rps, errors: fleet.errors ?? {}, p99: fleet.latency?.p99 ?? {} };
  const harm = fleet.zones.map((zone) => harmChange(columns, zone, steps.before, steps.after));
  return {
    proxy: fleet.proxy, moment, before, after, harm, verdict, reason,
    rateRatio: ratio ? { value: bounded(ratio.value), low: rounded(ratio.low), high: bounded(ratio.high) } : null,
    text: tell(reason, before, after, ratio), caveats: caveatsOf(verdict, before, after, harm),
  };
}

const bounded = (value: number) => (Number.isFinite(value) ? rounded(value) : null);

interface JudgeInput {
  readonly before: CompareSide;
  readonly after: CompareSide;
  readonly steps: readonly [number, number];
  readonly ratio: Interval | null;
  readonly afterMs: number;
  readonly quietMs: number;
}

function judge({ before, after, steps, ratio, afterMs, quietMs }: JudgeInput): readonly [CompareVerdict, CompareReason] {
  if (steps[0] < LEAST_STEPS) return ['cannot-tell', 'before-unknown'];
  if (steps[1] < LEAST_STEPS) return ['cannot-tell', 'after-unknown'];
  if (!ratio) return ['cannot-tell', 'no-flips-at-all'];
  if (ratio.low > 1) return ['worse', 'more-flips'];
  if (ratio.high < 1) return afterMs >= QUIET_TIMES * quietMs ? ['helped', 'fewer-flips'] : ['cannot-tell', 'after-too-short'];
  if (ratio.low >= 1 / SAME_WITHIN && ratio.high <= SAME_WITHIN) return ['no-difference', 'same-flips'];
  const expected = (before.flips / before.knownHours) * after.knownHours;
  return ['cannot-tell', after.flips === 0 && before.flips > 2 && after.knownHours < before.knownHours && chanceOfNone(expected) > 0 ? 'after-too-short' : 'too-few-flips'];
}

/** Longest time between two flips next to each other. */
function longestQuiet(fleet: ZoneFleet, from: number, to: number): number {
  const times = flipsOf(fleet, from, to).map(({ at }) => at as number);
  return Math.max(0, ...times.slice(1).map((at, i) => at - times[i]!));
}

const rate = (side: CompareSide) => (side.flipsPerDay === null ? 'not known' : `${side.flipsPerDay < 10 ? side.flipsPerDay.toFixed(1) : Math.round(side.flipsPerDay)} a day`);
const length = (side: CompareSide) => (side.knownHours < 2 ? `${Math.round(side.knownHours * 60)} minutes` : `${side.knownHours.toFixed(1)} hours`);
const times = (value: number) => (Number.isFinite(value) ? value.toFixed(2) : 'any number of');

function tell(reason: CompareReason, before: CompareSide, after: CompareSide, ratio: Interval | null): string {
  const counts = `${before.flips} flips in ${length(before)} before (${rate(before)}), ${after.flips} in ${length(after)} after (${rate(after)})`;
  const interval = ratio ? `; ${times(ratio.value)} times the rate, 95 % interval ${times(ratio.low)} to ${times(ratio.high)}` : '';
  const expected = before.knownHours > 0 ? (before.flips / before.knownHours) * after.knownHours : 0;
  const none = `at the rate before, ${expected.toFixed(1)} flips were to be expected in it, and ${Math.round(chanceOfNone(expected) * 100)} % of such windows would have none by chance`;
  const words: Record<CompareReason, string> = {
    'fewer-flips': `Helped: ${counts}${interval}.`,
    'more-flips': `Worse: ${counts}${interval}.`,
    'same-flips': `No difference: ${counts}${interval}.`,
    'outside-range': 'Cannot tell: the moment does not lie inside the range.',
    'before-unknown': 'Cannot tell: there are too few known steps before the moment.',
    'after-unknown': 'Cannot tell: there are too few known steps after the moment.',
    'no-flips-at-all': 'Cannot tell: nothing flipped before, so there was nothing to mend, and nothing flips after.',
    'after-too-short': `Cannot tell: the window after is too short (${length(after)}): ${none}.`,
    'too-few-flips': `Cannot tell: too few flips to compare: ${counts}${interval}.`,
  };
  return words[reason];
}

function caveatsOf(verdict: CompareVerdict, before: CompareSide, after: CompareSide, harm: ZoneComparison['harm']): string[] {
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const stays = verdict === 'helped' && after.concentratedShare !== null && after.concentratedShare > 0.9 && (before.concentratedShare ?? 0) < 0.9
    ? [`Traffic is now concentrated ${percent(after.concentratedShare)} of the time: it follows the clients of each zone for good. Check that the busiest zone has pods enough.`] : [];
  const moved = before.misplaced && after.misplaced && after.misplaced.low > before.misplaced.high
    ? [`More requests than before go to another zone than the expected shares say: ${percent(before.misplaced.value)} before, ${percent(after.misplaced.value)} after.`] : [];
  const worse = harm.filter((change) => change.verdict === 'worse').map((change) => change.text);
  const blind = harm.length > 0 && harm.every((change) => change.verdict === 'not-measured') ? ['Latency and errors by zone are not measured: the verdict is on flips alone.'] : [];
  return [...stays, ...moved, ...worse, ...blind];
}
