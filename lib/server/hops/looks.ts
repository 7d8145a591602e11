import { type ProfileCount, MIN_SAMPLES, addCounts } from '../../detectors/hop-verdict';
import type { EpochMs } from '../../domain/units';

/** What one look at healthy traces added: counts of traces that no kept look had seen, and their ids. */
export interface KeptLook {
  readonly at: EpochMs;
  readonly counts: ReadonlyMap<string, ProfileCount>;
  readonly traceIds: ReadonlySet<string>;
}

/** Older looks fade: what an emitter did yesterday says little of what it does now. */
const OLDEST_MS = 24 * 60 * 60_000;
/** Half a day where somebody looks each quarter of an hour. Every look is weighed against all older ones, for each emitter. */
const MOST_LOOKS = 48;
/** Ids that are kept so that no trace counts twice; the oldest looks go first. A look at a recording may bring 16,000. */
const MOST_IDS = 40_000;

/** The looks that still count, the newest first: not too old, not too many, not too many ids. The newest always stays. */
export function currentLooks(looks: readonly KeptLook[], now: number): readonly KeptLook[] {
  let ids = 0;
  return looks.filter(({ at, traceIds }, i) => now - at < OLDEST_MS && ((ids += traceIds.size) <= MOST_IDS || i === 0)).slice(0, MOST_LOOKS);
}

interface Counted {
  readonly count: ProfileCount;
  readonly at: EpochMs;
}

/**
 * All that the looks (newest first) counted of one emitter. Where newer looks contradict older ones, the emitter or its configuration was changed: the older
 * ones no longer count.
 */
export function sumLooks(looks: readonly KeptLook[], service: string): Counted | null {
  let own: readonly Counted[] = looks.flatMap(({ at, counts }) => {
    const count = counts.get(service);
    return count ? [{ at, count }] : [];
  });
  if (own.length === 0) return null;
  for (let cut = lastChange(own); cut !== null; cut = lastChange(own)) own = own.slice(0, cut);
  return { count: addCounts(own.map(({ count }) => count))[0]!, at: own[0]!.at };
}

/** How many of the newest looks tell another story than the older ones: the split that shows it most clearly; null: none does. */
function lastChange(own: readonly Counted[]): number | null {
  const older: ProfileCount[] = [];
  for (let i = own.length - 1; i > 0; i -= 1) older[i] = older[i + 1] ? plus(own[i]!.count, older[i + 1]!) : own[i]!.count;
  let newer = own[0]!.count;
  let best = { cut: 0, score: 0 };
  for (let i = 1; i < own.length; i += 1) {
    const score = contradiction(newer, older[i]!);
    if (score > best.score) best = { cut: i, score };
    newer = plus(newer, own[i]!.count);
  }
  return best.cut > 0 ? best.cut : null;
}

const plus = (a: ProfileCount, b: ProfileCount) => addCounts([a], [b])[0]!;

/** How clearly two counts contradict each other, in standard errors; 0: they do not. Next hops are compared apart: their mix changes with the traffic, and that is no other behaviour of the emitter. */
function contradiction(newer: ProfileCount, older: ProfileCount): number {
  if (newer.family !== older.family || newer.role !== older.role) return Infinity;
  const tries = difference([newer.withAttempt, newer.healthy], [older.withAttempt, older.healthy]);
  const key = ({ by, name }: { by: string; name: string }) => `${by} ${name}`;
  const known = new Map((older.towards ?? []).map((count) => [key(count), count]));
  const below = (newer.towards ?? []).flatMap((count) => {
    const before = known.get(key(count));
    return before ? [difference([count.withServerBelow, count.healthy], [before.withServerBelow, before.healthy])] : [];
  });
  if (below.length === 0) below.push(difference([newer.withServerBelow, newer.healthy], [older.withServerBelow, older.healthy]));
  return Math.max(tries, ...below);
}

/** Fewer requests than this contradict nothing: one lost span would undo a day. */
const LEAST_CONTRADICTION = 5;
const LEAST_DIFFERENCE = 0.3;
/** In standard errors of the difference. Strict, since every look is compared on many shares; what it misses fades within a day. */
const LEAST_SIGMA = 4;

/** How far two shares, each `[with, of]`, are apart where they cannot be of one behaviour (pooled two-proportion test), else 0. */
function difference([withNew, ofNew]: readonly [number, number], [withOld, ofOld]: readonly [number, number]): number {
  if (ofNew < LEAST_CONTRADICTION || ofNew + ofOld < MIN_SAMPLES || ofOld === 0) return 0;
  const apart = Math.abs(withNew / ofNew - withOld / ofOld);
  const pooled = (withNew + withOld) / (ofNew + ofOld);
  const sigmas = apart / Math.sqrt(pooled * (1 - pooled) * (1 / ofNew + 1 / ofOld));
  return apart >= LEAST_DIFFERENCE && sigmas >= LEAST_SIGMA ? sigmas : 0;
}
