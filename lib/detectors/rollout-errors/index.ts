import type { Detector, DetectorInput, DetectorRun } from '../../domain/detector';
import { type FindingOf, compareFindings } from '../../domain/findings';
import type { RequestSample } from '../../domain/request-sample';
import type { RolloutDetail } from '../../domain/rollout-detail';
import { analyse } from './analyse';
import { type FindingContext, burstFindings, explainedErrors, lookAt, rolloutFindings, suspectsOfBurst, suspectsOfRollout } from './findings';
import { knownSum, observe } from './from-frames';
import { ownership } from './ownership';
import type { RolloutPattern } from './pattern';
import { assess, withRemedies } from './remedies';
import { type RolloutParams, defaultParams } from './params';
import { type Gathered, gatherRollouts, rolloutSignals } from './sources/gather-rollouts';
import { suspectFinder } from './suspects';
import { trustOfFrames } from './trust-of-frames';

export { compareRollouts } from './compare';
export { detectRolloutErrors } from './detect';
export type { RolloutErrorsInput, RolloutErrorsOutput } from './detect';
export type { RolloutParams } from './params';
export { findRollouts } from './find-rollouts';

/** Which gateway errors did which rollout cause, and which bursts have no rollout near. Exact counts, no rates. */
export const rolloutErrors = {
  id: 'rollout-errors',
  title: 'Errors of rollouts',
  needs: {
    required: ['gateway-errors'],
    optional: ['instance-requests', 'near-misses', 'scrape-up', ...rolloutSignals,
      'retries', 'host-health', 'ejections', 'health-checks', 'direct-responses', 'disruption-budgets', 'deployment-strategy'],
    annotations: true,
    traces: { statuses: [500, 502, 503, 504], limit: 200 },
  },
  defaults: defaultParams,
  run,
} as const satisfies Detector<'rollout-errors', RolloutParams, RolloutDetail>;

function run(input: DetectorInput<RolloutParams>): DetectorRun<RolloutDetail> {
  const { signals, params } = input;
  const errors = signals['gateway-errors'];
  if (!errors) return {
    kind: 'not-checked', missing: ['gateway-errors'], why: 'No counter of gateway errors by code can be read here.',
    mend: 'Switch on per-status counters of the proxy: skipper -serve-route-counter (or -serve-host-counter), Envoy cluster statistics.',
  };
  const observed = observe(signals, errors);
  const gathered = gatherRollouts(input);
  const { rollouts } = gathered;
  const owner = ownership(observed, rollouts, gathered.workloads);
  const analysis = analyse(observed.steps, rollouts, owner.assign, params);
  const samples = input.traces?.samples ?? null;
  const suspects = suspectFinder({ steps: observed.steps, errors: observed.errors, rollouts: analysis.windows, events: gathered.events, params });
  const context: FindingContext = { observed, rollouts, analysis, owner, samples, suspects, params };
  const found = rolloutFindings(context);
  const assessed = assessRollouts(input, context, found);
  const advised = found.map((finding) => withRemedies(finding, assessed.find((one) => one.finding === finding)?.remedies ?? []));
  const findings = [...advised, ...burstFindings(context, explainedErrors(context), gathered.known)].sort(compareFindings);
  return { kind: 'checked', findings, detail: toDetail(context, gathered, assessed), trust: trustOfFrames(input, observed, rollouts.length > 0) };
}

/** Facts and remedies of each rollout, with its finding where it has one. */
function assessRollouts({ signals, dialects, origins }: DetectorInput<RolloutParams>, { rollouts, observed, analysis, owner }: FindingContext, found: readonly FindingOf<'rollout-errors'>[]) {
  const all = [...observed.errors, ...(observed.nearMisses ?? [])];
  return rollouts.map((rollout, i) => {
    const { workload, failed, codes, nearMisses, counted } = analysis.perRollout[i]!;
    const finding = found.find(({ subject, from }) => subject === workload && from === rollout.from) ?? null;
    const own = all.filter((series) => owner.owns(workload, series) && counted.some((step) => (series.values[step] ?? 0) > 0));
    const one = { workload, at: observed.at, counted, failed, codes, nearMisses, own, dialects: dialects ?? {} };
    return { finding, ...assess(signals, one, finding && { pattern: finding.data.pattern as RolloutPattern | null }, origins ?? {}) };
  });
}

function toDetail(context: FindingContext, { rollouts, events, markers }: Gathered, assessed: ReturnType<typeof assessRollouts>): RolloutDetail {
  const { observed, analysis, samples } = context;
  const { at, steps, seen } = observed;
  return {
    at, stepMs: steps.stepMs as RolloutDetail['stepMs'], errors: steps.codes,
    nearMisses: observed.nearMisses ? knownSum(observed.nearMisses, seen) : null,
    requests: steps.requests, rollouts, events, markers,
    bursts: analysis.bursts.map(({ from, to, codes, expected, p, rollouts: near, span }) => ({ from, to, codes, expected, p, rollouts: near, suspects: suspectsOfBurst(context, span) })),
    perRollout: analysis.perRollout.map(({ workload, from, to, failed, codes, requests, expectedFailed, nearMisses, p, contested, fairFailed }, i) => {
      const { observed: facts, remedies } = assessed[i]!;
      return {
        workload, from, to, failed, codes, requests, expectedFailed, nearMisses, p, contested, fairFailed, known: isKnown(context, i), suspects: suspectsOfRollout(context, i),
        ...(failed > 0 ? causeOf(context, i) : { pattern: null }),
        ...(facts && remedies ? { observed: facts, remedies } : {}),
      };
    }),
    perWorkload: analysis.perWorkload,
    hops: samples ? hopsOf(samples) : null,
  };
}

/** True when at least one step while it went on was scraped: what was counted shortly after says nothing about it. */
function isKnown({ observed: { steps }, analysis }: FindingContext, i: number): boolean {
  const { counted, to } = analysis.perRollout[i]!;
  return counted.some((step) => steps.start + step * steps.stepMs <= to && steps.total[step] !== null);
}

function causeOf(context: FindingContext, i: number) {
  const { pattern, samples } = lookAt(context, i);
  return context.samples ? { pattern, hops: hopsOf(samples) } : { pattern };
}

/** Sampled errors by answering hop and status, most first. */
function hopsOf(samples: readonly RequestSample[]): NonNullable<RolloutDetail['hops']> {
  const groups = new Map<string, NonNullable<RolloutDetail['hops']>[number]>();
  for (const { answeredBy: role, answeredByService: service, status } of samples) {
    if (status === null || status < 500) continue;
    const key = JSON.stringify([role, service, status]);
    groups.set(key, { role, service, status, samples: (groups.get(key)?.samples ?? 0) + 1 });
  }
  return [...groups.values()].sort((a, b) => b.samples - a.samples || a.status - b.status || ((a.service ?? '') < (b.service ?? '') ? -1 : 1));
}
