import type { Value } from '@/lib/domain/series';
import { readPath } from '../shared/path-evidence';
import type { Fleet } from './counts';
import type { MissRun } from './instance-guard';
import { type LostHost, missesOutside } from './lost-hosts';
import { isBelow } from './lost-scope';
import { LEAST_HISTORY, servedOf } from './mirror';
import type { NotFoundParams } from './params';
import { groupPrefixes, type PrefixGroup } from './prefix-groups';
import { type JudgedSample, sameHost } from './sampled';
import { sumOver } from './statistics';
import { dipOf, lossLikelihood, type SuccessDip } from './success-dip';
import { findSurge, type Surge } from './surge';
import { isCrawler, isNameless } from './user-agent';

const LEAST_SAMPLES = 8;
const LEAST_STEPS = 3;
/** The same 404s outside of the stretch, against within: more is no news. */
const NOVEL = 0.25;
/** A lost route is missed by visitors, not by one client that walks old addresses. */
const LEAST_CLIENTS = 5;
const MOST_OF_ONE = 0.5;
/** Misses that are a smaller part of the host's requests cannot be told from chance. */
const VISIBLE = 0.03;
/** Successes must fall by about what is missed, and be this much likelier lost than not; more where clients are not known. */
const LIKELIER = Math.log(5);
const LIKELIER_BLIND = Math.log(100);
const MIRRORED = [0.4, 2] as const;
/** The prefix must hold this part of what is newly missed of the host; more where no counter says that the rest is served. */
const OF_THE_HOST = 0.3;
const OF_THE_HOST_BLIND = 0.6;
/** Up to so many counted requests a sample, all of them were looked at. */
const ALL_LOOKED = 1.05;
/** One instance may hold this part of it: a lost route shows on all. */
const MOST_OF_AN_INSTANCE = 0.6;

interface Suspect {
  readonly group: PrefixGroup;
  readonly surge: Surge;
}

/**
 * Looks for one path prefix of a host that was lost while the rest of it is served, from the samples: ordinary paths below one prefix, hardly missed
 * before, start at once, come from many clients over all instances, and the host's successes fall by about as much.
 *   404 below /api of the host   0 0 0 0 9 8 9 9
 *   successes of the host       40 41 39 40 31 30 32 31
 * A crawler is one client; a scan, old artefacts and an application that is not routed yet take no successes away. Without samples nothing is claimed.
 */
export function findLostPrefixes(fleet: Fleet, judged: readonly JudgedSample[] | null, runs: readonly MissRun[], params: NotFoundParams): LostHost[] {
  const own = judged?.filter(({ sample, explained, verdict }) => sample.proxy === fleet.proxy && !explained && verdict.class !== 'application') ?? [];
  const ordinary = own.filter(isOrdinary);
  const misses = missesOutside(fleet, runs);
  const suspects = groupPrefixes(ordinary, LEAST_SAMPLES).flatMap((group): Suspect[] => {
    const surge = findSurge(group.samples, misses.length);
    return surge !== null && isSudden(surge, fleet) ? [{ group, surge }] : [];
  }).sort((a, b) => b.surge.gain - a.surge.gain || b.group.prefix.length - a.group.prefix.length || (a.group.prefix < b.group.prefix ? -1 : 1));
  const found: LostHost[] = [];
  for (const { group, surge } of suspects) {
    const { host, prefix } = group;
    if (found.some((one) => one.host === host && isRelated(one.prefix!, prefix))) continue;
    const factor = perSample(misses, own, surge);
    const part = ofTheHost(ordinary, group, surge);
    const sum = factor * Math.max(0, surge.samples.length - surge.before * lengthOf(surge));
    const dip = part < (fleet.hosts?.size ? OF_THE_HOST : OF_THE_HOST_BLIND) || sum < params.leastMisses ? null : dipFor(fleet, host, surge, runs);
    if (dip === null) continue;
    const others = found.filter((one) => (one.host === host || !fleet.hosts?.size) && one.first <= surge.last && surge.first <= one.last);
    const left = dip.lost - others.reduce((all, one) => all + (sumOver(one.misses, surge.first, surge.last) ?? 0), 0);
    // What a few samples stand for is an estimate itself.
    const deviation = Math.sqrt(dip.deviation ** 2 + (factor > ALL_LOOKED ? factor ** 2 * surge.samples.length : 0));
    if (!isLost({ ...dip, lost: left, deviation }, sum, knowsClients(surge))) continue;
    found.push({ proxy: fleet.proxy, host, prefix, first: surge.first, last: surge.last, lostSuccesses: Math.round(left), misses: spread(misses, surge, factor, sum), by: 'trace-sample', error: factor <= ALL_LOOKED ? 0.05 : Math.min(1, 1.96 / Math.sqrt(surge.samples.length)) });
  }
  return found.sort((a, b) => a.first - b.first || (a.prefix! < b.prefix! ? -1 : 1));
}

function isOrdinary({ sample, verdict }: JudgedSample): boolean {
  const path = readPath(sample.path ?? '');
  if (sample.host === null || path.hostile || path.automatic || path.staleAsset || isCrawler(sample.userAgent)) return false;
  return verdict.class !== 'scanner' || !(isNameless(sample.userAgent) || sample.method?.toUpperCase() === 'HEAD');
}

/** Began within the range, holds on, and is nobody's alone. */
function isSudden(surge: Surge, fleet: Fleet): boolean {
  const { samples, first, last, before } = surge;
  const length = lengthOf(surge);
  if (samples.length < LEAST_SAMPLES || first < LEAST_HISTORY || before > (NOVEL * samples.length) / length) return false;
  if (new Set(samples.map(({ step }) => step)).size < LEAST_STEPS || new Set(samples.map(({ step }) => Math.floor((4 * (step - first)) / length))).size < Math.min(3, last - first + 1)) return false;
  const most = (pick: (one: JudgedSample) => string | null) => Math.max(0, ...countOf(samples.flatMap((one) => pick(one) ?? [])).values()) / samples.length;
  if (knowsClients(surge) && (new Set(samples.map(({ sample }) => sample.client)).size < LEAST_CLIENTS || most(({ sample }) => sample.client) > MOST_OF_ONE)) return false;
  return fleet.instances.length < 3 || most(({ sample }) => sample.instance) <= MOST_OF_AN_INSTANCE;
}

const lengthOf = ({ first, last }: Pick<Surge, 'first' | 'last'>) => last - first + 1;
const knowsClients = ({ samples }: Surge) => samples.filter(({ sample }) => sample.client !== null).length >= 0.5 * samples.length;
const isRelated = (a: string, b: string) => isBelow(a, b) || isBelow(b, a);

function isLost(dip: SuccessDip, misses: number, clientsKnown: boolean): boolean {
  if (misses < VISIBLE * dip.expected || dip.lost < MIRRORED[0] * misses || dip.lost > MIRRORED[1] * misses + 3 * dip.deviation) return false;
  return lossLikelihood(dip, misses) >= (clientsKnown ? LIKELIER : LIKELIER_BLIND);
}

/** Counted requests that one sample of the stretch stands for. */
function perSample(misses: readonly Value[], own: readonly JudgedSample[], { first, last }: Surge): number {
  const looked = own.filter(({ step }) => first <= step && step <= last).length;
  return Math.max(1, (sumOver(misses, first, last) ?? 0) / Math.max(1, looked));
}

/** Part of the host's newly missed ordinary paths that lies below the prefix. */
function ofTheHost(ordinary: readonly JudgedSample[], { host }: PrefixGroup, surge: Surge): number {
  const all = ordinary.filter(({ sample }) => sample.host === host);
  const within = all.filter(({ step }) => surge.first <= step && step <= surge.last).length;
  const before = all.filter(({ step }) => step < surge.first - 1).length / Math.max(1, surge.first - 1);
  return surge.samples.length / Math.max(surge.samples.length, within - before * lengthOf(surge));
}

/** The dip of the host's successes, without what instances in a run took of them; of the whole fleet's where no counter names hosts. */
function dipFor(fleet: Fleet, host: string, { first, last }: Surge, runs: readonly MissRun[]): SuccessDip | null {
  const all = add(fleet.instances.map(servedOf));
  const rows = fleet.hosts?.size ? [...fleet.hosts].filter(([label]) => sameHost(label, host)).map(([, values]) => values) : [all];
  const dip = rows.length === 0 ? null : dipOf(add(rows), first, last);
  const whole = dipOf(all, first, last);
  if (dip === null) return null;
  const taken = runs.filter((run) => run.proxy === fleet.proxy).reduce((sum, run) => sum + run.misses * (Math.max(0, Math.min(run.last, last) - Math.max(run.first, first) + 1) / lengthOf(run)), 0);
  return { ...dip, lost: dip.lost - (whole && whole.expected > 0 ? taken * Math.min(1, dip.expected / whole.expected) : taken) };
}

function add(rows: readonly (readonly Value[])[]): Value[] {
  return (rows[0] ?? []).map((_, at) => sumOver(rows.map((row) => row[at] ?? null)));
}

/** The misses per step of the axis: as sampled where all were, else evenly over the stretch; never more than were counted. */
function spread(misses: readonly Value[], surge: Surge, factor: number, sum: number): number[] {
  const exact = new Map<number, number>();
  for (const { step } of surge.samples) exact.set(step, (exact.get(step) ?? 0) + 1);
  return misses.map((value, at) => {
    if (at < surge.first || at > surge.last) return 0;
    return Math.min(value ?? 0, factor <= ALL_LOOKED ? (exact.get(at) ?? 0) * factor : sum / lengthOf(surge));
  });
}

function countOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
