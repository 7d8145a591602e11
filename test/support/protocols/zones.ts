/**
 * Injection protocol for zone flapping: made traffic with known truth, seeded. Totals follow a daily curve, shares are
 * Dirichlet-multinomial around a baseline, faults are put in at known steps.
 */
export interface ZoneCase {
  readonly seed: number;
  readonly zones: number;
  readonly steps: number;
  readonly stepSeconds: number;
  readonly rps: number;
  /** Dirichlet precision: 40 is noisy, 500 nearly pure counting noise. */
  readonly precision: number;
  readonly missing: number;
  readonly fault: ZoneFault;
}

export type ZoneFault =
  | { readonly kind: 'flaps'; readonly concentration: number; readonly perHour: number }
  | { readonly kind: 'zone-gone' }
  | { readonly kind: 'switch'; readonly concentration: number }
  | { readonly kind: 'drift'; readonly concentration: number; readonly hours: number }
  | { readonly kind: 'daily-curve' }
  | { readonly kind: 'rolling-restart'; readonly podsPerZone: number; readonly showPods: boolean }
  /** Single steps in which one zone's processes restarted: their counters lost a part of the step. */
  | { readonly kind: 'counter-resets'; readonly perHour: number }
  | { readonly kind: 'calm' };

export interface ZoneSample {
  readonly zones: Record<string, (number | null)[]>;
  readonly readyPods: Record<string, number[]> | undefined;
  /** True excursions as steps `[from, to)`. */
  readonly truth: readonly { readonly from: number; readonly to: number }[];
}

/** mulberry32: small, fast, the same on all machines. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function normal(next: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}

/** Marsaglia and Tsang; for shapes below 1 the usual boost. */
function gamma(shape: number, next: () => number): number {
  if (shape < 1) return gamma(shape + 1, next) * (1 - next()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(next);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - next()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

function dirichlet(shares: readonly number[], precision: number, next: () => number): number[] {
  const parts = shares.map((share) => (share > 0 ? gamma(share * precision, next) : 0));
  const total = parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part) => part / total);
}

/** Normal approximation for large counts, exact otherwise. */
function binomial(n: number, p: number, next: () => number): number {
  if (p <= 0 || n <= 0) return 0;
  if (p >= 1) return n;
  if (n * p * (1 - p) > 25) return Math.min(n, Math.max(0, Math.round(n * p + Math.sqrt(n * p * (1 - p)) * normal(next))));
  let hits = 0;
  for (let i = 0; i < n; i += 1) if (next() < p) hits += 1;
  return hits;
}

function multinomial(n: number, shares: readonly number[], next: () => number): number[] {
  let left = n;
  let rest = 1;
  return shares.map((share, i) => {
    const hits = i === shares.length - 1 ? left : binomial(left, Math.min(1, share / Math.max(rest, 1e-12)), next);
    left -= hits;
    rest -= share;
    return hits;
  });
}

const names = ['a', 'b', 'c', 'd', 'e', 'f'];

/** One sample: traffic of `steps` steps with the fault of the case. */
export function makeZoneSample(spec: ZoneCase): ZoneSample {
  const next = random(spec.seed * 7919 + 13);
  const even = Array.from({ length: spec.zones }, () => 1 / spec.zones);
  const hot = Math.floor(next() * spec.zones);
  const truth = excursionsOf(spec, next);
  const pods = podsOf(spec, hot);
  const zones: Record<string, (number | null)[]> = Object.fromEntries(even.map((_, z) => [names[z]!, []]));
  const phase = next() * 2 * Math.PI;
  for (let i = 0; i < spec.steps; i += 1) {
    const inside = truth.some((span) => i >= span.from && i < span.to);
    const shares = sharesAt(spec, i, inside, hot, even, pods);
    const day = 1 + 0.5 * Math.sin(phase + (2 * Math.PI * i * spec.stepSeconds) / 86_400);
    const mean = spec.rps * spec.stepSeconds * (spec.fault.kind === 'daily-curve' ? 1 + 0.9 * Math.sin((2 * Math.PI * i) / spec.steps) : day);
    const total = Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(next)));
    const counts = multinomial(total, dirichlet(shares, spec.precision, next), next);
    const lost = next() < spec.missing ? Math.floor(next() * spec.zones) : -1;
    if (spec.fault.kind === 'counter-resets' && next() < (spec.fault.perHour * spec.stepSeconds) / 3600) {
      const z = Math.floor(next() * spec.zones);
      counts[z] = Math.round(counts[z]! * next());
    }
    counts.forEach((count, z) => zones[names[z]!]!.push(z === lost ? null : count / spec.stepSeconds));
  }
  const shown = spec.fault.kind === 'rolling-restart' && spec.fault.showPods ? Object.fromEntries(pods.map((row, z) => [names[z]!, row])) : undefined;
  return { zones, readyPods: shown, truth };
}

function excursionsOf(spec: ZoneCase, next: () => number): { from: number; to: number }[] {
  const { fault } = spec;
  if (fault.kind !== 'flaps' && fault.kind !== 'zone-gone') return [];
  const perHour = fault.kind === 'flaps' ? fault.perHour : 3;
  const stepsPerHour = 3600 / spec.stepSeconds;
  const slot = Math.floor(stepsPerHour / perHour);
  const spans: { from: number; to: number }[] = [];
  for (let start = 0; start + slot <= spec.steps; start += slot) {
    const longest = Math.min(20 * 60 / spec.stepSeconds, slot - 12);
    const shortest = 120 / spec.stepSeconds;
    const length = Math.round(shortest + next() * Math.max(0, longest - shortest) * 0.6);
    const from = start + 5 + Math.floor(next() * (slot - length - 10));
    spans.push({ from, to: from + length });
  }
  return spans;
}

function concentrate(even: readonly number[], hot: number, share: number): number[] {
  return even.map((_, z) => (z === hot ? share : (1 - share) / (even.length - 1)));
}

function sharesAt(spec: ZoneCase, i: number, inside: boolean, hot: number, even: readonly number[], pods: readonly number[][]): number[] {
  const { fault } = spec;
  switch (fault.kind) {
    case 'flaps': return inside ? concentrate(even, hot, fault.concentration) : [...even];
    case 'zone-gone': return inside ? even.map((_, z) => (z === hot ? 0 : 1 / (even.length - 1))) : [...even];
    case 'switch': return i >= spec.steps / 2 ? concentrate(even, hot, fault.concentration) : [...even];
    case 'drift': {
      const part = Math.min(1, Math.max(0, (i - spec.steps / 4) / ((fault.hours * 3600) / spec.stepSeconds)));
      return concentrate(even, hot, even[hot]! + part * (fault.concentration - even[hot]!));
    }
    case 'rolling-restart': {
      const row = pods.map((values) => values[i]!);
      const total = row.reduce((sum, value) => sum + value, 0);
      return row.map((value) => value / total);
    }
    default: return [...even];
  }
}

/** Each pod of the hot zone away for 90 s, one after the other, with a minute between. */
function podsOf(spec: ZoneCase, hot: number): number[][] {
  const { fault } = spec;
  if (fault.kind !== 'rolling-restart') return [];
  const per = fault.podsPerZone;
  const away = 90 / spec.stepSeconds;
  const period = 150 / spec.stepSeconds;
  const start = Math.floor(spec.steps / 3);
  return Array.from({ length: spec.zones }, (_, z) => Array.from({ length: spec.steps }, (__, i) => {
    const since = i - start;
    const down = z === hot && since >= 0 && since < period * per && since % period < away;
    return down ? per - 1 : per;
  }));
}

/** Event F1: a found excursion is right when both its ends are within `tolerance` steps of a true one not yet taken. */
export function eventScore(
  truth: readonly { readonly from: number; readonly to: number }[], found: readonly { readonly from: number; readonly to: number }[], tolerance: number,
): { hits: number; truth: number; found: number } {
  const left = [...truth];
  let hits = 0;
  for (const span of found) {
    const at = left.findIndex((other) => Math.abs(other.from - span.from) <= tolerance && Math.abs(other.to - span.to) <= tolerance);
    if (at < 0) continue;
    left.splice(at, 1);
    hits += 1;
  }
  return { hits, truth: truth.length, found: found.length };
}
