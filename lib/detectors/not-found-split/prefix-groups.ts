import type { JudgedSample } from './sampled';

/** Samples of one host below one path prefix. */
export interface PrefixGroup {
  readonly host: string;
  readonly prefix: string;
  readonly samples: readonly JudgedSample[];
}

const MOST_SEGMENTS = 3;
const LONGEST_PATH = 500;

/** All prefixes of up to three segments with enough samples; of two that hold the same the longer one. */
export function groupPrefixes(samples: readonly JudgedSample[], least: number): PrefixGroup[] {
  const groups = new Map<string, { host: string; prefix: string; samples: JudgedSample[] }>();
  for (const one of samples) {
    const host = one.sample.host ?? '';
    for (const prefix of prefixesOf(one.sample.path ?? '')) {
      const key = `${host}\n${prefix}`;
      const group = groups.get(key) ?? { host, prefix, samples: [] };
      groups.set(key, group);
      group.samples.push(one);
    }
  }
  return [...groups.values()].filter((group) => group.samples.length >= least);
}

/** `/api/v1/x?y` lies below `/api`, `/api/v1` and `/api/v1/x`. */
function prefixesOf(path: string): string[] {
  const segments = path.split(/[?#]/, 1)[0]!.slice(0, LONGEST_PATH).split('/').filter((part) => part !== '').slice(0, MOST_SEGMENTS);
  return segments.map((_, at) => `/${segments.slice(0, at + 1).join('/')}`);
}
