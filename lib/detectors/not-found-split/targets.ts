import type { MissedTarget, NotFoundClass } from '@/lib/domain/not-found-detail';
import { pathTemplate } from '../shared/path-evidence';
import type { FleetSet } from './counts';
import type { JudgedSample } from './sampled';
import { sumOver } from './statistics';

/** Of each class, so that a routeless pod's thousand paths do not push the rest out. */
export const MOST_OF_A_CLASS = 40;
const MOST_TRACES = 5;

/** Groups sampled 404s by host and path template, most samples first. Each group is scaled to its fleet's counter of the same responder. */
export function groupTargets(judged: readonly JudgedSample[], set: FleetSet): MissedTarget[] {
  const scale = scales(judged, set);
  const groups = new Map<string, JudgedSample[]>();
  for (const one of judged) {
    const key = `${one.sample.host ?? ''}\n${pathTemplate(one.sample.path ?? '')}`;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  const targets = [...groups.values()].map((group) => toTarget(group, scale)).sort((a, b) => b.samples - a.samples || compare(a.host ?? '', b.host ?? '') || compare(a.path, b.path));
  const taken = new Map<NotFoundClass, number>();
  return targets.filter(({ class: kind }) => {
    taken.set(kind, (taken.get(kind) ?? 0) + 1);
    return taken.get(kind)! <= MOST_OF_A_CLASS;
  });
}

function toTarget(group: readonly JudgedSample[], scale: (one: JudgedSample) => number | null): MissedTarget {
  const counts = new Map<NotFoundClass, number>();
  for (const { verdict } of group) counts.set(verdict.class, (counts.get(verdict.class) ?? 0) + 1);
  const kind = [...counts].sort((a, b) => b[1] - a[1] || compare(a[0], b[0]))[0]![0];
  const shown = group.filter(({ verdict }) => verdict.class === kind);
  const factors = group.map(scale);
  const paths = new Set(group.map(({ sample }) => sample.path ?? ''));
  const first = shown[0]!;
  return {
    host: first.sample.host, path: paths.size === 1 ? (first.sample.path ?? '') : pathTemplate(first.sample.path ?? ''), samples: group.length,
    requests: factors.some((factor) => factor === null) ? null : Math.round(factors.reduce<number>((sum, factor) => sum + (factor ?? 0), 0)),
    clients: new Set(group.flatMap(({ sample }) => sample.client ?? [])).size,
    class: kind, logOdds: first.verdict.logOdds, evidence: first.verdict.evidence, traceIds: shown.slice(0, MOST_TRACES).map(({ sample }) => sample.traceId),
  };
}

/** Requests that one sample stands for: counter of its fleet and responder over the samples of the same. */
function scales(judged: readonly JudgedSample[], set: FleetSet): (one: JudgedSample) => number | null {
  const keyOf = (one: JudgedSample) => `${one.sample.proxy}\n${one.verdict.class === 'application' ? 'backend' : 'proxy'}`;
  const samples = new Map<string, number>();
  for (const one of judged) samples.set(keyOf(one), (samples.get(keyOf(one)) ?? 0) + 1);
  const counted = new Map<string, number>();
  for (const { proxy, instances } of set.fleets) {
    for (const responder of ['backend', 'proxy'] as const) {
      const sum = sumOver(instances.map(({ answered }) => sumOver(answered[responder])));
      if (sum !== null) counted.set(`${proxy}\n${responder}`, sum);
    }
  }
  return (one) => {
    const sum = counted.get(keyOf(one));
    return sum === undefined ? null : Math.max(1, sum / samples.get(keyOf(one))!);
  };
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
