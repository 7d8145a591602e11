import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '@/lib/domain/answer';
import type { EnvironmentInfo } from '@/lib/domain/capability';
import type { DetectorRun } from '@/lib/domain/detector';
import type { Finding } from '@/lib/domain/findings';
import { formatHopMatch } from '@/lib/domain/hop-filter';
import type { HopDetail } from '@/lib/domain/hops';
import type { NotFoundChangesRun } from '@/lib/domain/not-found-changes';
import type { NotFoundDetail } from '@/lib/domain/not-found-detail';
import type { Overview } from '@/lib/domain/overview';
import type { CapabilitiesAnswer, PasteAnswer, RangeRequest, RecordingInfo, TraceAnswer, TracesAnswer, TracesRequest } from '@/lib/domain/requests';
import type { RolloutDetail } from '@/lib/domain/rollout-detail';
import type { TraceCompareAnswer } from '@/lib/domain/trace-compare';
import type { Span } from '@/lib/domain/traces';
import type { ZoneDetail } from '@/lib/domain/zone-detail';
import type { CompareTarget } from '@/lib/url/links';
import { apiPath, fetchAnswer, postAnswer } from './fetch-answer';

/** Detail of each detector, by its id. */
export interface DetectorDetails {
  'zone-flapping': ZoneDetail;
  'not-found-split': NotFoundDetail;
  'rollout-errors': RolloutDetail;
}
export type DetectorId = keyof DetectorDetails;

const rangeParams = (request: RangeRequest) => ({ env: request.env, from: request.from, to: request.to, maxPoints: request.maxPoints });

/*
 * One function per question. Keys hold the question as it was put (relative times stay relative), so that server and
 * browser agree on them; a server page overrides `queryFn` with its use case.
 */

/** The overview of a range. */
export function overviewQuery(request: RangeRequest) {
  return queryOptions({
    queryKey: ['overview', request] as const,
    queryFn: ({ signal }): Promise<Answer<Overview>> => fetchAnswer<Overview>(apiPath('overview', rangeParams(request)), signal),
  });
}

/** One detector's run with its detail. */
export function detectorQuery<Id extends DetectorId>(id: Id, request: RangeRequest) {
  return queryOptions({
    queryKey: ['detector', id, request] as const,
    queryFn: ({ signal }): Promise<Answer<DetectorRun<DetectorDetails[Id]>>> =>
      fetchAnswer<DetectorRun<DetectorDetails[Id]>>(apiPath(`detectors/${id}`, rangeParams(request)), signal),
  });
}

/** The zones; with a moment also what was before it against what was after. Without one it is the same question as `detectorQuery`. */
export function zonesQuery(request: RangeRequest, moment: string | null) {
  return queryOptions({
    queryKey: moment === null ? (['detector', 'zone-flapping', request] as const) : (['detector', 'zone-flapping', request, moment] as const),
    queryFn: ({ signal }): Promise<Answer<DetectorRun<ZoneDetail>>> =>
      fetchAnswer<DetectorRun<ZoneDetail>>(apiPath('detectors/zone-flapping', { ...rangeParams(request), moment }), signal),
  });
}

/** The rollouts; with a moment also those before it against those after. Without one it is the same question as `detectorQuery`. */
export function rolloutsQuery(request: RangeRequest, moment: string | null) {
  return queryOptions({
    queryKey: moment === null ? (['detector', 'rollout-errors', request] as const) : (['detector', 'rollout-errors', request, moment] as const),
    queryFn: ({ signal }): Promise<Answer<DetectorRun<RolloutDetail>>> =>
      fetchAnswer<DetectorRun<RolloutDetail>>(apiPath('detectors/rollout-errors', { ...rangeParams(request), moment }), signal),
  });
}

/** What changed in the 404s against an earlier window; null: the one directly before. Asked once, and again only on demand: it reads a second window. */
export function changesQuery(request: RangeRequest, against: string | null) {
  return queryOptions({
    queryKey: ['not-found-changes', request, against] as const,
    queryFn: ({ signal }): Promise<Answer<NotFoundChangesRun>> =>
      fetchAnswer<NotFoundChangesRun>(apiPath('not-found/changes', { ...rangeParams(request), against }), signal),
    staleTime: 300_000,
  });
}

/** Findings of all detectors in a range. */
export function findingsQuery(request: RangeRequest) {
  return queryOptions({
    queryKey: ['findings', request] as const,
    queryFn: ({ signal }): Promise<Answer<readonly Finding[]>> => fetchAnswer<readonly Finding[]>(apiPath('findings', rangeParams(request)), signal),
  });
}

/** Which hop answered and which caused 404, 502, 503 and 504. */
export function hopsQuery(request: RangeRequest) {
  return queryOptions({
    queryKey: ['hops', request] as const,
    queryFn: ({ signal }): Promise<Answer<HopDetail>> => fetchAnswer<HopDetail>(apiPath('hops', rangeParams(request)), signal),
  });
}

/** Traces behind a finding or a point of a chart, grouped. */
export function tracesQuery(request: TracesRequest) {
  const { finding, status, proxy, instance, zone, host, answeredBy, causedBy, mechanism } = request;
  return queryOptions({
    queryKey: ['traces', request] as const,
    queryFn: ({ signal }): Promise<Answer<TracesAnswer>> =>
      fetchAnswer<TracesAnswer>(apiPath('traces', { ...rangeParams(request), finding, status, proxy, instance, zone, host, answeredBy: answeredBy ? formatHopMatch(answeredBy) : null, causedBy: causedBy ? formatHopMatch(causedBy) : null, mechanism: mechanism ?? null }), signal),
  });
}

/** One trace with its verdict; a large one lean, as the page needs it. */
export function traceQuery(env: string | null, traceId: string, at: number | null) {
  return queryOptions({
    queryKey: ['trace', env, traceId, at] as const,
    queryFn: ({ signal }): Promise<Answer<TraceAnswer>> =>
      fetchAnswer<TraceAnswer>(apiPath(`traces/${encodeURIComponent(traceId)}`, { env, at, lean: 1 }), signal),
    staleTime: 60_000,
  });
}

/** Address of one trace as JSON, whole; `weir attribute` reads it. */
export function traceJsonPath(env: string | null, traceId: string, at: number | null): string {
  return apiPath(`traces/${encodeURIComponent(traceId)}`, { env, at });
}

/** One span of a large trace with all that it says. */
export function spanQuery(env: string | null, traceId: string, at: number | null, spanId: string) {
  return queryOptions({
    queryKey: ['span', env, traceId, at, spanId] as const,
    queryFn: async ({ signal }): Promise<Span> => (await fetchAnswer<Span>(apiPath(`traces/${encodeURIComponent(traceId)}/spans/${encodeURIComponent(spanId)}`, { env, at }), signal)).data,
    staleTime: 300_000,
  });
}

/** A failed trace beside a good one; `b` null: one is looked for. */
export function compareQuery({ env, a, b, at, bAt }: CompareTarget) {
  return queryOptions({
    queryKey: ['trace-compare', env, a, b, at, bAt] as const,
    queryFn: ({ signal }): Promise<Answer<TraceCompareAnswer>> => fetchAnswer<TraceCompareAnswer>(apiPath('traces/compare', { env, a, b, at, bAt }), signal),
    staleTime: 300_000,
  });
}

/** Sends a pasted text or a dropped file to be judged. Throws ApiError. */
export function judgeText(env: string | null, text: string | Blob, signal?: AbortSignal): Promise<Answer<PasteAnswer>> {
  return postAnswer<PasteAnswer>(apiPath('traces/judge', { env }), text, signal);
}

/** Environments that can be chosen. */
export function environmentsQuery() {
  return queryOptions({
    queryKey: ['environments'] as const,
    queryFn: async ({ signal }): Promise<readonly EnvironmentInfo[]> => (await fetchAnswer<readonly EnvironmentInfo[]>(apiPath('environments'), signal)).data,
    staleTime: 60_000,
  });
}

/** Sources and capability matrix of one environment. */
export function capabilitiesQuery(env: string | null) {
  return queryOptions({
    queryKey: ['capabilities', env] as const,
    queryFn: ({ signal }): Promise<Answer<CapabilitiesAnswer>> => fetchAnswer<CapabilitiesAnswer>(apiPath('capabilities', { env }), signal),
    staleTime: 30_000,
  });
}

/** Recordings that Weir knows. */
export function recordingsQuery() {
  return queryOptions({
    queryKey: ['recordings'] as const,
    queryFn: async ({ signal }): Promise<readonly RecordingInfo[]> => (await fetchAnswer<readonly RecordingInfo[]>(apiPath('recordings'), signal)).data,
  });
}
