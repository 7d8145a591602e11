import { type DetectorId, detectorIds, isDetectorId } from '../../detectors';
import type { Answer } from '../../domain/answer';
import type { CapabilitiesAnswer } from '../../domain/requests';
import { loadFindings } from '../../server/use-cases/load-findings';
import { loadCapabilities } from '../../server/use-cases/load-capabilities';
import { comparisonMarkdown } from '../../present/zone-compare';
import { loadZones } from '../../server/use-cases/load-detector';
import { toEnvelope } from '../../server/api/envelope';
import { type Io, UnansweredError, UsageError, writeJson } from '../io';
import { capabilitiesText, findingsMarkdown } from '../text';

export interface AnalyzeOptions {
  readonly from: string;
  readonly to: string;
  readonly env?: string;
  readonly detector?: readonly string[];
  readonly format: string;
}

/** `weir check`: sources and capability matrix. Fails with 1 when a source is down. */
export async function check(io: Io, options: { readonly env?: string; readonly format: string }): Promise<void> {
  const answer: Answer<CapabilitiesAnswer> = await loadCapabilities(options.env ?? null);
  if (options.format === 'text') io.output.write(capabilitiesText(answer.data));
  else writeJson(io, answer.data);
  const failed = answer.data.sources.filter(({ state }) => state === 'failed');
  if (failed.length > 0) throw new UnansweredError(failed.map(({ source, detail }) => `${source}: ${detail}`).join('\n'));
}

/** `weir analyze`: findings of a range. Fails with 1 when a detector could not look because a source failed. */
export async function analyze(io: Io, options: AnalyzeOptions): Promise<void> {
  const answer = await loadFindings({ env: options.env ?? null, from: options.from, to: options.to, maxPoints: null, kind: null, detectors: detectorsOf(options.detector) });
  if (options.format === 'md') io.output.write(findingsMarkdown(answer));
  else writeJson(io, toEnvelope(answer));
  if (answer.failures.length > 0) throw new UnansweredError(failureLines(answer).join('\n'));
}

function detectorsOf(asked: readonly string[] | undefined): DetectorId[] | null {
  if (!asked || asked.length === 0) return null;
  return asked.map((id) => {
    if (!isDetectorId(id)) throw new UsageError(`--detector: expected ${detectorIds.join(', ')}, got "${id}"`);
    return id;
  });
}

export interface CompareOptions {
  readonly from: string;
  readonly to: string;
  readonly moment: string;
  readonly env?: string;
  readonly format: string;
}

/** `weir compare`: the zones before and after a moment. Fails with 1 when the zones could not be looked at. */
export async function compare(io: Io, options: CompareOptions): Promise<void> {
  const answer = await loadZones({ env: options.env ?? null, from: options.from, to: options.to, maxPoints: 5_000 }, options.moment);
  if (answer.data.kind === 'not-checked') throw new UnansweredError([`${answer.data.why}: ${answer.data.mend}`, ...failureLines(answer)].join('\n'));
  const comparisons = answer.data.detail.comparison ?? [];
  if (options.format === 'md') io.output.write(comparisonMarkdown(comparisons, 'UTC'));
  else writeJson(io, toEnvelope({ ...answer, data: comparisons }));
  if (answer.failures.length > 0) throw new UnansweredError(failureLines(answer).join('\n'));
}

const failureLines = ({ failures }: Answer<unknown>) => failures.map(({ source, message }) => `${source}: ${message}`);
