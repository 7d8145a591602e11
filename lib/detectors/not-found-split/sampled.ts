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
  const isNeverServed = servedHosts(set);
  const verdicts = classifyBatch(
    own.map((sample, at) => ({
      path: sample.path ?? '', host: sample.host, method: sample.method, userAgent: sample.userAgent, client: sample.client,
      responder: responderOf(sample),
      instanceMissShare: runOf[at] ? runOf[at].misses / Math.max(1, runOf[at].requests) : null,
      fleetMissShare: runOf[at]?.peerShare ?? null,
    })),
    (at) => ({ hostNeverServed: isNeverServed(own[at]!), hostLost: lostOf[at]!, steady: !runOf[at] && !lostOf[at] && steps[at]! >= 0 }),
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
  return host !== null && spellings(host).includes(plain(label));
}

const underscored = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '_');
const plain = (text: string) => underscored(text.replace(/:\d+$/, ''));
/** How a label may write a host: without its port, or with it. */
const spellings = (host: string) => [plain(host), underscored(host)];

/** Tells whether a host was never served. True only where the counters name hosts at all: not seen is then not served. */
function servedHosts(set: FleetSet): (sample: RequestSample) => boolean {
  const served = new Map(set.fleets.map(({ proxy, hosts }) => [proxy, new Set([...(hosts?.keys() ?? [])].map(plain))]));
  const known = new Map<string, boolean>();
  return ({ proxy, host }) => {
    const own = served.get(proxy);
    if (host === null || own === undefined || own.size === 0) return false;
    const key = `${proxy}\n${host}`;
    const never = known.get(key) ?? !spellings(host).some((name) => own.has(name));
    known.set(key, never);
    return never;
  };
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
