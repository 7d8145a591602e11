import type { Finding, FindingOf } from '../domain/findings';
import type { Observed, PodEvent, Remedy, SeenCount, SeenDetail, SeenRollout, Suspect } from './rollout-extras';
import { gatewayColor } from './colors';
import { formatCount, plural } from './format';
import { clipText } from './hostile-text';
import { hopLabel, imageText, type TimelineModel, timeline } from './rollouts';
import { rolloutOf } from './rollout-list';
import { type Link, headlineText, linkOf, linkWords, patternSentence, sourcesText, stateText, stateTone, underHeadline } from './rollout-words';

/** Counts of one kind over the time of the rollout: a code, or the near misses. */
export interface ErrorLane {
  readonly key: string;
  readonly label: string;
  /** Total in the window, and who answered. */
  readonly note: string;
  readonly colorVar: string;
  readonly marks: readonly { readonly from: number; readonly to: number; readonly count: number }[];
}

export interface RolloutPageModel {
  readonly workload: string;
  readonly rollout: SeenRollout;
  readonly count: SeenCount;
  readonly headline: string;
  readonly under: string;
  readonly link: Link;
  readonly linkWords: string;
  readonly image: string | null;
  readonly state: string;
  readonly stateTone: 'warn' | 'info' | 'neutral';
  readonly sources: string;
  readonly pods: TimelineModel;
  readonly lanes: readonly ErrorLane[];
  /** Highest count of one step, for the height of the marks. */
  readonly top: number;
  readonly stepMs: number;
  /** Events within the drawing; null: not looked at. */
  readonly events: readonly PodEvent[] | null;
  readonly others: readonly { readonly workload: string; readonly at: number; readonly label: string; readonly relation: string }[];
  readonly suspects: readonly Suspect[] | null;
  readonly pattern: string;
  readonly observed: readonly Observed[] | null;
  readonly remedies: readonly Remedy[] | null;
  /** What the finding advises in words: shown where no ready remedy came. */
  readonly advice: readonly string[];
  readonly finding: FindingOf<'rollout-errors'> | null;
  /** Status that most of the errors had; null: none. */
  readonly topStatus: number | null;
}

/** A start may move by a step or two when the range, and with it the step, changes. */
const NEAR_STEPS = 2;
const LEAST_NEAR_MS = 60_000;

/** The rollout of a workload that began at a time, or nearest to it within two steps (at least a minute); null: none. */
export function findRollout(detail: SeenDetail, workload: string, at: number): { readonly rollout: SeenRollout; readonly count: SeenCount } | null {
  const near = (from: number) => Math.abs(from - at);
  const own = detail.perRollout.filter((count) => count.workload === workload && near(count.from) <= Math.max(LEAST_NEAR_MS, NEAR_STEPS * detail.stepMs));
  const [count] = [...own].sort((a, b) => near(a.from) - near(b.from));
  const rollout = count ? rolloutOf(count, detail) : null;
  return count && rollout ? { rollout, count } : null;
}

/** All that the page of one rollout shows; null where the range holds no such rollout. */
export function rolloutPage(detail: SeenDetail, findings: readonly Finding[], workload: string, at: number): RolloutPageModel | null {
  const found = findRollout(detail, workload, at);
  if (!found) return null;
  const { rollout, count } = found;
  const finding = findingOf(findings, rollout);
  const [image, pods, link] = [imageText(rollout), timeline(rollout), linkOf(count)];
  const lanes = lanesOf(detail, count, pods);
  return {
    workload: clipText(rollout.workload, 60).text, rollout, count, image, pods, lanes, link, linkWords: linkWords[link], finding, stepMs: detail.stepMs,
    headline: headlineText(rollout.workload, image, count), under: underHeadline(count),
    state: stateText(rollout), stateTone: stateTone(rollout), sources: sourcesText(rollout),
    top: Math.max(1, ...lanes.flatMap(({ marks }) => marks.map((mark) => mark.count))),
    events: detail.events?.filter((event) => event.at >= pods.from && event.at <= pods.to) ?? null,
    ...suspectsOf(detail, rollout, count), observed: count.observed ?? null, remedies: count.remedies ?? null, advice: finding?.advice ?? [],
    pattern: count.failed === 0 ? 'No request failed, so there is no pattern.' : patternSentence(count.pattern === undefined ? finding?.data.pattern : count.pattern),
    topStatus: topStatus(count),
  };
}

/** The finding about this rollout: same workload, overlapping in time. */
function findingOf(findings: readonly Finding[], rollout: SeenRollout): FindingOf<'rollout-errors'> | null {
  return findings.find((one): one is FindingOf<'rollout-errors'> => one.kind === 'rollout-errors' && one.data.workload === rollout.workload && one.from <= rollout.to && one.to >= rollout.from) ?? null;
}

/** This rollout has a row of its own; another that was tested as a suspect is named once, with its p. */
function suspectsOf(detail: SeenDetail, rollout: SeenRollout, { suspects }: SeenCount): Pick<RolloutPageModel, 'others' | 'suspects'> {
  const tested = suspects?.filter(({ kind, workload }) => kind !== 'rollout' || workload !== rollout.workload) ?? null;
  const named = new Set((tested ?? []).filter(({ kind }) => kind === 'rollout').map(({ workload }) => workload));
  return { suspects: tested, others: othersOf(detail, rollout).filter(({ workload }) => !named.has(workload)) };
}

/** Other rollouts that overlap this one: each is a suspect too. */
function othersOf(detail: SeenDetail, rollout: SeenRollout): RolloutPageModel['others'] {
  return detail.rollouts
    .filter((one) => one !== rollout && one.from <= rollout.to && one.to >= rollout.from)
    .map((one) => ({ workload: one.workload, at: one.from, label: clipText(one.workload, 60).text, relation: one.workload === rollout.workload ? 'another rollout of the same workload' : 'rolling out at the same time' }));
}

/** Errors by code and the near misses, per step, on the axis of the pods. */
function lanesOf(detail: SeenDetail, count: SeenCount, { from, to }: TimelineModel): readonly ErrorLane[] {
  const marksOf = (values: readonly (number | null)[]) => detail.at.flatMap((at, i) => {
    const value = values[i] ?? 0;
    return value > 0 && at > from && at - detail.stepMs < to ? [{ from: Math.max(from, at - detail.stepMs), to: Math.min(to, at), count: value }] : [];
  });
  const codes = Object.entries(detail.errors).map(([code, values]) => ({ code, marks: marksOf(values) })).filter(({ marks }) => marks.length > 0);
  const lanes = codes.sort((a, b) => (a.code < b.code ? -1 : 1)).map(({ code, marks }) => ({
    key: code, label: clipText(code, 12).text, note: `${formatCount(sum(marks))}, ${hopOf(count, code)}`, colorVar: gatewayColor(code), marks,
  }));
  const saved = detail.nearMisses === null ? [] : marksOf(detail.nearMisses);
  return saved.length === 0 ? lanes : [...lanes, { key: 'saved', label: 'saved by retry', note: formatCount(sum(saved)), colorVar: '--zone-5', marks: saved }];
}

const sum = (marks: readonly { readonly count: number }[]) => marks.reduce((total, mark) => total + mark.count, 0);

/** `answered by proxy, envoy-gw (12 of 13 traces)`, for one code. */
function hopOf({ hops }: SeenCount, code: string): string {
  if (hops === undefined) return 'answering hop not checked';
  const own = hops.filter(({ status }) => String(status) === code).sort((a, b) => b.samples - a.samples);
  const all = own.reduce((total, { samples }) => total + samples, 0);
  return own[0] && all > 0 ? `answered by ${hopLabel(own[0].role, own[0].service)} (${formatCount(own[0].samples)} of ${plural(all, 'trace')})` : 'no trace of it was kept';
}

function topStatus({ codes }: SeenCount): number | null {
  const [top] = Object.entries(codes).filter(([code, count]) => count > 0 && /^[1-5]\d\d$/.test(code)).sort((a, b) => b[1] - a[1]);
  return top ? Number(top[0]) : null;
}

/** A fact's value: numbers with their separators, yes and no in words. */
export function observedValue(value: Observed['value']): string {
  if (value === null) return 'not observed';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? formatCount(value) : clipText(value, 80).text;
}
