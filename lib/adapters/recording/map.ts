import type { Annotation } from '../../domain/annotation';
import type { QueryRecord } from '../../domain/answer';
import type { Finding } from '../../domain/findings';
import { type SignalName, isSignalName } from '../../domain/signals';
import type { SeriesFrame } from '../../domain/series';
import { stepTimes } from '../../domain/time-range';
import type { Trace } from '../../domain/traces';
import { type TrustCode, type TrustNote, trustCodes } from '../../domain/trust';
import { epochMs, millis } from '../../domain/units';
import { SourceError } from '../../ports/source-error';
import type { SignalAnswer } from '../../ports/signal-source';
import { type Archive, parseJson } from './archive';
import { type SignalFile, annotationsFileSchema, findingsFileSchema, queriesFileSchema, signalFileSchema, traceFileSchema } from './schema';

const TRACES_PER_FILE = 100;

/** Everything a recording freezes. */
export interface RecordingContent {
  readonly signals: readonly SignalAnswer[];
  readonly traces: readonly Trace[];
  readonly findings: readonly Finding[];
  readonly queries: readonly QueryRecord[];
  readonly notes: string;
  /** Null: there was no source of them. */
  readonly annotations?: readonly Annotation[] | null;
}

/** Content to the texts of the files. Links are left out: they point at sources that will be gone, and may name inner hosts. */
export function toFiles(content: RecordingContent): Map<string, string> {
  const files = new Map<string, string>();
  for (const answer of content.signals) files.set(`signals/${answer.signal}.json`, JSON.stringify(toSignalFile(answer)));
  for (let i = 0; i * TRACES_PER_FILE < content.traces.length; i += 1) {
    files.set(`traces/${String(i).padStart(4, '0')}.json`, JSON.stringify(content.traces.slice(i * TRACES_PER_FILE, (i + 1) * TRACES_PER_FILE)));
  }
  files.set('findings.json', JSON.stringify(content.findings, null, 1));
  files.set('queries.json', JSON.stringify(content.queries.map((query) => ({ ...query, link: null })), null, 1));
  files.set('notes.md', content.notes);
  if (content.annotations) files.set('annotations.json', JSON.stringify(content.annotations, null, 1));
  return files;
}

function toSignalFile({ signal, state, reason, mend, trust, frame }: SignalAnswer): SignalFile {
  return {
    signal,
    state,
    reason,
    mend,
    trust: trust.map((note) => ({ ...note })),
    frame: frame && {
      from: frame.at[0] ?? 0,
      stepMs: frame.stepMs,
      count: frame.at.length,
      series: frame.series.map(({ labels, values }) => ({ labels: { ...labels }, values: values.map(shorten) })),
    },
  };
}

/** Seven digits are more than any counter difference or quantile is worth, and halve the file. */
function shorten(value: number | null): number | null {
  return value === null || Number.isInteger(value) ? value : Number(value.toPrecision(7));
}

/** All signals of an archive. Throws SourceError `malformed` naming the file. */
export function mapSignals(archive: Archive): Map<SignalName, SignalAnswer> {
  const signals = new Map<SignalName, SignalAnswer>();
  for (const [path, bytes] of archive.files) {
    if (!path.startsWith('signals/')) continue;
    const parsed = signalFileSchema.safeParse(parseJson(bytes, path));
    if (!parsed.success) throw new SourceError('malformed', `${path} of the recording has an unknown shape`, { cause: parsed.error });
    const { signal, frame, trust, ...rest } = parsed.data;
    if (!isSignalName(signal)) continue;
    signals.set(signal, { signal, ...rest, frame: frame && toFrame(frame, path), queries: [], trust: trust.flatMap(toNote) });
  }
  return signals;
}

function toFrame({ from, stepMs, count, series }: NonNullable<SignalFile['frame']>, path: string): SeriesFrame {
  if (series.some(({ values }) => values.length !== count)) throw new SourceError('malformed', `${path} of the recording has lines of unequal length`);
  const step = millis(stepMs);
  const at = count === 0 ? [] : stepTimes({ from: epochMs(from), to: epochMs(from + (count - 1) * stepMs), stepMs: step });
  return { at, stepMs: step, series };
}

function toNote(note: { code: string; about: string | null; effect: string; mend: string }): TrustNote[] {
  const code = trustCodes.find((known): known is TrustCode => known === note.code);
  return code ? [{ ...note, code }] : [];
}

/** All traces of an archive, oldest file first. */
export function mapTraces(archive: Archive): Trace[] {
  const paths = [...archive.files.keys()].filter((path) => path.startsWith('traces/')).sort();
  return paths.flatMap((path) => {
    const parsed = traceFileSchema.safeParse(parseJson(archive.files.get(path)!, path));
    if (!parsed.success) throw new SourceError('malformed', `${path} of the recording has an unknown shape`, { cause: parsed.error });
    return parsed.data.map((trace) => ({
      ...trace,
      spans: trace.spans.map((span) => ({ ...span, start: epochMs(span.start), events: span.events.map((event) => ({ ...event, at: epochMs(event.at) })) })),
    }));
  });
}

/** The queries that each signal was read with, as they were sent; empty in a recording that does not hold them. */
export function mapQueries(archive: Archive): Map<SignalName, QueryRecord[]> {
  const bySignal = new Map<SignalName, QueryRecord[]>();
  const bytes = archive.files.get('queries.json');
  const parsed = bytes ? queriesFileSchema.safeParse(parseJson(bytes, 'queries.json')) : null;
  for (const { source, purpose, query, range } of parsed?.data ?? []) {
    if (!isSignalName(purpose)) continue;
    const record = { source, purpose, query, range: { from: epochMs(range.from), to: epochMs(range.to), stepMs: millis(range.stepMs) }, link: null };
    bySignal.set(purpose, [...(bySignal.get(purpose) ?? []), record]);
  }
  return bySignal;
}

/** Notes of the range; null when the recording was made without a source of them. Throws SourceError `malformed`. */
export function mapAnnotations(archive: Archive): Annotation[] | null {
  const bytes = archive.files.get('annotations.json');
  if (!bytes) return null;
  const parsed = annotationsFileSchema.safeParse(parseJson(bytes, 'annotations.json'));
  if (!parsed.success) throw new SourceError('malformed', 'annotations.json of the recording has an unknown shape', { cause: parsed.error });
  return parsed.data.map((one) => ({ ...one, at: epochMs(one.at), to: epochMs(one.to) }));
}

/** Kinds of the findings that were found when the recording was made. */
export function mapFindingKinds(archive: Archive): string[] {
  const bytes = archive.files.get('findings.json');
  if (!bytes) return [];
  const parsed = findingsFileSchema.safeParse(parseJson(bytes, 'findings.json'));
  return parsed.success ? [...new Set(parsed.data.map((finding) => finding.kind))].sort() : [];
}
