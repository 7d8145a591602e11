import type { ChangeRatio, CountChange, InstanceChange, NotFoundChanges, TargetChange } from '../domain/not-found-changes';
import type { NotFoundClass } from '../domain/not-found-detail';
import { notFoundColor } from './colors';
import { NBSP, formatCount, formatDuration, formatPercent, formatRange, plural } from './format';
import { type ClippedText, clipText } from './hostile-text';
import { type CampaignRow, campaignRow } from './not-found-campaigns';
import { capital, classWords } from './words';
import { zoneName } from './zones';

/** One row of requests before and after. */
export interface ChangeRow {
  readonly key: string;
  readonly label: string;
  readonly colorVar: string | null;
  readonly before: number;
  readonly after: number;
  /** `3.2 times`, `gone`, `new`; null: nothing in either. */
  readonly times: string | null;
  /** `2.9 to 3.5`. */
  readonly interval: string | null;
  readonly beyondChance: boolean;
  /** Why it is not called a change; null: it is, or there is nothing to say. */
  readonly doubt: string | null;
}

export interface TargetChangeRow {
  readonly kind: TargetChange['kind'];
  readonly host: ClippedText | null;
  readonly path: ClippedText | null;
  readonly class: NotFoundClass;
  readonly classLabel: string;
  readonly colorVar: string;
  readonly before: string;
  readonly after: string;
  readonly times: string | null;
}

export interface InstanceChangeRow {
  readonly kind: InstanceChange['kind'];
  readonly words: string;
  readonly name: ClippedText;
  readonly zone: string;
  readonly before: number | null;
  readonly after: number | null;
}

export interface ChangesModel {
  readonly verdict: NotFoundChanges['verdict'];
  readonly title: string;
  /** The windows in words. */
  readonly windows: string;
  readonly text: string | null;
  /** False where there is nothing to set side by side. */
  readonly compared: boolean;
  readonly rows: readonly ChangeRow[];
  readonly fleets: readonly { readonly name: ClippedText; readonly before: number | null; readonly after: number | null }[];
  readonly instances: readonly InstanceChangeRow[];
  /** Null: not looked at in one of the windows. */
  readonly targets: readonly TargetChangeRow[] | null;
  readonly newCampaigns: readonly CampaignRow[];
  readonly goneCampaigns: readonly CampaignRow[];
  readonly caveats: readonly string[];
}

const instanceWords: Readonly<Record<InstanceChange['kind'], string>> = { joined: 'joined', left: 'left', 'misses-more': 'misses more than its fleet', 'misses-less': 'back to its fleet' };

/** A comparison ready to be drawn. */
export function changesModel(changes: NotFoundChanges, zone: string): ChangesModel {
  const { before, after } = changes;
  const compared = changes.verdict === 'changed' || changes.verdict === 'nothing-beyond-chance';
  return {
    verdict: changes.verdict, title: titleOf(changes), text: textOf(changes), compared,
    windows: `${formatRange(after.range.from, after.range.to, zone)} against ${formatRange(before.range.from, before.range.to, zone)} (${zone})`,
    rows: compared ? [
      ...changes.classes.filter((one) => one.before + one.after > 0).map((one) => countRow(one.class, classWords[one.class], notFoundColor(one.class), one)),
      countRow('total', 'all 404', null, changes.total),
    ] : [],
    fleets: changes.fleets.map((one) => ({ name: clipText(one.proxy, 40), before: one.missShareBefore, after: one.missShareAfter })),
    instances: changes.instances.map((one) => ({ kind: one.kind, words: instanceWords[one.kind], name: clipText(one.instance, 48), zone: zoneName(one.zone), before: one.missShareBefore, after: one.missShareAfter })),
    targets: changes.targets?.map(targetRow) ?? null,
    newCampaigns: (changes.campaigns?.new ?? []).map(campaignRow), goneCampaigns: (changes.campaigns?.gone ?? []).map(campaignRow),
    caveats: changes.caveats,
  };
}

function titleOf(changes: NotFoundChanges): string {
  if (changes.verdict === 'no-data-before') return 'No data before';
  if (changes.verdict === 'too-short') return 'Too short to compare';
  if (changes.verdict === 'nothing-beyond-chance') return 'Nothing changed beyond chance';
  const said = [...changes.classes.filter(({ beyondChance }) => beyondChance).sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before)).slice(0, 2).map((one) => `${classWords[one.class]} ${timesText(one) ?? ''}`.trim()), ...listOthers(changes)];
  return capital(said.slice(0, 3).join(', ') || `all 404 ${timesText(changes.total) ?? ''}`.trim());
}

/** `1 new campaign, 2 instances joined, 3 hosts or paths are new`. */
function listOthers({ instances, targets, campaigns }: NotFoundChanges): string[] {
  const of = (kind: InstanceChange['kind']) => instances.filter((one) => one.kind === kind).length;
  const fresh = (targets ?? []).filter(({ kind }) => kind === 'new').length;
  const other = (targets ?? []).length - fresh;
  return [
    ...(of('misses-more') > 0 ? [`${plural(of('misses-more'), 'instance')} ${of('misses-more') === 1 ? 'misses' : 'miss'} more`] : []),
    ...(of('misses-less') > 0 ? [`${plural(of('misses-less'), 'instance')} back to the fleet`] : []),
    ...(fresh > 0 ? [plural(fresh, 'new host or path', 'new hosts or paths')] : []),
    ...((campaigns?.new.length ?? 0) > 0 ? [plural(campaigns!.new.length, 'new campaign')] : []),
    ...(of('joined') > 0 ? [`${plural(of('joined'), 'instance')} joined`] : []),
    ...(of('left') > 0 ? [`${plural(of('left'), 'instance')} left`] : []),
    ...(other > 0 ? [`${plural(other, 'host or path', 'hosts or paths')} grew or gone`] : []),
    ...((campaigns?.gone.length ?? 0) > 0 ? [`${plural(campaigns!.gone.length, 'campaign')} gone`] : []),
  ];
}

function textOf({ verdict, before, after }: NotFoundChanges): string | null {
  if (verdict === 'no-data-before') return 'The 404 counter has no values in the window to compare with: whether something changed cannot be told.';
  if (verdict === 'too-short') return `Known are ${formatDuration(before.knownMs)} before and ${formatDuration(after.knownMs)} now: too few steps to tell a change from chance. A longer range can.`;
  return null;
}

function countRow(key: string, label: string, colorVar: string | null, change: CountChange): ChangeRow {
  return { key, label, colorVar, before: change.before, after: change.after, times: timesText(change), interval: change.ratio && intervalText(change.ratio), beyondChance: change.beyondChance, doubt: doubtOf(change) };
}

/** An interval without 1 is one of many that were looked at: alone it calls no change. */
function doubtOf({ ratio, beyondChance }: CountChange): string | null {
  if (ratio === null || beyondChance) return null;
  return ratio.low <= 1 && (ratio.high ?? Infinity) >= 1 ? 'within chance' : 'too little to call';
}

/** The rate as a multiple of the one before. */
function timesText({ before, after, ratio }: Pick<CountChange, 'before' | 'after' | 'ratio'>): string | null {
  if (ratio === null) return null;
  if (before === 0) return 'new';
  return after === 0 ? 'gone' : `${times(ratio.value!)}${NBSP}times`;
}

function intervalText({ low, high }: ChangeRatio): string {
  return high === null ? `${times(low)} or more` : `${times(low)} to ${times(high)}`;
}

function times(value: number): string {
  if (value > 0 && value < 0.01) return '< 0.01';
  return value >= 10 ? formatCount(Math.round(value)) : String(Number(value.toPrecision(2)));
}

function targetRow(change: TargetChange): TargetChangeRow {
  const about = (requests: number | null, samples: number) => (requests === null ? plural(samples, 'sample') : formatCount(requests));
  return {
    kind: change.kind, host: change.host === null ? null : clipText(change.host, 48), path: change.path === null ? null : clipText(change.path, 72),
    class: change.class, classLabel: classWords[change.class], colorVar: notFoundColor(change.class),
    before: about(change.requestsBefore, change.samplesBefore), after: about(change.requestsAfter, change.samplesAfter),
    times: change.kind === 'grew' && change.ratio?.value ? `${times(change.ratio.value)}${NBSP}times` : null,
  };
}

/** `3.2 % → 9 %`: a share before and after, where both are known. */
export function shareMove(before: number | null, after: number | null): string {
  const write = (share: number | null) => (share === null ? 'not known' : formatPercent(share));
  return `${write(before)} → ${write(after)}`;
}
