import type { Finding, FindingKind, FindingOf } from '../../lib/domain/findings';
import type { NotFoundDetail } from '../../lib/domain/not-found-detail';
import type { RolloutDetail } from '../../lib/domain/rollout-detail';
import type { CompareVerdict, ZoneComparison } from '../../lib/domain/zone-compare';
import type { FlipTruth, Truth, TruthEvent, TruthRollout } from './truth';

/** So few failures in a run of minutes may be chance: they need no finding, their count in the detail is enough. */
const mayBeChance = 1;
/** Two scrapes: how far a found time may be from the true one. */
const timeTolerance = (truth: Truth) => 2 * truth.scrapeSeconds * 1000;
const shareTolerance = 0.05;

const ofKind = <K extends FindingKind>(findings: readonly Finding[], kind: K): FindingOf<K>[] => findings.filter((finding): finding is Finding & FindingOf<K> => finding.kind === kind);
const events = <K extends TruthEvent['kind']>(truth: Truth, kind: K) => truth.events.filter((event): event is Extract<TruthEvent, { kind: K }> => event.kind === kind);

/** Where the findings differ from what really happened, as sentences. Empty: everything was found and nothing else. */
export function mismatches(truth: Truth, findings: readonly Finding[]): string[] {
  return [...flapping(truth, findings), ...drained(truth, findings), ...routeless(truth, findings), ...waves(truth, findings), ...rollouts(truth, findings), ...strangers(truth, findings)];
}

type Moved = Pick<FlipTruth, 'at' | 'to'>;

function flapping(truth: Truth, findings: readonly Finding[]): string[] {
  const flips = events(truth, 'flip');
  const found = ofKind(findings, 'zone-flapping');
  if (flips.length < 2) return found.map((finding) => `zone flapping of ${finding.subject} that did not happen`);
  if (found.length !== 1) return [`expected one zone-flapping finding, found ${found.length}`];
  const seen = found[0]!.data.flips;
  const same = (flip: Moved, other: Moved) => other.to === flip.to && Math.abs(other.at - flip.at) <= timeTolerance(truth);
  const missed = flips.filter((flip) => !seen.some((other) => same(flip, other)));
  const invented = seen.filter((flip) => !flips.some((other) => same(flip, other)));
  const wrongCause = flips.flatMap((flip) => seen.filter((other) => same(flip, other) && other.cause.code !== flip.cause).map((other) => ({ flip, other })));
  const secondsIn = (at: number) => Math.round((at - truth.from) / 1000);
  return [
    ...missed.map((flip) => `flip to ${flip.to} at ${secondsIn(flip.at)} s was not found`),
    ...invented.map((flip) => `flip to ${flip.to} at ${secondsIn(flip.at)} s did not happen`),
    ...wrongCause.map(({ flip, other }) => `flip to ${flip.to} at ${secondsIn(flip.at)} s was by ${flip.cause}, found ${other.cause.code}`),
    ...(found[0]!.data.hotZone === flips[0]!.hotZone ? [] : [`hot zone ${found[0]!.data.hotZone} instead of ${flips[0]!.hotZone}`]),
  ];
}

/** An empty zone may be told as drained; a zone that had pods may not. */
function drained(truth: Truth, findings: readonly Finding[]): string[] {
  return ofKind(findings, 'zone-drained')
    .filter((finding) => !events(truth, 'zone-empty').some((event) => event.zone === finding.data.zone && overlaps(event, finding)))
    .map((finding) => `${finding.data.zone} was not drained`);
}

function routeless(truth: Truth, findings: readonly Finding[]): string[] {
  const found = ofKind(findings, 'routeless-instance');
  const real = events(truth, 'routeless-instance');
  return [
    ...real.flatMap((event) => {
      const match = found.filter((finding) => finding.data.instance === event.instance);
      if (match.length !== 1) return [`routeless instance ${event.instance} was found ${match.length} times`];
      const difference = Math.abs(match[0]!.data.trafficShare - event.trafficShare);
      return difference <= 0.03 ? [] : [`traffic share of ${event.instance}: found ${match[0]!.data.trafficShare}, was ${event.trafficShare}`];
    }),
    ...found.filter((finding) => !real.some((event) => event.instance === finding.data.instance)).map((finding) => `${finding.data.instance} is not routeless`),
  ];
}

const overlaps = (a: { readonly from: number; readonly to: number }, b: { readonly from: number; readonly to: number }) => a.from <= b.to && b.from <= a.to;

function waves(truth: Truth, findings: readonly Finding[]): string[] {
  const found = ofKind(findings, 'scanner-wave');
  const real = events(truth, 'scanner-wave');
  return [
    ...real.filter((event) => !found.some((finding) => overlaps(finding, event))).map(() => 'the scanner wave was not found'),
    ...found.filter((finding) => !real.some((event) => overlaps(finding, event))).map((finding) => `a scanner wave of ${finding.data.requests} requests that did not happen`),
    ...found.filter((finding) => finding.severity !== 'info').map((finding) => `a scanner wave must not page, but is ${finding.severity}`),
  ];
}

function rollouts(truth: Truth, findings: readonly Finding[]): string[] {
  const found = ofKind(findings, 'rollout-errors');
  const real = truth.rollouts.filter((rollout) => rollout.failed > 0);
  return [
    ...real.flatMap((rollout) => {
      const match = found.filter((finding) => finding.data.workload === rollout.workload && overlaps(finding, rollout));
      if (match.length === 0 && rollout.failed <= mayBeChance) return [];
      if (match.length !== 1) return [`the rollout of ${rollout.workload} with ${rollout.failed} failed requests was found ${match.length} times`];
      return Math.abs(match[0]!.data.failed - rollout.failed) <= 1 ? [] : [`rollout of ${rollout.workload}: found ${match[0]!.data.failed} failed, were ${rollout.failed}`];
    }),
    ...found.filter((finding) => !real.some((rollout) => rollout.workload === finding.data.workload && overlaps(finding, rollout))).map((finding) => `rollout errors of ${finding.data.workload} that did not happen`),
  ];
}

/** Kinds that no scenario makes. */
function strangers(truth: Truth, findings: readonly Finding[]): string[] {
  const made: readonly FindingKind[] = ['zone-flapping', 'zone-drained', 'routeless-instance', 'scanner-wave', 'rollout-errors'];
  return findings.filter((finding) => !made.includes(finding.kind)).map((finding) => `${finding.kind} of ${finding.subject} did not happen in ${truth.scenario}`);
}

/** Where the ledger's shares are more than five points away from the truth. Unknown counts against every class that it could be. */
export function ledgerMismatches(truth: Truth, detail: NotFoundDetail): string[] {
  const total = Math.max(1, truth.notFound.total);
  return detail.parts.filter((part) => part.class !== 'unknown').flatMap((part) => {
    const found = part.requests / Math.max(1, detail.parts.reduce((sum, other) => sum + other.requests, 0));
    const real = truth.notFound.byClass[part.class] / total;
    return Math.abs(found - real) <= shareTolerance ? [] : [`404 of class ${part.class}: found ${(100 * found).toFixed(1)} %, were ${(100 * real).toFixed(1)} %`];
  });
}

/** Steps at which the ledger's total differs from the raw counters, its parts from its total, or an interval from its part. */
export function stepMismatches({ at, total, classes, intervals }: NotFoundDetail, counted: readonly number[]): string[] {
  return at.flatMap((_, step) => {
    const parts = Object.values(classes).map((values) => values[step] ?? 0);
    const sum = parts.reduce((all, value) => all + value, 0);
    const outside = Object.entries(intervals ?? {}).filter(([name, { low, high }]) => {
      const shown = classes[name as keyof typeof classes][step];
      return shown != null && !((low[step] ?? Infinity) <= shown && shown <= (high[step] ?? -Infinity));
    });
    return [
      ...((total[step] ?? 0) === counted[step] ? [] : [`step ${step}: the ledger says ${total[step]}, the counters ${counted[step]}`]),
      ...(sum === (total[step] ?? 0) ? [] : [`step ${step}: the parts add up to ${sum}, the total is ${total[step]}`]),
      ...outside.map(([name]) => `step ${step}: ${name} lies outside of its interval`),
    ];
  });
}

/** Where the detector's count of failed requests per rollout is more than one away from the truth. */
export function rolloutMismatches(truth: Truth, detail: RolloutDetail): string[] {
  const found = truth.rollouts.flatMap((rollout) => {
    const match = detail.perRollout.filter((count) => count.workload === rollout.workload && overlaps(count, rollout));
    if (match.length !== 1) return [`the rollout of ${rollout.workload} was seen ${match.length} times`];
    return Math.abs(match[0]!.failed - rollout.failed) <= 1 ? [] : [`rollout of ${rollout.workload}: counted ${match[0]!.failed} failed, were ${rollout.failed}`];
  });
  const invented = detail.rollouts.filter((seen) => !truth.rollouts.some((rollout) => rollout.workload === seen.workload && overlaps(seen, rollout)));
  return [...found, ...invented.map((seen) => `a rollout of ${seen.workload} that did not happen`)];
}

/** Where a comparison before and after the switch differs from what happened: verdict, and flips to within one. */
export function comparisonMismatches(truth: Truth, comparisons: readonly ZoneComparison[], verdict: CompareVerdict): string[] {
  return events(truth, 'switch').flatMap((change) => {
    const match = comparisons.find((comparison) => comparison.proxy === change.proxy);
    if (match === undefined) return [`no comparison of ${change.proxy}`];
    const { before, after } = match;
    return [
      ...(match.verdict === verdict ? [] : [`${change.proxy}: the verdict is ${match.verdict} (${match.reason}), not ${verdict}: ${match.text}`]),
      ...(Math.abs(before.flips - change.flipsBefore) <= 1 ? [] : [`${before.flips} flips before the switch, were ${change.flipsBefore}`]),
      ...(after.flips === change.flipsAfter ? [] : [`${after.flips} flips after the switch, were ${change.flipsAfter}`]),
    ];
  });
}

/** Near misses of two scrapes at the start of a rollout. */
const overTheLine = 8;

/**
 * Near misses, pattern and answering hop of each rollout: where Weir differs from what clients, proxies' words and traces say.
 * A rollout that stops an old pod before it starts a new one is seen up to two scrapes late: requests that were saved in between are
 * counted for the rollout before it. So up to `overTheLine` near misses may lie there, if the sum over all rollouts is exact.
 */
export function variantMismatches(truth: Truth, detail: RolloutDetail, findings: readonly Finding[]): string[] {
  const counted = (rollout: TruthRollout) => detail.perRollout.find((one) => one.workload === rollout.workload && overlaps(one, rollout));
  const inAll = truth.rollouts.reduce((sum, rollout) => sum + (counted(rollout)?.nearMisses ?? 0) - (rollout.nearMisses ?? 0), 0);
  return truth.rollouts.flatMap((rollout) => {
    const name = `rollout of ${rollout.workload} (${rollout.mode}${rollout.retries ? ', retries' : ''}${rollout.healthChecks ? ', checks' : ''})`;
    const count = counted(rollout);
    const finding = ofKind(findings, 'rollout-errors').find((one) => one.data.workload === rollout.workload && overlaps(one, rollout));
    const off = Math.abs((count?.nearMisses ?? 0) - (rollout.nearMisses ?? 0));
    const nearMisses = off <= (inAll === 0 ? overTheLine : 0) ? [] : [`${name}: ${count?.nearMisses ?? 'no'} near misses, were ${rollout.nearMisses}`];
    if (finding === undefined && rollout.failed <= mayBeChance) return nearMisses;
    if (rollout.failed === 0) return finding === undefined ? nearMisses : [...nearMisses, `${name}: has a finding`];
    const hop = finding?.evidence.find(({ code }) => code === 'answering-hop')?.text ?? 'none';
    return [
      ...nearMisses,
      ...(finding?.data.pattern === rollout.pattern ? [] : [`${name}: pattern ${finding?.data.pattern}, was ${rollout.pattern}`]),
      ...(hop.startsWith(`Answered by ${rollout.answeredBy}`) ? [] : [`${name}: answering hop "${hop}", was ${rollout.answeredBy}`]),
      ...(finding !== undefined && finding.advice.length > 0 ? [] : [`${name}: no advice`]),
    ];
  });
}

/** Remedies that fit requests which met a pod that was gone, by proxy. */
const fitting: Readonly<Record<string, readonly string[]>> = { gateway: ['deployment-drain', 'envoy-gateway-policy'], ingress: ['deployment-drain', 'skipper-passive-health-check'] };

/** Where remedies do not fit a rollout's failures, or an observed fact is not what the lab counted. Rollouts without either say nothing. */
export function remedyMismatches(truth: Truth, detail: RolloutDetail): string[] {
  return truth.rollouts.flatMap((rollout) => {
    const count = detail.perRollout.find((one) => one.workload === rollout.workload && overlaps(one, rollout));
    const name = `rollout of ${rollout.workload} (${rollout.mode}${rollout.retries ? ', retries' : ''}${rollout.healthChecks ? ', checks' : ''})`;
    const kinds = listOf(count, 'remedies').map(({ kind }) => kind);
    const fact = (code: string) => listOf(count, 'observed').find((one) => one.code === code)?.value;
    const differs = (code: string, value: number | undefined) => (value === undefined || fact(code) === undefined || fact(code) === value ? [] : [`${name}: observed ${code} ${String(fact(code))}, was ${value}`]);
    // What is at work already is no remedy: Skipper's passive checks in the variant that has them.
    const atWork = rollout.healthChecks ? 'skipper-passive-health-check' : null;
    const wanted = rollout.failed > mayBeChance ? (fitting[rollout.proxy] ?? []).filter((kind) => kind !== atWork) : [];
    return [
      ...wanted.filter((kind) => !kinds.includes(kind)).map((kind) => `${name}: no remedy ${kind} among ${kinds.join(', ')}`),
      ...(rollout.failed === 0 && kinds.length > 0 ? [`${name}: nothing failed, but has the remedies ${kinds.join(', ')}`] : []),
      ...differs('near-misses', count?.nearMisses ?? undefined), ...differs('ejections', rollout.checks?.ejected),
    ];
  });
}

/** A list that a version of Weir may or may not have. */
function listOf(count: object | undefined, key: 'remedies' | 'observed'): readonly Readonly<Record<string, unknown>>[] {
  const list: unknown = count === undefined ? undefined : Reflect.get(count, key);
  return Array.isArray(list) ? (list as readonly Readonly<Record<string, unknown>>[]) : [];
}
