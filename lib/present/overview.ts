import type { DetectorRun } from '../domain/detector';
import type { Finding } from '../domain/findings';
import type { Overview } from '../domain/overview';
import type { RolloutDetail } from '../domain/rollout-detail';
import { HOUR, MINUTE } from '../domain/units';
import type { HopRole } from '../domain/verdict';
import type { ChartModel, StripModel } from './chart-model';
import { type FindingView, describeFinding } from './finding';
import { sortedFindings } from './finding-order';
import { formatCompact, formatCount, formatDuration } from './format';
import { ledgerChart } from './not-found';
import { type Panel, panelOf } from './panel';
import { regimeStrip } from './regime-strip';
import { errorsChart, hasErrorsOrRollouts, hopRows } from './rollouts';
import { pickFleet, rpsChart } from './zones';

export interface OverviewOptions {
  /** Range of the answer, for the words of the headline. */
  readonly range: { readonly from: number; readonly to: number };
  /** IANA time zone of the finding times. */
  readonly zone?: string;
  /** The range ends now: "in the last hour" is then true. */
  readonly live?: boolean;
  readonly proxy?: string | null;
}

export interface OverviewModels {
  /** `Three things need eyes in the last 1 h`. */
  readonly headline: string;
  /** Short facts under the headline. */
  readonly facts: readonly string[];
  /** Worst first, then by start. */
  readonly findings: readonly { readonly finding: Finding; readonly view: FindingView }[];
  /** Detectors that could not look, in words; empty when all looked. */
  readonly notChecked: readonly { readonly title: string; readonly why: string; readonly mend: string }[];
  /** The fleet whose traffic is drawn; null when there is none. */
  readonly fleet: string | null;
  readonly rps: Panel<ChartModel>;
  readonly regime: Panel<StripModel>;
  readonly notFound: Panel<ChartModel>;
  readonly errors: Panel<ChartModel>;
  /** Answering hop of the sampled errors; null when no traces were looked at. */
  readonly answered: readonly { readonly role: HopRole; readonly label: string; readonly byStatus: Readonly<Record<string, number>>; readonly samples: number }[] | null;
}

/** Headline, findings and the four strips of the overview. */
export function overviewModels(overview: Overview, options: OverviewOptions): OverviewModels {
  const { zones, notFound, rollouts } = overview;
  return {
    headline: headlineOf(overview, options),
    facts: factsOf(overview),
    findings: sortedFindings(overview.findings).map((finding) => ({ finding, view: describeFinding(finding, options.zone ?? 'UTC', options.live ?? false) })),
    notChecked: notCheckedOf(overview),
    fleet: zones.kind === 'checked' ? (pickFleet(zones.detail, options.proxy ?? null, zones.findings)?.proxy ?? null) : null,
    rps: panelOf(zones, (detail) => {
      const fleet = pickFleet(detail, options.proxy ?? null, findingsOf(zones));
      return fleet && { ...rpsChart(detail, fleet), id: 'overview-rps' };
    }, 'No proxy fleet reported requests in this range.'),
    regime: panelOf(zones, (detail) => regimeStrip(detail, detail.fleets, findingsOf(zones)), 'There was too little traffic to tell spread from concentrated.'),
    notFound: panelOf(notFound, (detail) => (detail.requests > 0 ? { ...ledgerChart(detail), id: 'overview-not-found' } : null), 'No 404 in this range.'),
    errors: panelOf(rollouts, (detail) => (hasErrorsOrRollouts(detail) ? { ...errorsChart(detail), id: 'overview-errors' } : null), 'No gateway error and no rollout in this range.'),
    answered: answeredOf(rollouts.kind === 'checked' ? rollouts.detail : null),
  };
}

/** What a detector found; nothing when it could not look. */
export function findingsOf(run: DetectorRun<unknown>): readonly Finding[] {
  return run.kind === 'checked' ? run.findings : [];
}

const numberWords = ['Nothing', 'One thing', 'Two things', 'Three things', 'Four things', 'Five things', 'Six things', 'Seven things', 'Eight things', 'Nine things'];

const smallNumbers = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** Informational findings never ask for eyes; what could not be checked is said, not passed over. */
function headlineOf(overview: Overview, { range, live }: OverviewOptions): string {
  const count = overview.findings.filter((finding) => finding.severity !== 'info').length;
  const informational = overview.findings.length - count;
  const length = formatDuration(range.to - range.from);
  const one = { [formatDuration(HOUR)]: 'hour', [formatDuration(MINUTE)]: 'minute' }[length];
  const when = live ? `in the last ${one ?? length}` : one ? `in this ${one}` : `in these ${length}`;
  const unchecked = [overview.zones, overview.notFound, overview.rollouts].filter((run) => run.kind === 'not-checked').length;
  if (unchecked === 3) return 'Nothing could be checked';
  const verb = count === 1 || count === 0 ? 'needs' : 'need';
  const rest = count === 0 && unchecked > 0 ? ', as far as could be checked' : '';
  const also = informational === 0 ? '' : `, ${(smallNumbers[informational] ?? String(informational))}${count > 0 ? ' more' : ''} ${informational === 1 ? 'is' : 'are'} for information`;
  return `${numberWords[count] ?? `${count} things`} ${verb} eyes ${when}${also}${rest}`;
}

function factsOf({ peakRps, scrapes }: Overview): string[] {
  return [
    ...(peakRps === null ? [] : [`${formatCompact(peakRps)} requests a second at the peak`]),
    ...(scrapes === null ? [] : [`${formatCount(scrapes.present)} of ${formatCount(scrapes.expected)} scrapes present`]),
  ];
}

function notCheckedOf({ zones, notFound, rollouts }: Overview): OverviewModels['notChecked'] {
  const runs = [['Zones', zones], ['Not found', notFound], ['Rollouts', rollouts]] as const;
  return runs.flatMap(([title, run]) => (run.kind === 'not-checked' ? [{ title, why: run.why, mend: run.mend }] : []));
}

function answeredOf(detail: RolloutDetail | null): OverviewModels['answered'] {
  return detail === null ? null : hopRows(detail);
}
