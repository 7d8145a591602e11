import type { Value } from '@/lib/domain/series';
import { readPath } from '../shared/path-evidence';
import type { Fleet } from './counts';
import { groupRuns, type MissRun } from './instance-guard';
import { type LostHost, excess, isBroad, missesOutside, rateBefore } from './lost-hosts';
import { isBelow } from './lost-scope';
import { servedOf } from './mirror';
import type { NotFoundParams } from './params';
import { type JudgedSample, sameHost } from './sampled';
import { sumOver } from './statistics';

/** Smaller drops of a host's successes are daily life. */
const LEAST_DROP = 0.15;
const LEAST_RUN = 3;
const SMOOTH = 3;
const MIRRORED = 0.5;
const LEAST_SAMPLES = 5;
/** Ordinary 404s of the host that lie below one prefix, as share. */
const ONE_PREFIX = 0.6;
/** A longer prefix must hold nearly all of what the shorter one does. */
const NARROWER = 0.95;
/** The same 404s a step before it, against then: more is no news. */
const NOVEL = 0.25;
const MOST_SEGMENTS = 3;

interface Drop {
  /** Label of the host counter; null: the whole fleet (no counter names hosts). */
  readonly host: string | null;
  readonly first: number;
  readonly last: number;
  readonly rate: number;
  readonly lost: number;
}

/**
 * Looks for one path prefix of a host that was lost while the rest of it is served: successes fall by a part, misses rise by as much on the instances
 * alike, and the ordinary paths among the new 404s lie below one prefix. Without samples nothing is claimed: a part of a host's clients may just have left.
 */
export function findLostPrefixes(fleet: Fleet, judged: readonly JudgedSample[] | null, runs: readonly MissRun[], lost: readonly LostHost[], params: NotFoundParams): LostHost[] {
  if (judged === null) return [];
  const misses = missesOutside(fleet, runs);
  const drops = seriesOf(fleet).flatMap(({ host, values }) => partialDrops(values, params).map((drop): Drop => ({ host, ...drop })))
    .filter((drop) => !lost.some((one) => one.proxy === fleet.proxy && one.first <= drop.last && drop.first <= one.last && (drop.host === null || one.host === drop.host)));
  const rest = excess(misses, [...drops, ...lost]);
  const ordinary = judged.filter(({ sample, explained, verdict }) => sample.proxy === fleet.proxy && !explained && verdict.class !== 'application' && isOrdinary(sample.path ?? ''));
  return drops.sort((a, b) => b.lost - a.lost || a.first - b.first).flatMap((drop): LostHost[] => {
    const found = prefixOf(ordinary, drop);
    const length = drop.last - drop.first + 1;
    const claimed = rest.map((value, at) => (at < drop.first || at > drop.last ? 0 : Math.min(value, drop.lost / length * 1.3)));
    const sum = claimed.reduce((total, value) => total + value, 0);
    if (found === null || sum < MIRRORED * drop.lost || sum < params.leastMisses || !isBroad(fleet, runs, drop.first, drop.last)) return [];
    claimed.forEach((value, at) => { rest[at]! -= value; });
    return [{ proxy: fleet.proxy, host: found.host, prefix: found.prefix, first: drop.first, last: drop.last, lostSuccesses: Math.round(drop.lost), misses: claimed }];
  });
}

function seriesOf(fleet: Fleet): { readonly host: string | null; readonly values: readonly Value[] }[] {
  if (fleet.hosts && fleet.hosts.size > 0) return [...fleet.hosts].map(([host, values]) => ({ host, values }));
  const served = fleet.instances.map(servedOf);
  return [{ host: null, values: (served[0] ?? []).map((_, at) => sumOver(served.map((row) => row[at] ?? null))) }];
}

/** Stretches in which successes stood a good part, but not all, below the rate before. */
function partialDrops(values: readonly Value[], params: NotFoundParams) {
  const rates = values.map((_, at) => rateBefore(values, at));
  let steady: number | null = null;
  const low = values.map((value, at) => {
    const rate: number | null = steady ?? rates[at] ?? null;
    const seen = values.slice(at, at + SMOOTH).filter((other) => other !== null);
    const is: boolean = value !== null && rate !== null && seen.length > 0 && (sumOver(seen) ?? 0) <= rate * seen.length - Math.max(LEAST_DROP * rate * seen.length, 2.5 * Math.sqrt(rate * seen.length));
    steady = is ? rate : null;
    return is;
  });
  return groupRuns(low, 2).flatMap(([first, last]) => {
    const rate = rates[first] ?? 0;
    const known = values.slice(first, last + 1).filter((value) => value !== null).length;
    const lost = rate * known - (sumOver(values, first, last) ?? 0);
    return known >= LEAST_RUN && lost >= params.leastLost && lost >= 4 * Math.sqrt(rate * known) ? [{ first, last, rate, lost }] : [];
  });
}

function isOrdinary(path: string): boolean {
  const { hostile, automatic } = readPath(path);
  return !hostile && !automatic;
}

/** The longest prefix that holds most of the ordinary 404s of the host, and that was hardly missed before. */
function prefixOf(ordinary: readonly JudgedSample[], { host, first, last }: Drop): { readonly host: string; readonly prefix: string } | null {
  const own = ordinary.filter(({ sample }) => sample.host !== null && (host === null || sameHost(host, sample.host)));
  const now = own.filter(({ step }) => first <= step && step <= last);
  const name = mostOf(now.map(({ sample }) => sample.host!));
  if (name === null || now.length < LEAST_SAMPLES) return null;
  const paths = now.filter(({ sample }) => sample.host === name.value).map(({ sample }) => plainPath(sample.path));
  let prefix: string | null = null;
  for (let segments = 1; segments <= MOST_SEGMENTS; segments += 1) {
    const within = prefix === null ? paths : paths.filter((path) => isBelow(path, prefix!));
    const most = mostOf(within.flatMap((path) => cutPath(path, segments) ?? []));
    if (most === null || most.count < (prefix === null ? ONE_PREFIX : NARROWER) * within.length || new Set(paths.filter((path) => isBelow(path, most.value))).size < 2) break;
    prefix = most.value;
  }
  if (prefix === null) return null;
  const below = prefix;
  const rate = (samples: readonly JudgedSample[], steps: number) => samples.filter(({ sample }) => sample.host === name.value && isBelow(plainPath(sample.path), below)).length / Math.max(1, steps);
  return rate(own.filter(({ step }) => step < first - 1), first - 1) <= NOVEL * rate(now, last - first + 1) ? { host: name.value, prefix: below } : null;
}

const plainPath = (path: string | null) => (path ?? '').split(/[?#]/, 1)[0]!.slice(0, 500);

/** The first segments of a path; null where it has fewer. */
function cutPath(path: string, segments: number): string | null {
  const parts = path.split('/').filter((part) => part !== '').slice(0, segments);
  return parts.length < segments ? null : `/${parts.join('/')}`;
}

function mostOf(values: readonly string[]): { readonly value: string; readonly count: number } | null {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0];
  return most ? { value: most[0], count: most[1] } : null;
}
