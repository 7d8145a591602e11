import { type DetectorId, detectorIds, isDetectorId } from '../../detectors';
import type { Answer } from '../../domain/answer';
import type { CapabilitiesAnswer } from '../../domain/requests';
import { loadFindings } from '../../server/use-cases/load-findings';
import { loadCapabilities } from '../../server/use-cases/load-capabilities';
import { rolloutComparisonMarkdown } from '../../present/rollout-compare';
import { comparisonMarkdown } from '../../present/zone-compare';
import { loadRollouts, loadZones } from '../../server/use-cases/load-detector';
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
  readonly detector: string;
  readonly workload?: string;
}

/** `weir compare`: zones, or failed requests per rollout, before and after a moment. Fails with 1 when they could not be looked at. */
export async function compare(io: Io, options: CompareOptions): Promise<void> {
  if (options.detector === 'rollout-errors') return compareRolloutErrors(io, options);
  if (options.detector !== 'zone-flapping') throw new UsageError(`--detector: expected zone-flapping or rollout-errors, got "${options.detector}"`);
  if (options.workload !== undefined) throw new UsageError('--workload: goes with --detector rollout-errors only');
  const answer = await loadZones({ env: options.env ?? null, from: options.from, to: options.to, maxPoints: 5_000 }, options.moment);
  if (answer.data.kind === 'not-checked') throw new UnansweredError([`${answer.data.why}: ${answer.data.mend}`, ...failureLines(answer)].join('\n'));
  const comparisons = answer.data.detail.comparison ?? [];
  if (options.format === 'md') io.output.write(comparisonMarkdown(comparisons, 'UTC'));
  else writeJson(io, toEnvelope({ ...answer, data: comparisons }));
  if (answer.failures.length > 0) throw new UnansweredError(failureLines(answer).join('\n'));
}

async function compareRolloutErrors(io: Io, options: CompareOptions): Promise<void> {
  const answer = await loadRollouts({ env: options.env ?? null, from: options.from, to: options.to, maxPoints: 5_000 }, options.moment);
  if (answer.data.kind === 'not-checked') throw new UnansweredError([`${answer.data.why}: ${answer.data.mend}`, ...failureLines(answer)].join('\n'));
  const all = answer.data.detail.comparison ?? [];
  const comparisons = options.workload === undefined ? all : all.filter(({ workload }) => workload === options.workload);
  if (options.workload !== undefined && comparisons.length === 0) {
    throw new UnansweredError(`no rollout of ${options.workload} in this range; ${all.length > 0 ? `seen: ${all.map(({ workload }) => workload).join(', ')}` : 'none of any workload was seen'}`);
  }
  if (options.format === 'md') io.output.write(rolloutComparisonMarkdown(comparisons, 'UTC'));
  else writeJson(io, toEnvelope({ ...answer, data: comparisons }));
  if (answer.failures.length > 0) throw new UnansweredError(failureLines(answer).join('\n'));
}

const failureLines = ({ failures }: Answer<unknown>) => failures.map(({ source, message }) => `${source}: ${message}`);
