import type { ChangesVerdict, ComparedWindow, NotFoundChanges } from '@/lib/domain/not-found-changes';
import type { ScannerCampaign } from '@/lib/domain/not-found-campaign';
import { type NotFoundClass, type NotFoundDetail, notFoundClasses } from '@/lib/domain/not-found-detail';
import type { Value } from '@/lib/domain/series';
import type { ResolvedRange } from '@/lib/domain/time-range';
import { millis } from '@/lib/domain/units';
import { type WindowCount, compareCounts } from './compare-counts';
import { compareFleets, compareInstances } from './compare-instances';
import { type TargetWindow, compareTargets } from './compare-targets';

/** What one window told. */
export interface SplitWindow {
  readonly range: ResolvedRange;
  readonly detail: NotFoundDetail;
}

/** Steps that must be known in each window: with fewer, chance cannot be told from change. */
const LEAST_STEPS = 6;
const LEAST_CAMPAIGN = 8;

/** What changed between two windows of 404s. Nothing is called a change that chance, the unrest of the window or too few samples explain. */
export function compareNotFound(before: SplitWindow, after: SplitWindow): NotFoundChanges {
  const windows = { before: windowOf(before), after: windowOf(after) };
  const total = compareCounts(totalOf(before), totalOf(after));
  const classes = notFoundClasses.map((name) => ({ class: name, ...compareCounts(classOf(before, name), classOf(after, name)) }));
  const instances = compareInstances(before.detail.instances, after.detail.instances);
  const sampled = before.detail.targets !== null && after.detail.targets !== null;
  const targets = sampled ? compareTargets(targetsOf(before), targetsOf(after)) : null;
  const campaigns = sampled ? compareCampaigns(before, after) : null;
  const verdict = short(windows) ?? (isChanged() ? 'changed' : 'nothing-beyond-chance');
  const told = verdict === 'changed' || verdict === 'nothing-beyond-chance';
  return {
    verdict, ...windows, total, classes, fleets: compareFleets(before.detail.instances, after.detail.instances),
    instances: told ? instances : [], targets: told ? targets : null, campaigns: told ? campaigns : null, caveats: told ? caveatsOf(before, after, windows) : [],
  };
  function isChanged(): boolean {
    return [total, ...classes].some(({ beyondChance }) => beyondChance) || instances.length > 0 || (targets?.length ?? 0) > 0 || (campaigns?.new.length ?? 0) + (campaigns?.gone.length ?? 0) > 0;
  }
}

function windowOf({ range, detail }: SplitWindow): ComparedWindow {
  return { range, knownMs: millis(detail.total.filter((value) => value !== null).length * detail.stepMs), sampled: detail.targets === null ? null : detail.sampled };
}

interface Windows { readonly before: ComparedWindow; readonly after: ComparedWindow }

function short({ before, after }: Windows): ChangesVerdict | null {
  if (before.knownMs === 0) return 'no-data-before';
  return [before, after].some(({ knownMs, range }) => knownMs < LEAST_STEPS * range.stepMs) ? 'too-short' : null;
}

const knownOf = ({ detail }: SplitWindow) => detail.total.filter((value) => value !== null).length * detail.stepMs;

function totalOf(window: SplitWindow): WindowCount {
  const { requests, total } = window.detail;
  return { requests, low: requests, high: requests, perStep: total, knownMs: knownOf(window) };
}

function classOf(window: SplitWindow, name: NotFoundClass): WindowCount {
  const { parts, classes } = window.detail;
  const part = parts.find((one) => one.class === name) ?? { requests: 0, low: 0, high: 0 };
  return { requests: part.requests, low: part.low, high: part.high, perStep: classes[name], knownMs: knownOf(window) };
}

const targetsOf = (window: SplitWindow): TargetWindow => ({ targets: window.detail.targets ?? [], knownMs: knownOf(window) });

/** Campaigns of one window that are not in the other, where its looks would have shown them. */
function compareCampaigns(before: SplitWindow, after: SplitWindow): { readonly new: readonly ScannerCampaign[]; readonly gone: readonly ScannerCampaign[] } {
  const only = (here: SplitWindow, there: SplitWindow) => {
    const known = new Set((there.detail.campaigns ?? []).map(({ key }) => key));
    // The same addresses after something else are the same scan going on.
    const clients = new Set((there.detail.campaigns ?? []).flatMap((one) => one.clients.map(({ name }) => name)));
    const factor = here.detail.sampled > 0 && knownOf(here) > 0 ? looksPerTime(there) / looksPerTime(here) * (knownOf(there) / knownOf(here)) : 0;
    // Where small ones were folded into one row, absence says less.
    const folded = (there.detail.campaigns ?? []).some((one) => one.folded > 0);
    return (here.detail.campaigns ?? []).filter((one) => one.folded === 0 && !known.has(one.key) && !one.clients.some(({ name }) => clients.has(name)) && one.samples >= LEAST_CAMPAIGN && one.samples * factor >= (folded ? 4 : 1) * LEAST_CAMPAIGN);
  };
  return { new: only(after, before), gone: only(before, after) };
}

/** Samples a request: how closely a window was looked at. */
const looksPerTime = ({ detail }: SplitWindow) => (detail.requests > 0 ? Math.min(1, detail.sampled / detail.requests) : 1);

function caveatsOf(before: SplitWindow, after: SplitWindow, windows: Windows): string[] {
  const caveats: string[] = [];
  const part = (window: ComparedWindow) => window.knownMs / (window.range.to - window.range.from + window.range.stepMs);
  if (part(windows.before) < 0.5) caveats.push(`Only ${Math.round(part(windows.before) * 100)} % of the time before is known; rates are compared over the known time.`);
  if (part(windows.after) < 0.5) caveats.push(`Only ${Math.round(part(windows.after) * 100)} % of this window is known; rates are compared over the known time.`);
  if (windows.before.sampled === null || windows.after.sampled === null) caveats.push('Hosts, paths and campaigns are known from traces only, and one of the windows has none.');
  const asked = (window: SplitWindow) => sum(window.detail.instances.map(({ requests }) => requests)) / knownOf(window);
  const times = asked(after) / asked(before);
  if (Number.isFinite(times) && times > 0 && (times > 1.5 || times < 1 / 1.5)) caveats.push(`All requests together came at ${times.toFixed(times < 1 ? 2 : 1)} times the rate before: counts that follow the load say nothing new.`);
  return caveats;
}

const sum = (values: readonly Value[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0);
