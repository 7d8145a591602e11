import 'server-only';
import QuickLRU from 'quick-lru';
import type { Answer } from '../../domain/answer';
import type { HopCell, HopDetail, HopTotal } from '../../domain/hops';
import type { RangeRequest } from '../../domain/requests';
import type { ResolvedRange } from '../../domain/time-range';
import type { Trace } from '../../domain/traces';
import { type EpochMs, epochMs } from '../../domain/units';
import type { SignalName } from '../../domain/signals';
import type { Environment } from '../environments/types';
import { compareWithCounters, disagreementNotes } from '../hops/agreement';
import { lookAtBaseline } from '../hops/baseline';
import { YOUNG_MS, collectRequests } from '../hops/collect';
import { type HopCounts, makeCounts } from '../hops/counts';
import { type DeskLimits, deskLimits, makeDesk, recordedLimits } from '../hops/desk';
import { type SamplingRate, profileRowsOf, profilesOf } from '../hops/environment-profiles';
import { hopNotes, outsideNote } from '../hops/notes';
import { makeExamples } from '../hops/examples';
import { type WeighedStretch, toParts, toShares } from '../hops/parts';
import { type Piece, type PlannedCell, type PlannedStratum, countStrata, planStrata } from '../hops/plan';
import { loadSpanMetrics, withSampling } from '../hops/span-metrics';
import { cutStretches, placeOf, stretchesFor } from '../hops/stretches';
import { type JudgedRequest, judgeRequests } from '../hops/verdicts';
import { getRuntime } from '../runtime';
import { inSpan } from '../telemetry/spans';
import { timed } from '../telemetry/timed';
import { AnswerParts } from './answer';
import { isHeld, resolveRequest } from './range';
import { loadSignals } from './run-detector';

/** Which hop answered and which caused 404, 502, 503 and 504 over a range. What a failing source left out is in `failures`. */
export function loadHops(request: RangeRequest): Promise<Answer<HopDetail>> {
  return timed('hops', async () => {
    const environment = await getRuntime().environment(request.env);
    return answerHops(environment, await resolveRequest(environment, request));
  });
}

/** Answers within a moment are one answer: each costs the trace source up to a hundred searches. Without their traces, which are large. */
const recent = new WeakMap<Environment, QuickLRU<string, Promise<Answer<HopDetail>>>>();

/** The same for a resolved range. One that failed in part is not kept. */
export function answerHops(environment: Environment, range: ResolvedRange, limits?: DeskLimits): Promise<Answer<HopDetail>> {
  const kept = recent.get(environment) ?? new QuickLRU<string, Promise<Answer<HopDetail>>>({ maxSize: 8, maxAge: environment.info.kind === 'live' ? 15_000 : 600_000 });
  recent.set(environment, kept);
  const key = `${range.from} ${range.to} ${range.stepMs}`;
  const known = kept.get(key);
  if (known) return known;
  const started = searchHops(environment, range, limits).then(({ answer }) => answer);
  kept.set(key, started);
  const forget = () => void kept.delete(key);
  void started.then(({ failures }) => failures.length > 0 && forget(), forget);
  return started;
}

/** The answer with the traces that it rests on, which recordings keep. Asked anew each time. */
export interface SearchedHops {
  readonly answer: Answer<HopDetail>;
  readonly traces: readonly Trace[];
}

/** Asks the sources, without a look at what was answered a moment ago. */
export function searchHops(environment: Environment, range: ResolvedRange, limits: DeskLimits = environment.info.kind === 'recording' ? recordedLimits : deskLimits): Promise<SearchedHops> {
  return inSpan('hops', { 'weir.env': environment.info.name }, () => search(environment, range, limits));
}

const signalsOfHops: readonly SignalName[] = ['instance-requests', 'not-found', 'gateway-errors', 'gateway-responders'];

async function search(environment: Environment, range: ResolvedRange, limits: DeskLimits): Promise<SearchedHops> {
  const parts = new AnswerParts();
  const [loaded, cut, scrapeMs] = await Promise.all([loadSignals(environment, signalsOfHops, range, parts), loadSpanMetrics(environment, range, parts), environment.scrapeMs()]);
  const held = isHeld(environment, range);
  // Outside a recording a counter without series is not one that counted nothing.
  const frameOf = (signal: SignalName) => (held ? (loaded.get(signal)?.frame ?? null) : null);
  const counts = makeCounts({ requests: frameOf('instance-requests'), notFound: frameOf('not-found'), errors: frameOf('gateway-errors'), responders: frameOf('gateway-responders') });
  const edges = cutStretches(range, stretchesFor(countStrata(environment, range, counts), limits.mostSearches));
  const strata = planStrata(environment, edges, counts);
  const lateMs = scrapeMs + 5_000;
  const looked = await look(environment, { range, strata, counts, edges, lateMs, limits }, parts);
  const pieces = new Map(strata.map((stratum) => [stratum, place(stratum, looked.judged.get(stratum) ?? [], lateMs)]));
  const totals = strata.map((stratum) => toTotal(stratum, pieces.get(stratum)!, looked.rates, range));
  const agreement = strata.flatMap((stratum) =>
    stratum.service === null ? [] : compareWithCounters({ ...stratum, service: stratum.service, from: range.from, to: range.to, stretches: stretchesOf(pieces.get(stratum)!) }, counts),
  );
  const report = { ...looked.search, traced: looked.traced, ...(environment.info.kind === 'recording' ? { recorded: true } : {}), budgetMs: limits.budgetMs, sampling: looked.rates };
  const rateOf = (proxy: string) => looked.rates.find((rate) => rate.proxy === proxy)?.rate ?? null;
  const counted = environment.services.map(({ proxy, service }) => ({ service, rate: rateOf(proxy), requests: (status: number) => counts.failed(proxy, status, range.from, range.to) }));
  const detail: HopDetail = {
    edges,
    cells: strata.flatMap((stratum) => stratum.cells.map((cell) => toCell(cell, pieces.get(stratum)!, environment.clock()))),
    totals, agreement,
    search: report,
    spanMetrics: withSampling(cut, counted),
    profiles: profileRowsOf(environment),
  };
  if (!held) parts.addTrust([outsideNote(environment.wholeRange!)]);
  parts.addTrust([...hopNotes({ totals, search: report, partial: looked.traces.filter(({ partial }) => partial).length, recorded: environment.info.kind === 'recording', unsearchedFrom: looked.unsearchedFrom }), ...disagreementNotes(agreement)]);
  return { answer: parts.finish(detail, range, totals.some(({ lookedAt }) => lookedAt > 0) ? 'inferred' : null), traces: looked.traces };
}

interface LookInput {
  readonly range: ResolvedRange;
  readonly strata: readonly PlannedStratum[];
  readonly counts: HopCounts;
  readonly edges: HopDetail['edges'];
  readonly lateMs: number;
  readonly limits: DeskLimits;
}

interface LookResult {
  readonly judged: ReadonlyMap<PlannedStratum, readonly JudgedRequest[]>;
  readonly rates: readonly SamplingRate[];
  readonly traces: readonly Trace[];
  readonly search: { readonly searches: number; readonly skipped: number; readonly failed: number; readonly young: boolean; readonly reread: number };
  readonly traced: boolean;
  readonly unsearchedFrom: EpochMs | null;
}

/** Everything that is asked of the trace source, and the verdicts on what it gave. */
async function look(environment: Environment, { range, strata, counts, edges, lateMs, limits }: LookInput, parts: AnswerParts): Promise<LookResult> {
  const source = environment.traces;
  if (!source || environment.services.length === 0 || !isHeld(environment, range)) return { judged: new Map(), rates: [], traces: [], search: { searches: 0, skipped: 0, failed: 0, young: false, reread: 0 }, traced: source !== null, unsearchedFrom: null };
  const desk = makeDesk(source, parts, limits);
  const clock = () => environment.clock();
  const [baseline, { found, reread, unplanned, unsearchedFrom }] = await Promise.all([
    lookAtBaseline(environment, desk, counts, { from: range.from, to: range.to, edges }),
    collectRequests(strata, { desk, counts, stepMs: range.stepMs, lateMs, clock }),
  ]);
  const judging = { services: environment.services, profiles: profilesOf(environment), counts, now: clock() };
  const judged = new Map([...found].map(([stratum, requests]) => [stratum, judgeRequests(requests, judging)]));
  const traces = new Map([...baseline.traces, ...[...found.values()].flat().map(({ trace }) => trace)].map((trace) => [trace.traceId, trace]));
  const sent = desk.sent();
  const young = strata.some(({ cells }) => cells.some(({ search, to }) => search === 'searched' && to > clock() - YOUNG_MS));
  return { judged, rates: baseline.rates, traces: [...traces.values()], search: { ...sent, skipped: sent.skipped + unplanned, young, reread }, traced: true, unsearchedFrom };
}

interface PlacedPiece extends Piece {
  readonly cell: PlannedCell;
  readonly judged: JudgedRequest[];
}

function place({ cells }: PlannedStratum, judged: readonly JudgedRequest[], lateMs: number): PlacedPiece[] {
  const pieces = cells.flatMap((cell) => cell.pieces.map((piece): PlacedPiece => ({ ...piece, cell, judged: [] })));
  for (const each of judged) pieces[placeOf(pieces, each.request.at, { lateMs, earlyMs: 5_000 })]?.judged.push(each);
  return pieces;
}

/** A piece that was not searched itself was, as a part of its cell. */
function stretchesOf(pieces: readonly PlacedPiece[]): WeighedStretch[] {
  return pieces.map(({ requests, cell, judged, from, to }) => ({ requests, ms: to - from, searched: cell.search === 'searched' || cell.search === 'quiet', verdicts: judged.map(({ verdict }) => verdict) }));
}

function toCell(cell: PlannedCell, pieces: readonly PlacedPiece[], now: EpochMs): HopCell {
  const own = pieces.filter((piece) => piece.cell === cell);
  const verdicts = own.flatMap(({ judged }) => judged.map(({ verdict }) => verdict));
  const { proxy, status, requests, search, truncated } = cell;
  return { from: epochMs(cell.from), to: epochMs(cell.to), proxy, status, requests, lookedAt: verdicts.length, search, truncated, young: cell.to > now - YOUNG_MS, parts: toParts(stretchesOf(own)) };
}

function toTotal({ proxy, service, status, requests, cells }: PlannedStratum, pieces: readonly PlacedPiece[], rates: readonly SamplingRate[], { from, to }: ResolvedRange): HopTotal {
  const rate = rates.find((each) => each.proxy === proxy)?.rate ?? null;
  const stretches = stretchesOf(pieces);
  return {
    proxy, service, status, requests,
    lookedAt: pieces.reduce((sum, { judged }) => sum + judged.length, 0),
    expectedTraces: rate === null || requests === null ? null : rate * requests,
    truncated: cells.some(({ truncated }) => truncated),
    parts: toParts(stretches, { keepUnknown: true, examplesOf: makeExamples(pieces.flatMap(({ judged }) => judged)) }),
    answered: toShares(stretches),
    stratum: { label: `answers with ${status}, ${proxy}`, from, to, status, proxy, instance: null, zone: null, host: null },
  };
}
