import 'server-only';
import QuickLRU from 'quick-lru';
import { notFoundSplit } from '../../detectors/not-found-split';
import { rolloutErrors } from '../../detectors/rollout-errors';
import { zoneFlapping } from '../../detectors/zone-flapping';
import type { DetectorId } from '../../detectors';
import type { Answer } from '../../domain/answer';
import type { Detector, DetectorRun } from '../../domain/detector';
import type { NotFoundDetail } from '../../domain/not-found-detail';
import type { RolloutDetail } from '../../domain/rollout-detail';
import type { SeriesFrame } from '../../domain/series';
import type { SignalName } from '../../domain/signals';
import type { ResolvedRange } from '../../domain/time-range';
import type { Trace } from '../../domain/traces';
import type { ZoneDetail } from '../../domain/zone-detail';
import type { SignalAnswer } from '../../ports/signal-source';
import type { Environment } from '../environments/types';
import { inSpan } from '../telemetry/spans';
import { AnswerParts } from './answer';
import { loadAnnotations } from './load-annotations';
import { type CountFrames, sampleForDetector } from './sample-traces';

/** What each detector draws. */
export interface DetectorDetails {
  readonly 'zone-flapping': ZoneDetail;
  readonly 'not-found-split': NotFoundDetail;
  readonly 'rollout-errors': RolloutDetail;
}

/** A run with the traces that it looked at: recordings keep them. */
export interface DetectorAnswer<Detail> extends Answer<DetectorRun<Detail>> {
  readonly traces: readonly Trace[];
  readonly scrapes: { readonly present: number; readonly expected: number } | null;
}

type Runner<Id extends DetectorId> = (environment: Environment, range: ResolvedRange) => Promise<DetectorAnswer<DetectorDetails[Id]>>;

const runners: { readonly [Id in DetectorId]: Runner<Id> } = {
  'zone-flapping': (environment, range) => run(zoneFlapping, environment, range),
  'not-found-split': (environment, range) => run(notFoundSplit, environment, range),
  'rollout-errors': (environment, range) => run(rolloutErrors, environment, range),
};

/** Runs of the same question within a moment are one run: pages, strips and trace lists ask for the same. */
const recent = new WeakMap<Environment, QuickLRU<string, Promise<DetectorAnswer<unknown>>>>();

/** Runs a detector over a range: signals, traces, judgement. One that failed is not kept. */
export function runDetector<Id extends DetectorId>(id: Id, environment: Environment, range: ResolvedRange): Promise<DetectorAnswer<DetectorDetails[Id]>> {
  const kept = recent.get(environment) ?? new QuickLRU<string, Promise<DetectorAnswer<unknown>>>({ maxSize: 24, maxAge: environment.info.kind === 'live' ? 5_000 : 600_000 });
  recent.set(environment, kept);
  const key = `${id} ${range.from} ${range.to} ${range.stepMs}`;
  const known = kept.get(key);
  // The key names the detector, so the kept run has its detail.
  if (known) return known as Promise<DetectorAnswer<DetectorDetails[Id]>>;
  const started = runners[id](environment, range);
  kept.set(key, started);
  void started.then(
    (answer) => {
      if (answer.failures.length > 0) kept.delete(key);
    },
    () => kept.delete(key),
  );
  return started;
}

async function run<Params extends object, Detail>(detector: Detector<DetectorId, Params, Detail>, environment: Environment, range: ResolvedRange): Promise<DetectorAnswer<Detail>> {
  return inSpan(`detector ${detector.id}`, { 'weir.env': environment.info.name, 'weir.detector': detector.id }, async () => {
    const parts = new AnswerParts();
    const { required, optional, traces: needs } = detector.needs;
    const [answers, annotations] = await Promise.all([
      loadSignals(environment, [...new Set<SignalName>([...required, ...optional, 'scrape-up'])], range, parts),
      detector.needs.annotations ? loadAnnotations(environment, range, parts) : null,
    ]);
    const missing = required.filter((signal) => !answers.get(signal)?.frame);
    // A detector that cannot look needs no traces: without its counters the search would be as wide as it gets.
    const sample = needs && missing.length === 0 ? await sampleForDetector(environment, needs, range, { purpose: detector.title, counts: countsOf(answers) }, parts) : null;
    const wanted = new Set<SignalName>([...required, ...optional]);
    const result = missing.length > 0 ? notChecked<Detail>(detector.title, missing, answers) : detector.run({
      range,
      now: environment.clock(),
      signals: toFrames(answers, wanted),
      traces: sample,
      annotations,
      params: withOverrides(detector, environment.params[detector.id]),
      dialects: Object.fromEntries(environment.info.proxies.map(({ name, dialect }) => [name, dialect])),
      origins: Object.fromEntries([...answers].map(([signal, { queries, reason, mend }]) => [signal, { queries: [...new Set(queries.map(({ query }) => query))], reason, mend }])),
    });
    if (result.kind === 'checked') parts.addTrust(result.trust);
    const basis = result.kind !== 'checked' ? null : required.some((signal) => answers.get(signal)?.state === 'inferred') ? 'inferred' : 'measured';
    return { ...parts.finish(result, range, basis), traces: sample?.traces ?? [], scrapes: countScrapes(answers.get('scrape-up')?.frame ?? null) };
  });
}

/** Loads signals side by side. One that failed is missing from the map and noted in `parts`. */
export async function loadSignals(environment: Environment, names: readonly SignalName[], range: ResolvedRange, parts: AnswerParts): Promise<Map<SignalName, SignalAnswer>> {
  const answers = new Map<SignalName, SignalAnswer>();
  await Promise.all(
    names.map(async (signal) => {
      try {
        const answer = await environment.signals.load(signal, range);
        answers.set(signal, answer);
        parts.addQueries(answer.queries);
        parts.addTrust(answer.trust);
      } catch (error) {
        parts.addFailure('metrics', error, signal);
      }
    }),
  );
  return answers;
}

/** The counters that say where answers with a status are: searches go only where there is something to find. */
function countsOf(answers: ReadonlyMap<SignalName, SignalAnswer>): CountFrames {
  return { errors: answers.get('gateway-errors')?.frame ?? null, notFound: answers.get('not-found')?.frame ?? null };
}

function toFrames(answers: ReadonlyMap<SignalName, SignalAnswer>, wanted: ReadonlySet<SignalName>): Partial<Record<SignalName, SeriesFrame>> {
  const frames = [...answers].flatMap(([signal, { frame }]) => (frame && wanted.has(signal) ? [[signal, frame] as const] : []));
  return Object.fromEntries(frames);
}

function notChecked<Detail>(title: string, missing: readonly SignalName[], answers: ReadonlyMap<SignalName, SignalAnswer>): DetectorRun<Detail> {
  const failed = missing.filter((signal) => !answers.has(signal));
  const unseen = missing.flatMap((signal) => answers.get(signal) ?? []);
  const why = [
    ...(failed.length > 0 ? [`the metrics source failed for ${failed.join(', ')}`] : []),
    ...new Set(unseen.map(({ signal, reason }) => `${signal}: ${reason}`)),
  ].join('; ');
  const mend = unseen.find((answer) => answer.mend !== null)?.mend ?? (failed.length > 0 ? 'bring the metrics source back, then ask again' : 'see the capabilities of this environment');
  return { kind: 'not-checked', missing, why: `${title}: ${why}`, mend };
}

/** Defaults of the detector with the configured overrides, whose names were checked at start. */
function withOverrides<Params extends object>(detector: { readonly defaults: Params }, overrides: Readonly<Record<string, number>> | undefined): Params {
  return { ...detector.defaults, ...overrides };
}

function countScrapes(up: SeriesFrame | null): { present: number; expected: number } | null {
  if (!up || up.series.length === 0) return null;
  let present = 0;
  let expected = 0;
  for (const { values } of up.series) {
    const from = values.findIndex((value) => value !== null);
    const to = values.findLastIndex((value) => value !== null);
    if (from < 0) continue;
    expected += to - from + 1;
    present += values.slice(from, to + 1).filter((value) => value === 1).length;
  }
  return { present, expected };
}
