import type { Annotation } from '../../domain/annotation';
import type { QueryRecord } from '../../domain/answer';
import { type SignalName, signalCatalog } from '../../domain/signals';
import type { Trace } from '../../domain/traces';
import { epochMs, millis } from '../../domain/units';
import type { AnnotationSource } from '../../ports/annotation-source';
import type { SignalAnswer, SignalSource } from '../../ports/signal-source';
import { SourceError } from '../../ports/source-error';
import type { TraceSearch, TraceSource } from '../../ports/trace-source';
import { type Archive, openArchive } from './archive';
import { mapAnnotations, mapFindingKinds, mapQueries, mapSignals, mapTraces } from './map';
import { resampleFrame } from './resample';

/** An opened recording: the same two sources that a live environment has, with nothing behind them. */
export interface OpenedRecording {
  readonly manifest: Archive['manifest'];
  readonly signals: SignalSource;
  readonly traces: TraceSource;
  /** Null: it was made without a source of notes. */
  readonly annotations: AnnotationSource | null;
  readonly findingKinds: readonly string[];
  readonly notes: string;
}

/** Opens a recording. Throws SourceError when it is damaged, too large or too new. */
export function openRecording(bytes: Uint8Array): OpenedRecording {
  const archive = openArchive(bytes);
  const signals = mapSignals(archive);
  const traces = mapTraces(archive);
  const annotations = mapAnnotations(archive);
  return {
    manifest: archive.manifest,
    signals: recordedSignals(signals, mapQueries(archive), archive.manifest),
    traces: recordedTraces(traces),
    annotations: annotations && recordedAnnotations(annotations),
    findingKinds: mapFindingKinds(archive),
    notes: new TextDecoder().decode(archive.files.get('notes.md') ?? new Uint8Array()),
  };
}

function recordedSignals(signals: ReadonlyMap<SignalName, SignalAnswer>, sent: ReadonlyMap<SignalName, readonly QueryRecord[]>, { range }: Archive['manifest']): SignalSource {
  return {
    async load(signal, asked) {
      const recorded = signals.get(signal);
      if (!recorded) {
        return { signal, frame: null, state: 'not-observable', reason: `"${signalCatalog[signal].title}" is not in this recording`, mend: null, queries: [], trust: [] };
      }
      const queries = sent.get(signal);
      if (!recorded.frame) return { ...recorded, queries: queries ?? [] };
      // Older recordings do not say how a signal was read.
      const file = { source: 'recording', purpose: signal, query: `signals/${signal}.json`, range: { from: epochMs(range.from), to: epochMs(range.to), stepMs: millis(range.stepMs) }, link: null };
      return { ...recorded, frame: resampleFrame(signal, recorded.frame, asked), queries: queries ?? [file] };
    },
  };
}

function recordedTraces(traces: readonly Trace[]): TraceSource {
  const byId = new Map(traces.map((trace) => [trace.traceId, trace]));
  return {
    type: 'recording',
    async search(search, signal) {
      if (signal?.aborted) throw new SourceError('aborted', 'the question to the recording was given up');
      const found = traces.filter((trace) => answers(trace, search));
      return { traces: spreadOver(found, search.limit), truncated: found.length > search.limit, queries: [`traces of ${search.service}${search.status === null ? '' : ` with status ${search.status}`} in the recording`] };
    },
    get: async (traceId) => byId.get(traceId.toLowerCase()) ?? null,
    probe: async () => ({
      type: 'recording',
      version: null,
      detail: `${traces.length} traces`,
      services: [...new Set(traces.flatMap((trace) => trace.spans.map((span) => span.service)))].sort(),
    }),
    links: () => [],
  };
}

function recordedAnnotations(annotations: readonly Annotation[]): AnnotationSource {
  return {
    type: 'recording',
    list: async ({ from, to }) => ({ annotations: annotations.filter((one) => one.at <= to && one.to >= from), truncated: false, queries: ['annotations in the recording'] }),
    probe: async () => ({ version: null, detail: `${annotations.length} annotations` }),
  };
}

function answers(trace: Trace, { service, from, to, status, attributes }: TraceSearch): boolean {
  return trace.spans.some((span) => {
    if (span.service !== service || span.kind === 'client' || span.start < from || span.start >= to) return false;
    const code = Number(span.attributes['http.response.status_code'] ?? span.attributes['http.status_code'] ?? NaN);
    if (status !== null && code !== status) return false;
    return Object.entries(attributes).every(([key, text]) => String(span.attributes[key] ?? '') === text);
  });
}

/** A sample that covers the whole list evenly. */
function spreadOver(traces: readonly Trace[], limit: number): Trace[] {
  if (traces.length <= limit) return [...traces];
  return Array.from({ length: limit }, (_, i) => traces[Math.floor((i * traces.length) / limit)]!);
}
