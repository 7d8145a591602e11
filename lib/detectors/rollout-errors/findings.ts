import type { Evidence, FindingOf } from '../../domain/findings';
import { findingId } from '../../domain/findings';
import type { RequestSample } from '../../domain/request-sample';
import type { Rollout, Suspect } from '../../domain/rollout-detail';
import type { LabelledSeries } from '../../domain/series';
import { epochMs } from '../../domain/units';
import type { Analysis } from './analyse';
import type { StepSpan } from './error-steps';
import type { Observed } from './from-frames';
import { namesHost } from './match-subject';
import type { Ownership } from './ownership';
import type { RolloutParams } from './params';
import { adviceFor, codePattern, patternText, type RolloutPattern, timingPattern, topMechanism } from './pattern';
import { errorStrata, onlyLabel } from './strata';
import type { Accused } from './suspects';

export interface FindingContext {
  readonly observed: Observed;
  readonly rollouts: readonly Rollout[];
  readonly analysis: Analysis;
  readonly owner: Ownership;
  readonly samples: readonly RequestSample[] | null;
  readonly suspects: (accused: Accused) => Suspect[];
  readonly params: RolloutParams;
}

/** A rollout that fails this share of the requests meanwhile is critical. */
const CRITICAL_SHARE = 0.01;

/** One finding for each rollout with failed requests that chance does not explain. */
export function rolloutFindings(context: FindingContext): FindingOf<'rollout-errors'>[] {
  return context.rollouts.flatMap((rollout, i) => {
    const count = context.analysis.perRollout[i]!;
    return count.failed > 0 && count.p <= context.params.findingP ? [rolloutFinding(context, rollout, i)] : [];
  });
}

function rolloutFinding(context: FindingContext, rollout: Rollout, i: number): FindingOf<'rollout-errors'> {
  const { observed: { steps }, analysis, owner, params } = context;
  const count = analysis.perRollout[i]!;
  const { own, samples, mechanism, byCode, pattern } = lookAt(context, i);
  const rivals = otherRollouts(context, i);
  const few = count.failed < params.minEvents;
  const evidence: Evidence[] = [
    { code: 'counter', text: `${count.failed} failed ${count.failed === 1 ? 'request' : 'requests'} (${codesText(count.codes)}), ${count.during} of them during the rollout; ${round(count.expectedFailed)} expected from the rate outside of rollouts.` },
    { code: few ? 'consistent-with' : 'above-chance', text: few
      ? `Consistent with the rollout as cause: by chance alone with p = ${pText(count.p)}. So few errors prove nothing by themselves.`
      : `Chance alone explains as many with p = ${pText(count.p)}.` },
    matchEvidence(owner.matchedBy),
  ];
  if (byCode) evidence.push({ code: 'error-codes', text: 'Most of these errors are 504: timeouts. No trace says more.' });
  else if (pattern) evidence.push({ code: mechanism ? 'trace-mechanism' : 'pod-timing', text: mechanism ? `${patternText(pattern)} ${mechanism.count} of ${samples.length} sampled.` : patternText(pattern) });
  const hop = answeringHop(samples);
  if (hop) evidence.push({ code: 'answering-hop', text: hop });
  if (count.nearMisses) evidence.push({ code: 'near-misses', text: `${count.nearMisses} more attempts failed and were saved by a retry.` });
  return {
    id: findingId('rollout-errors', rollout.workload, rollout.from), kind: 'rollout-errors', detector: 'rollout-errors',
    proxy: onlyLabel(own, count.counted, 'proxy'), subject: rollout.workload, from: rollout.from, to: rollout.to, ongoing: rollout.ongoing,
    severity: severityOf(count.during, count.requestsDuring, few), confidence: confidenceOf(count.p, few, rivals.length > 0 && owner.matchedBy !== 'subject'),
    basis: owner.matchedBy === 'subject' ? 'measured' : 'inferred',
    evidence, against: [...against(rivals, count.contested), ...unclaimedEvidence(context, rollout, count.counted), ...suspectEvidence(suspectsOfRollout(context, i), rollout.workload)],
    advice: adviceFor(pattern), strata: errorStrata(own, count.counted, steps, `at the rollout of ${rollout.workload}`),
    data: {
      workload: rollout.workload, failed: count.failed, codes: count.codes, expected: count.expectedFailed, p: count.p,
      nearMisses: count.nearMisses, pattern, image: rollout.image, alsoRolling: rivals,
    },
  };
}

interface Look {
  /** The error series of the workload. */
  readonly own: readonly LabelledSeries[];
  readonly samples: readonly RequestSample[];
  readonly mechanism: ReturnType<typeof topMechanism>;
  readonly byCode: RolloutPattern | null;
  readonly pattern: RolloutPattern | null;
}

/** Traces of a rollout's errors and the pattern that they show, else the codes, else the lives of the pods. */
export function lookAt(context: FindingContext, i: number): Look {
  const { observed: { steps, errors }, analysis, owner, rollouts } = context;
  const rollout = rollouts[i]!;
  const count = analysis.perRollout[i]!;
  const own = errors.filter((series) => owner.owns(rollout.workload, series));
  const samples = samplesOf(context, own, count.counted);
  const mechanism = topMechanism(samples);
  const timed = count.counted.map((step) => [steps.start + (step + 1) * steps.stepMs, own.reduce((sum, { values }) => sum + (values[step] ?? 0), 0)] as const);
  const byCode = mechanism ? null : codePattern(count.codes);
  return { own, samples, mechanism, byCode, pattern: mechanism?.mechanism ?? byCode ?? timingPattern(rollout, timed, steps.stepMs) };
}

/** One finding for each burst that no rollout's own errors explain. It is never pinned on a rollout. */
export function burstFindings(context: FindingContext, explained: readonly number[], rolloutsKnown: boolean): FindingOf<'error-burst'>[] {
  const { analysis, observed: { errors, steps } } = context;
  return analysis.bursts.flatMap((burst) => {
    const counted = Array.from({ length: burst.span.to - burst.span.from }, (_, k) => burst.span.from + k);
    const failed = sumOf(errors, counted);
    const owned = counted.reduce((sum, step) => sum + (explained[step] ?? 0), 0);
    if (owned * 2 >= failed) return [];
    const samples = samplesIn(context.samples, burst.from, burst.to, Object.keys(burst.codes));
    const top = topMechanism(samples);
    const hop = answeringHop(samples);
    const subject = onlyLabel(errors, counted, 'subject') ?? onlyLabel(errors, counted, 'instance') ?? onlyLabel(errors, counted, 'proxy') ?? 'all proxies';
    const evidence: Evidence[] = [
      { code: 'counter', text: `${failed} failed requests (${codesText(burst.codes)}), ${round(burst.expected)} expected from the rate around it; chance in a range like this: p = ${pText(burst.p)}.` },
      { code: rolloutsKnown ? 'no-rollout' : 'rollouts-unknown', text: noRolloutText(burst.rollouts.map((one) => one.workload), rolloutsKnown) },
    ];
    if (top) evidence.push({ code: 'trace-mechanism', text: `${patternText(top.mechanism)} ${top.count} of ${samples.length} sampled.` });
    if (hop) evidence.push({ code: 'answering-hop', text: hop });
    const from = epochMs(burst.from);
    return [{
      id: findingId('error-burst', subject, from), kind: 'error-burst' as const, detector: 'rollout-errors' as const,
      proxy: onlyLabel(errors, counted, 'proxy'), subject, from, to: epochMs(burst.to), ongoing: burst.span.to >= steps.total.length,
      severity: 'warning' as const, confidence: confidenceOf(burst.p, false, false), basis: 'measured' as const,
      evidence, against: suspectEvidence(suspectsOfBurst(context, burst.span), null), advice: ['Open the traces of the burst: the hop that answered tells where to look.'],
      strata: errorStrata(errors, counted, steps, 'in this burst'),
      data: { failed, codes: burst.codes, expected: burst.expected, p: burst.p },
    }];
  });
}

/** Per step: errors that count for a rollout which has a finding. Each error once. */
export function explainedErrors(context: FindingContext): number[] {
  const explained = new Array<number>(context.observed.at.length).fill(0);
  for (const series of context.observed.errors) {
    const steps = new Set<number>();
    context.rollouts.forEach((rollout, i) => {
      const count = context.analysis.perRollout[i]!;
      if (count.failed === 0 || count.p > context.params.findingP || !context.owner.owns(rollout.workload, series)) return;
      count.counted.forEach((step) => steps.add(step));
    });
    for (const step of steps) explained[step]! += series.values[step] ?? 0;
  }
  return explained;
}

/**
 * Traces of a rollout's own errors: of the proxy and code of a series that counted one in that scrape or the next, and of its route
 * where routes name hosts. What another fleet or workload answered at the same time is no evidence here.
 */
function samplesOf({ samples, observed: { steps, errors } }: FindingContext, own: readonly LabelledSeries[], counted: readonly number[]): RequestSample[] {
  const inside = new Set(counted);
  const countedAt = (series: LabelledSeries, step: number) => inside.has(step) && (series.values[step] ?? 0) > 0;
  return (samples ?? []).filter(({ at, status, proxy, host }) => {
    const step = Math.floor((at - steps.start) / steps.stepMs);
    const onHost = (series: LabelledSeries) => host !== null && series.labels.proxy === proxy && namesHost(series.labels.subject ?? '', host);
    const hostTells = errors.some(onHost);
    return own.some((series) => (!hostTells || onHost(series)) && series.labels.proxy === proxy && series.labels.code === String(status) && (countedAt(series, step) || countedAt(series, step + 1)));
  });
}

function samplesIn(samples: readonly RequestSample[] | null, from: number, to: number, codes: readonly string[]): RequestSample[] {
  return (samples ?? []).filter(({ at, status }) => at >= from && at < to && status !== null && codes.includes(String(status)));
}

function answeringHop(samples: readonly RequestSample[]): string | null {
  const counts = new Map<string, number>();
  for (const { answeredBy, answeredByService } of samples) {
    const name = answeredByService ? `${answeredBy} ${answeredByService}` : answeredBy;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const named = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([name, n]) => `${name} in ${n}`);
  return named.length > 0 ? `Answered by ${named.join(', ')} of ${samples.length} sampled traces.` : null;
}

/** Other workloads that were rolling while this one was; marks as seen, not widened. */
function otherRollouts({ rollouts }: FindingContext, i: number): string[] {
  const { workload, from, to } = rollouts[i]!;
  const others = rollouts.filter((other) => other.workload !== workload && other.from <= to && other.to >= from);
  return [...new Set(others.map((other) => other.workload))].sort();
}

function matchEvidence(matchedBy: Ownership['matchedBy']): Evidence {
  const text = {
    subject: 'Counted are the errors whose route or cluster names the workload.',
    window: 'No route or cluster names a workload here: all errors of the window are counted.',
    mixed: 'Counted are errors whose route or cluster names the workload, and all errors of proxies whose routes name none.',
  };
  return { code: `matched-by-${matchedBy}`, text: text[matchedBy] };
}

function against(rivals: readonly string[], contested: number): Evidence[] {
  const shared = contested > 0 ? ` ${contested} of these errors may be theirs as well.` : '';
  return rivals.length > 0 ? [{ code: 'overlapping-rollouts', text: `Also rolling at the time: ${rivals.join(', ')}.${shared}` }] : [];
}

/** Errors of the same steps whose route names no rolling workload: not counted, but the reader should know of them. */
function unclaimedEvidence({ observed: { errors }, owner, rollouts }: FindingContext, rollout: Rollout, counted: readonly number[]): Evidence[] {
  const others = errors.filter((series) => !owner.owns(rollout.workload, series) && !rollouts.some((other) => owner.owns(other.workload, series)));
  const failed = sumOf(others, counted);
  return failed > 0 ? [{ code: 'other-errors', text: `${failed} more errors in the same window belong to routes or clusters of no workload that was rolling; they are not counted.` }] : [];
}

/** Suspects of the errors that one rollout counts, itself among them. */
export function suspectsOfRollout({ analysis, observed, owner, rollouts, suspects }: FindingContext, i: number): Suspect[] {
  return suspects({ counted: analysis.perRollout[i]!.counted, own: observed.errors.filter((series) => owner.owns(rollouts[i]!.workload, series)) });
}

export function suspectsOfBurst({ observed, suspects }: FindingContext, span: StepSpan): Suspect[] {
  const counted = Array.from({ length: span.to - span.from }, (_, k) => span.from + k);
  return suspects({ counted, own: observed.errors });
}

/** Suspects that are no rollout, one line each: rollouts are told elsewhere. Those of the same workload first. */
function suspectEvidence(found: readonly Suspect[], workload: string | null): Evidence[] {
  const others = found.filter(({ kind }) => kind !== 'rollout');
  return [...others].sort((a, b) => Number(b.workload === workload) - Number(a.workload === workload)).map(({ kind, label, relation, p }) => ({
    code: kind, text: `Another suspect: ${label}; the errors lie ${relation === 'during' ? 'on it' : 'shortly after it'}, by chance with p = ${pText(p)}.`,
  }));
}

function noRolloutText(near: readonly string[], known: boolean): string {
  if (!known) return 'Rollouts cannot be seen here: whether one caused it is not checked.';
  return near.length === 0 ? 'No rollout was going on or had just ended.' : `${near.join(', ')} was rolling, but the errors belong to other routes.`;
}

function severityOf(failed: number, requests: number | null, few: boolean) {
  if (few) return 'info' as const;
  return requests !== null && requests > 0 && failed / requests >= CRITICAL_SHARE ? ('critical' as const) : ('warning' as const);
}

/** Few errors are never more than "possible"; errors that another rollout may own lose a third. */
function confidenceOf(p: number, few: boolean, contested: boolean): number {
  const base = few ? 0.6 * (1 - p) : Math.min(0.97, 1 - p);
  return Math.round(100 * base * (contested ? 2 / 3 : 1)) / 100;
}

const sumOf = (series: readonly LabelledSeries[], at: readonly number[]) => series.reduce((sum, { values }) => sum + at.reduce((part, i) => part + (values[i] ?? 0), 0), 0);
const codesText = (codes: Readonly<Record<string, number>>) => Object.entries(codes).map(([code, n]) => `${n === 1 ? 'one' : `${n} times`} ${code}`).join(', ');
const round = (value: number) => (value < 0.095 ? 'less than 0.1' : value.toFixed(1));
const pText = (p: number) => (p < 0.001 ? 'below 0.001' : p.toFixed(3));
