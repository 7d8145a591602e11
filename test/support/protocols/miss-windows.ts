import type { DetectorInput } from '@/lib/domain/detector';
import type { NotFoundParams } from '@/lib/detectors/not-found-split';
import { fleetInput, type Pod } from './miss-fleet';
import { chance } from './not-found-replay';

/** What happens in a window besides ordinary traffic. Counters alone: no traces, and route tables only where asked for. */
export interface WindowKind {
  /** Scans over all pods alike, and on one kept-open connection (one pod only), as multiples of the fleet's traffic. */
  readonly spread: number;
  readonly sticky: number;
  /** One pod loses its routes at this step; null: none does. */
  readonly routelessAt: number | null;
  /** All pods lose theirs at this step. */
  readonly wipedAt: number | null;
}

export interface Window {
  readonly input: DetectorInput<NotFoundParams>;
  readonly faulty: string;
  readonly pods: number;
  /** Requests a step that the faulty pod gets. */
  readonly rate: number;
}

/** Ten minutes of 5 s scrapes. */
export const WINDOW_STEPS = 120;

/**
 * A window of a fleet of 1 to 8 pods with uneven weights, a load that rises and falls, scans that begin and end anywhere, missing scrapes, restarts.
 * The same seed gives the same window.
 */
export function missWindow(seed: number, kind: Partial<WindowKind>): Window {
  const random = chance(seed);
  for (let skip = 0; skip < 5; skip += 1) random();
  const pods = kind.routelessAt == null ? 1 + Math.floor(random() * 8) : 2 + Math.floor(random() * 7);
  const rate = 10 ** (0.5 + 2 * random()); // 3 to 300 requests a step and pod
  const weights = Array.from({ length: pods }, () => 0.6 + 0.8 * random());
  const wave = { phase: 6 * random(), depth: 0.3 * random() };
  const span = () => { const from = Math.floor(random() * 100); return { from, to: from + 6 + Math.floor(random() * 110) }; };
  const [spread, sticky] = [span(), span()];
  const [victim, faulty] = [Math.floor(random() * pods), Math.floor(random() * pods)];
  const restart = random() < 0.3 ? { pod: Math.floor(random() * pods), at: 20 + Math.floor(random() * 90) } : null;
  const base = 0.02 * random();
  const made = Array.from({ length: pods }, (_, which): Pod => {
    const [requests, misses]: [(number | null)[], (number | null)[]] = [[], []];
    for (let step = 0; step < WINDOW_STEPS; step += 1) {
      const load = rate * weights[which]! * (1 + wave.depth * Math.sin(wave.phase + step / 20)) * (0.9 + 0.2 * random());
      const real = poisson(load, random);
      const noise = poisson(base * load, random)
        + (spread.from <= step && step < spread.to ? poisson((kind.spread ?? 0) * rate, random) : 0)
        + (sticky.from <= step && step < sticky.to && which === victim ? poisson((kind.sticky ?? 0) * rate * pods, random) : 0);
      const gone = (kind.routelessAt != null && which === faulty && step >= kind.routelessAt) || (kind.wipedAt != null && step >= kind.wipedAt);
      const hidden = random() < 0.02 || (restart?.pod === which && restart.at === step);
      requests.push(hidden ? null : real + noise);
      misses.push(hidden ? null : noise + (gone ? real : 0));
    }
    return { name: `pod-${which}`, zone: which % 2 === 0 ? 'a' : 'b', requests, misses };
  });
  return { input: fleetInput(made), faulty: `pod-${faulty}`, pods, rate: rate * weights[faulty]! };
}

function poisson(mean: number, random: () => number): number {
  if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())));
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}
