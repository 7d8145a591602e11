/** Chance with a seed, so that two runs of a scenario ask for the same things in the same order. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  pick<T>(list: readonly T[]): T;
  /** Number of arrivals in an interval with this mean. */
  poisson(mean: number): number;
  /** Letters and digits as Kubernetes uses them in generated names. */
  suffix(length: number): string;
}

const KUBERNETES_ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/** Mulberry32: small, fast and good enough for traffic. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const pick = <T>(list: readonly T[]): T => {
    const item = list[Math.floor(next() * list.length)];
    if (item === undefined) throw new RangeError('cannot pick from an empty list');
    return item;
  };
  return {
    next,
    pick,
    poisson(mean) {
      const limit = Math.exp(-mean);
      let count = 0;
      for (let product = next(); product > limit; product *= next()) count += 1;
      return count;
    },
    suffix: (length) => Array.from({ length }, () => KUBERNETES_ALPHABET[Math.floor(next() * KUBERNETES_ALPHABET.length)]).join(''),
  };
}

/** A seed from a name (FNV-1a). */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}

/** Resolves after some time. */
export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)));
