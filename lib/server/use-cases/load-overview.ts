import 'server-only';
import type { Answer } from '../../domain/answer';
import type { DetectorRun } from '../../domain/detector';
import { type Finding, compareFindings } from '../../domain/findings';
import type { Overview } from '../../domain/overview';
import type { RangeRequest } from '../../domain/requests';
import type { ZoneDetail } from '../../domain/zone-detail';
import { getRuntime } from '../runtime';
import { timed } from '../telemetry/timed';
import { AnswerParts } from './answer';
import { resolveRequest } from './range';
import { runDetector } from './run-detector';

/** What needs eyes now: the findings of all detectors and what the four strips draw. */
export function loadOverview(request: RangeRequest): Promise<Answer<Overview>> {
  return timed('overview', async () => {
    const environment = await getRuntime().environment(request.env);
    const range = await resolveRequest(environment, request);
    const [zones, notFound, rollouts] = await Promise.all([
      runDetector('zone-flapping', environment, range),
      runDetector('not-found-split', environment, range),
      runDetector('rollout-errors', environment, range),
    ]);
    const parts = new AnswerParts();
    for (const answer of [zones, notFound, rollouts]) parts.merge(answer);
    const findings = [zones.data, notFound.data, rollouts.data].flatMap(findingsOf).sort(compareFindings);
    const overview: Overview = {
      findings,
      zones: zones.data,
      notFound: notFound.data,
      rollouts: rollouts.data,
      peakRps: peakRps(zones.data),
      scrapes: zones.scrapes ?? notFound.scrapes ?? rollouts.scrapes,
    };
    const bases = [zones.basis, notFound.basis, rollouts.basis];
    return parts.finish(overview, range, bases.includes('inferred') ? 'inferred' : bases.includes('measured') ? 'measured' : null);
  });
}

/** Findings of a run; none when it could not look. */
export function findingsOf(run: DetectorRun<unknown>): readonly Finding[] {
  return run.kind === 'checked' ? run.findings : [];
}

/** Highest sum over all zones and fleets at one step. */
function peakRps(run: DetectorRun<ZoneDetail>): number | null {
  if (run.kind !== 'checked') return null;
  let peak: number | null = null;
  run.detail.at.forEach((_at, i) => {
    let sum: number | null = null;
    for (const fleet of run.detail.fleets) {
      for (const values of [...Object.values(fleet.rps), ...(fleet.unknownRps ? [fleet.unknownRps] : [])]) {
        const value = values[i] ?? null;
        if (value !== null) sum = (sum ?? 0) + value;
      }
    }
    if (sum !== null && (peak === null || sum > peak)) peak = sum;
  });
  return peak;
}
