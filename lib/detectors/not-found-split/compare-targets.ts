import type { TargetChange } from '@/lib/domain/not-found-changes';
import type { MissedTarget, NotFoundClass } from '@/lib/domain/not-found-detail';
import { pathTemplate } from '../shared/path-evidence';
import { rateRatio } from '../shared/statistics/intervals';
import { MOST_OF_A_CLASS } from './targets';

/** Samples that must be there, and how far above the rate before, before something is said to have grown. */
const LEAST_SAMPLES = 8;
const LEAST_GROWTH = 1.5;
const MOST_CHANGES = 60;
/** What needs eyes comes first. */
const ORDER: readonly NotFoundClass[] = ['route-miss', 'unknown', 'application', 'benign', 'scanner'];

/** Hosts and paths as one window's traces show them. */
export interface TargetWindow {
  readonly targets: readonly MissedTarget[];
  readonly knownMs: number;
}

interface Sum {
  readonly host: string | null;
  readonly path: string | null;
  readonly class: NotFoundClass;
  samples: number;
  requests: number | null;
}

/**
 * Hosts and paths that are new, gone or grew. Samples are few: something is new only when, at its rate of now and with as many looks as
 * were taken before, it would have been seen (and by more than a full list could hide). Paths of scanners are left to the campaigns.
 */
export function compareTargets(before: TargetWindow, after: TargetWindow): TargetChange[] {
  const looks = { before: looksOf(before), after: looksOf(after) };
  if (looks.before === null || looks.after === null) return [];
  const exposure = { before: looks.before, after: looks.after, hidden: hiddenIn(before.targets), hiddenAfter: hiddenIn(after.targets) };
  const changes = [hostSums, pathSums].flatMap((sums) => compareSums(sums(before.targets), sums(after.targets), exposure));
  const newHosts = new Set(changes.filter(({ path, kind }) => path === null && kind !== 'grew').map(({ host, kind }) => `${kind}\n${host}`));
  const pathsTell = new Set(changes.filter(({ path, kind }) => path !== null && kind !== 'gone').map(({ host }) => host));
  // A host that is new as a whole says all of its paths; one that grew is told by the paths that did.
  return changes.filter(({ host, path, kind }) => (path === null ? kind !== 'grew' || !pathsTell.has(host) : !newHosts.has(`${kind}\n${host}`)))
    .sort((a, b) => ORDER.indexOf(a.class) - ORDER.indexOf(b.class) || b.samplesAfter + b.samplesBefore - a.samplesAfter - a.samplesBefore || compare(nameOf(a), nameOf(b)))
    .slice(0, MOST_CHANGES);
}

const nameOf = ({ host, path }: { host: string | null; path: string | null }) => `${host ?? ''}\n${path ?? ''}`;

/** Exposure of a window: known time times the share of its requests that was looked at. Null without both. */
function looksOf({ targets, knownMs }: TargetWindow): number | null {
  const counted = targets.filter(({ requests }) => requests !== null);
  const requests = counted.reduce((sum, one) => sum + one.requests!, 0);
  const samples = counted.reduce((sum, one) => sum + one.samples, 0);
  if (knownMs <= 0) return null;
  return requests > 0 ? knownMs * Math.min(1, samples / requests) : knownMs;
}

/** The most samples that something may have had that a full list of its class left out. */
function hiddenIn(targets: readonly MissedTarget[]): number {
  return Math.max(0, ...ORDER.map((name) => {
    const own = targets.filter((one) => one.class === name);
    return own.length >= MOST_OF_A_CLASS ? Math.min(...own.map(({ samples }) => samples)) : 0;
  }));
}

interface Exposure { readonly before: number; readonly after: number; readonly hidden: number; readonly hiddenAfter: number }

function compareSums(before: ReadonlyMap<string, Sum>, after: ReadonlyMap<string, Sum>, exposure: Exposure): TargetChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key): TargetChange[] => {
    const [old, now] = [before.get(key), after.get(key)];
    const kind = kindOf(old?.samples ?? 0, now?.samples ?? 0, exposure);
    const shown = now ?? old!;
    if (kind === null || shown.class === 'scanner') return [];
    return [{
      kind, host: shown.host, path: shown.path, class: shown.class, samplesBefore: old?.samples ?? 0, samplesAfter: now?.samples ?? 0,
      requestsBefore: old ? old.requests : 0, requestsAfter: now ? now.requests : 0, ratio: ratioOf(old?.samples ?? 0, now?.samples ?? 0, exposure),
    }];
  });
}

function kindOf(old: number, now: number, { before, after, hidden, hiddenAfter }: Exposure): TargetChange['kind'] | null {
  if (old === 0) return surelyMore(now * (before / after), hidden) ? 'new' : null;
  if (now === 0) return surelyMore(old * (after / before), hiddenAfter) ? 'gone' : null;
  return now >= LEAST_SAMPLES && rateRatio(old, before, now, after)!.low >= LEAST_GROWTH ? 'grew' : null;
}

/** True when so many expected samples cannot well have been as few as `most`: three deviations. */
const surelyMore = (expected: number, most: number) => expected - 3 * Math.sqrt(expected) > most;

function ratioOf(old: number, now: number, exposure: Exposure): TargetChange['ratio'] {
  const found = rateRatio(old, exposure.before, now, exposure.after);
  return found && { value: Number.isFinite(found.value) ? found.value : null, low: found.low, high: Number.isFinite(found.high) ? found.high : null };
}

function hostSums(targets: readonly MissedTarget[]): Map<string, Sum> {
  return sumUp(targets.filter(({ host }) => host !== null), ({ host }) => ({ host: host!.toLowerCase(), path: null }));
}

function pathSums(targets: readonly MissedTarget[]): Map<string, Sum> {
  return sumUp(targets, ({ host, path }) => ({ host: host?.toLowerCase() ?? null, path: pathTemplate(path) }));
}

/** Sums by host (and path); the class is that of most samples. */
function sumUp(targets: readonly MissedTarget[], place: (target: MissedTarget) => { host: string | null; path: string | null }): Map<string, Sum> {
  const sums = new Map<string, Sum & { most: number }>();
  for (const target of targets) {
    const key = nameOf(place(target));
    const known = sums.get(key);
    const most = Math.max(known?.most ?? 0, target.samples);
    sums.set(key, {
      ...place(target), class: known && known.most >= target.samples ? known.class : target.class, most,
      samples: (known?.samples ?? 0) + target.samples, requests: target.requests === null || known?.requests === null ? null : (known?.requests ?? 0) + target.requests,
    });
  }
  return sums;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
