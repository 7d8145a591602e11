import type { SeriesFrame } from '../../domain/series';
import type { TrustNote } from '../../domain/trust';
import type { FleetAnalysis } from './analyse';
import type { ZoneParams } from './params';
import { isSearchedCoarsely } from './segments';
import type { ZoneTraffic } from './shares';

/** Limits of the data behind a fleet's verdict. A clean window has none. */
export function fleetNotes(traffic: ZoneTraffic, analysis: FleetAnalysis | null, about: string | null, params: ZoneParams): TrustNote[] {
  return [...gapNotes(traffic, about), ...(analysis ? [...lengthNotes(analysis, about), ...trafficNotes(analysis, about, params)] : [])];
}

function gapNotes(traffic: ZoneTraffic, about: string | null): TrustNote[] {
  const unknown = (i: number) => {
    for (let z = 0; z < traffic.zones.length; z += 1) {
      if ((traffic.rps[z]![i] ?? null) === null && traffic.readyPods?.[z]?.[i] !== 0) return true;
    }
    return false;
  };
  const { first, end } = insideEnds(traffic.length, unknown);
  let missing = 0;
  for (let i = first; i < end; i += 1) if (unknown(i)) missing += 1;
  if (missing === 0) return [];
  const part = Math.max(1, Math.round((missing / Math.max(1, end - first)) * 100));
  return [{
    code: 'scrape-gap', about,
    effect: `${missing} steps (${part} %) have no value for at least one zone. They count as not known, not as a flip; a flip inside them is dated to their end.`,
    mend: 'Check the scrapes of the proxies: up, scrape_duration_seconds and the sample limit.',
  }];
}

/** Steps that the ends of a range cost without a fault: a rate must fill its window, the last scrape may be on its way. */
const FIRST_STEPS = 4;
const LAST_STEPS = 2;

function insideEnds(length: number, unknown: (i: number) => boolean): { first: number; end: number } {
  let first = 0;
  while (first < length && first < FIRST_STEPS && unknown(first)) first += 1;
  let end = length;
  while (end > first && length - end < LAST_STEPS && unknown(end - 1)) end -= 1;
  return { first, end };
}

function lengthNotes({ steps }: FleetAnalysis, about: string | null): TrustNote[] {
  if (!isSearchedCoarsely(steps.index.length)) return [];
  return [{
    code: 'long-range', about,
    effect: `The range has ${steps.index.length} steps. So many are searched with fewer open positions: a small, lasting change may be dated late or missed.`,
    mend: 'Use a longer step or a shorter range.',
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

/** kube-state-metrics 2.14.0 to 2.19.1 write the value of `terminating` into the label `serving` of endpoints (reference skipper-zones 4.7). */
export function collectorNotes(versions: SeriesFrame | undefined): TrustNote[] {
  const faulty = [...new Set((versions?.series ?? []).filter(({ values }) => values.some((value) => value !== null)).map(({ labels }) => labels.version ?? ''))].filter(hasLabelFault).sort();
  if (faulty.length === 0) return [];
  return [{
    code: 'known-label-fault', about: 'kube-state-metrics',
    effect: `Version ${faulty.join(', ')} swaps the labels serving and terminating of endpoints. Figures here use only the label ready, which is right; other dashboards may not.`,
    mend: 'Update kube-state-metrics to 2.20.0 or later.',
  }];
}

function hasLabelFault(version: string): boolean {
  const match = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version);
  if (!match) return false;
  const number = Number(match[1]) * 1e6 + Number(match[2]) * 1e3 + Number(match[3]);
  return number >= 2_014_000 && number <= 2_019_001;
}
