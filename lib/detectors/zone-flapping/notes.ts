import type { TrustNote } from '../../domain/trust';
import type { FleetAnalysis } from './analyse';
import type { ZoneParams } from './params';
import type { ZoneTraffic } from './shares';

/** Limits of the data behind a fleet's verdict. A clean window has none. */
export function fleetNotes(traffic: ZoneTraffic, analysis: FleetAnalysis | null, about: string | null, params: ZoneParams): TrustNote[] {
  return [...gapNotes(traffic, about), ...(analysis ? trafficNotes(analysis, about, params) : [])];
}

function gapNotes(traffic: ZoneTraffic, about: string | null): TrustNote[] {
  const unknown = (i: number) => traffic.rps.some((values, z) => (values[i] ?? null) === null && traffic.readyPods?.[z]?.[i] !== 0);
  // Counters have no value in their first step: that is no gap.
  let first = 0;
  while (first < traffic.length && traffic.rps.every((values) => (values[first] ?? null) === null)) first += 1;
  let missing = 0;
  for (let i = first; i < traffic.length; i += 1) if (unknown(i)) missing += 1;
  if (missing === 0) return [];
  const part = Math.max(1, Math.round((missing / Math.max(1, traffic.length - first)) * 100));
  return [{
    code: 'scrape-gap', about,
    effect: `${missing} steps (${part} %) have no value for at least one zone. They count as not known, not as a flip; a flip inside them is dated to their end.`,
    mend: 'Check the scrapes of the proxies: up, scrape_duration_seconds and the sample limit.',
  }];
}

function trafficNotes(analysis: FleetAnalysis, about: string | null, params: ZoneParams): TrustNote[] {
  if (analysis.visibleDistance <= params.leastDistance * 2) return [];
  return [{
    code: 'low-traffic', about,
    effect: `So few requests (or so uneven ones) fall into a step that short moves below a distance of ${analysis.visibleDistance.toFixed(2)} cannot be told from chance. They are not reported.`,
    mend: 'Use a longer step or range.',
  }];
}
