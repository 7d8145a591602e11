import type { RequestSample } from '@/lib/domain/request-sample';
import type { NotFoundClass } from '@/lib/domain/not-found-detail';
import { readPath } from '../shared/path-evidence';
import { classifyBatch } from './batch';
import type { NotFoundVerdict } from './classify';
import type { FleetSet } from './counts';
import type { MissRun } from './instance-guard';
import { isInScope, type LostScope } from './lost-scope';

/** A sampled 404 with its place on the time axis and what it was. */
export interface JudgedSample {
  readonly sample: RequestSample;
  /** Index of the step whose count holds it. */
  readonly step: number;
  readonly verdict: NotFoundVerdict;
  /** True when it lies within the run of an instance or the loss of a host: told from metrics, not from its path. A probe at a lost host was noise before, too. */
  readonly explained: boolean;
}

/** Classifies the 404s of the traces with what the metrics found: instance runs and lost hosts are hard context. */
export function judgeSamples(samples: readonly RequestSample[], set: FleetSet, runs: readonly MissRun[], lost: readonly LostScope[]): JudgedSample[] {
  const own = samples.filter(({ status, path }) => status === 404 && path !== null)
    .sort((a, b) => a.at - b.at || (a.traceId < b.traceId ? -1 : 1));
  const steps = own.map(({ at }) => stepOf(set, at));
  const runOf = own.map((sample, at) => runs.find((run) => run.proxy === sample.proxy && run.instance === sample.instance && inside(run, steps[at]!)));
  const lostOf = own.map((sample, at) => lost.some((one) => isInScope(one, sample, steps[at]!, sameHost)));
  const verdicts = classifyBatch(
    own.map((sample, at) => ({
      path: sample.path ?? '', host: sample.host, method: sample.method, userAgent: sample.userAgent, client: sample.client,
      responder: responderOf(sample),
      instanceMissShare: runOf[at] ? runOf[at].misses / Math.max(1, runOf[at].requests) : null,
      fleetMissShare: runOf[at]?.peerShare ?? null,
    })),
    (at) => ({ hostNeverServed: isNeverServed(set, own[at]!), hostLost: lostOf[at]!, steady: !runOf[at] && !lostOf[at] && steps[at]! >= 0 }),
  );
  return own.map((sample, at) => ({ sample, step: steps[at]!, verdict: verdicts[at]!, explained: runOf[at] !== undefined || (lostOf[at]! && verdicts[at]!.class !== 'scanner') }));
}

/** Samples that an application answered, and how many of them ask for what scanners ask for: an application in front of all paths answers probes too. */
export function countProbes(judged: readonly JudgedSample[]): { readonly samples: number; readonly hostile: number } {
  const own = judged.filter(({ verdict }) => verdict.class === 'application');
  return { samples: own.length, hostile: own.filter(({ sample }) => readPath(sample.path ?? '').hostile).length };
}

/** Host labels of metrics may write `.` and `:` as `_`; a port is no part of the name. */
export function sameHost(label: string, host: string | null): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/:\d+$/, '').replace(/[^a-z0-9]+/g, '_');
  return host !== null && (plain(label) === plain(host) || plain(label) === host.toLowerCase().replace(/[^a-z0-9]+/g, '_'));
}

/** True only where the counters name hosts at all: not seen is then not served. */
function isNeverServed(set: FleetSet, { proxy, host }: RequestSample): boolean {
  const hosts = set.fleets.find((fleet) => fleet.proxy === proxy)?.hosts;
  return host !== null && !!hosts && hosts.size > 0 && ![...hosts.keys()].some((label) => sameHost(label, host));
}

function responderOf(sample: RequestSample): 'proxy' | 'backend' | 'unknown' {
  if (sample.answeredBy === 'proxy') return 'proxy';
  return sample.answeredBy === 'backend' || sample.answeredBy === 'unseen' ? 'backend' : 'unknown';
}

/** The step that ends at or after the moment; -1 before the axis, past the end the last one. */
function stepOf(set: FleetSet, at: number): number {
  const start = set.at[0];
  if (start === undefined || at <= start - set.stepMs) return -1;
  return Math.min(set.at.length - 1, Math.max(0, Math.ceil((at - start) / set.stepMs)));
}

const inside = (run: { first: number; last: number }, step: number) => run.first - 1 <= step && step <= run.last + 1;

export type Shares = Readonly<Record<NotFoundClass, number>>;
