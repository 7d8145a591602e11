import type { Finding, HarmVerdict } from '../domain/findings';
import { own } from '../domain/own';
import type { Value } from '../domain/series';
import type { ExpectedBasis, Flip, HintForecast, RegimeHarm, ZoneDetail, ZoneFleet } from '../domain/zone-detail';
import type { ChartMarker, ChartModel, ChartRegion, ChartSeries } from './chart-model';
import { UNKNOWN_COLOR, zoneColors } from './colors';
import { flipCauseText } from './finding';
import { sortedFindings } from './finding-order';
import { formatDuration, formatPercent } from './format';
import { clipText } from './hostile-text';
import { splitByHints } from './hinted-services';
import { capital } from './words';
import { hasKnown, shareColumn, sumColumns, sumKnown } from './values';

/** One flip as a table row. */
export interface FlipRow {
  readonly at: number;
  readonly to: 'spread' | 'concentrated';
  readonly gaining: string;
  readonly losing: string;
  readonly distance: number;
  readonly cause: string;
  readonly causeConfidence: number;
  readonly evidence: readonly string[];
  /** What speaks against the cause or limits it. */
  readonly against: readonly string[];
  /** Other explanations that were looked at and not seen. */
  readonly ruledOut: readonly string[];
  /** What the flip cost the zones it changed, one sentence each; empty: not measured. */
  readonly harm: readonly string[];
}

/** Harm of one zone in both states side by side. */
export interface HarmRow {
  readonly zone: string;
  readonly spread: Omit<RegimeHarm, 'state' | 'zone'> | null;
  readonly concentrated: Omit<RegimeHarm, 'state' | 'zone'> | null;
  /** Concentrated against spread in one sentence, without the zone; null: not compared. */
  readonly change: { readonly verdict: HarmVerdict; readonly text: string } | null;
}

/** All that the zones page draws for one fleet. */
export interface ZoneModels {
  readonly proxies: readonly string[];
  readonly proxy: string;
  readonly stacked: ChartModel;
  /** Shares as lines, the expected share of each zone dashed beside it. */
  readonly share: ChartModel;
  /** Null: latency is not measured by zone here. */
  readonly latency: ChartModel | null;
  /** Null: pods are not known. */
  readonly pods: ChartModel | null;
  readonly expectedBasis: ExpectedBasis;
  readonly flips: readonly FlipRow[];
  readonly harm: readonly HarmRow[];
}

/** The fleet that was asked for; else the one with the worst finding; else the one with most traffic. */
export function pickFleet(detail: ZoneDetail, proxy: string | null, findings: readonly Finding[] = []): ZoneFleet | null {
  const named = (name: string | null) => detail.fleets.find((fleet) => fleet.proxy === name);
  const found = sortedFindings(findings).find((finding) => named(finding.proxy) !== undefined);
  const busiest = detail.fleets.reduce<ZoneFleet | null>((best, fleet) => (best === null || trafficOf(fleet) > trafficOf(best) ? fleet : best), null);
  return named(proxy) ?? (found && named(found.proxy)) ?? busiest;
}

function trafficOf(fleet: ZoneFleet): number {
  return sumKnown([...Object.values(fleet.rps), fleet.unknownRps ?? []].flat()) ?? 0;
}

/** Charts and rows of the zones page. Null when no fleet has traffic by zone. */
export function zoneModels(detail: ZoneDetail, proxy: string | null, findings: readonly Finding[] = []): ZoneModels | null {
  const fleet = pickFleet(detail, proxy, findings);
  if (!fleet) return null;
  return {
    proxies: detail.fleets.map((one) => one.proxy),
    proxy: fleet.proxy,
    stacked: rpsChart(detail, fleet),
    share: shareChart(detail, fleet),
    latency: latencyChart(detail, fleet),
    pods: podsChart(detail, fleet),
    expectedBasis: fleet.expectedShare.basis,
    flips: fleet.flips.map((flip) => flipRow(flip, fleet)),
    harm: harmRows(fleet),
  };
}

/** Requests a second by zone, stacked; the part without a zone is on top. */
export function rpsChart(detail: ZoneDetail, fleet: ZoneFleet): ChartModel {
  return {
    id: 'zones-rps', title: 'Requests a second by zone', unit: 'requests/s', kind: 'stacked-area', at: detail.at,
    series: zoneParts(fleet), regions: concentratedRegions(fleet), markers: flipMarkers(fleet, detail),
    note: `fleet ${nameOf(fleet.proxy)}, step ${formatDuration(detail.stepMs)}`,
  };
}

function zoneParts(fleet: ZoneFleet): ChartSeries[] {
  const colors = zoneColors(fleet.zones);
  const known = sorted(fleet.zones).map((zone) => ({ key: zone, label: zoneName(zone), colorVar: colors.get(zone)!, values: own(fleet.rps, zone) ?? [] }));
  const unknown = fleet.unknownRps;
  if (unknown === null || fleet.zones.includes('')) return known;
  return [...known, { key: '', label: zoneName(''), colorVar: UNKNOWN_COLOR, values: unknown }];
}

function shareChart(detail: ZoneDetail, fleet: ZoneFleet): ChartModel {
  const parts = zoneParts(fleet);
  const total = sumColumns(parts.map((part) => part.values), detail.at.length);
  const measured = parts.map((part) => ({ ...part, values: shareColumn(part.values, total) }));
  const colors = zoneColors(fleet.zones);
  const expected = sorted(Object.keys(fleet.expectedShare.byZone)).map((zone) => ({
    key: `expected:${zone}`, label: `${zoneName(zone)}, expected`, colorVar: colors.get(zone) ?? UNKNOWN_COLOR, values: own(fleet.expectedShare.byZone, zone) ?? [], dashed: true,
  }));
  const basis = expectedBasisText(fleet.expectedShare.basis);
  return {
    id: 'zones-share', title: 'Share of traffic by zone', unit: 'share', kind: 'line', at: detail.at, series: [...measured, ...expected],
    regions: concentratedRegions(fleet), markers: flipMarkers(fleet, detail), yMax: 1, note: `expected share (dashed) from ${basis}`,
  };
}

/** What the expected share comes from, in words. */
export function expectedBasisText(basis: ExpectedBasis): string {
  if (basis === 'ready-endpoints') return "the ready endpoints of the fleet's service in each zone";
  return basis === 'ready-pods' ? 'ready pods of each zone' : 'an even split, because pods are not known';
}

function latencyChart(detail: ZoneDetail, fleet: ZoneFleet): ChartModel | null {
  const latency = fleet.latency;
  if (!latency || ![...Object.values(latency.p99), ...Object.values(latency.p50)].some(hasKnown)) return null;
  const colors = zoneColors(fleet.zones);
  const lines = (quantile: 'p99' | 'p50', dashed: boolean) =>
    sorted(Object.keys(latency[quantile])).map((zone) => ({
      key: `${quantile}:${zone}`, label: `${zoneName(zone)} ${quantile}`, colorVar: colors.get(zone) ?? UNKNOWN_COLOR, values: own(latency[quantile], zone) ?? [], dashed,
    }));
  return {
    id: 'zones-latency', title: 'Latency by zone', unit: 'seconds', kind: 'line', at: detail.at, series: [...lines('p99', false), ...lines('p50', true)],
    regions: concentratedRegions(fleet), markers: flipMarkers(fleet, detail), note: 'p99, and p50 dashed, by zone of the proxy',
  };
}

function podsChart(detail: ZoneDetail, fleet: ZoneFleet): ChartModel | null {
  const pods = fleet.readyPods;
  if (!pods || !Object.values(pods).some(hasKnown)) return null;
  const colors = zoneColors(fleet.zones);
  return {
    id: 'zones-pods', title: 'Ready proxy pods by zone', unit: 'pods', kind: 'step', at: detail.at, markers: flipMarkers(fleet, detail),
    series: sorted(Object.keys(pods)).map((zone) => ({ key: zone, label: zoneName(zone), colorVar: colors.get(zone) ?? UNKNOWN_COLOR, values: own(pods, zone) ?? [] })),
  };
}

/** Stretches in which traffic was concentrated, named after the zone that had most of it. */
export function concentratedRegions(fleet: ZoneFleet): ChartRegion[] {
  return fleet.regimes
    .filter((regime) => regime.state === 'concentrated')
    .map((regime) => ({ from: regime.from, to: regime.to, label: `concentrated in ${zoneName(hotZone(regime.shares))}`, tone: 'warn' as const }));
}

/** The zone with the largest share. */
export function hotZone(shares: Readonly<Record<string, number>>): string {
  return Object.entries(shares).reduce<readonly [string, number]>((best, one) => (one[1] > best[1] ? one : best), ['', -1])[0];
}

function flipMarkers(fleet: ZoneFleet, detail: ZoneDetail): ChartMarker[] {
  const compared = (detail.comparison ?? []).filter(({ proxy }) => proxy === fleet.proxy).map(({ moment }) => ({ at: moment, label: 'compared before and after', tone: 'accent' as const }));
  return [...compared, ...fleet.flips.map((flip) => ({ at: flip.at, label: `to ${flip.to}: ${flipCauseText(flip.cause.code)}`, tone: flip.to === 'concentrated' ? ('warn' as const) : ('neutral' as const) }))];
}

function flipRow(flip: Flip, fleet: ZoneFleet): FlipRow {
  const texts = (list: readonly { readonly text: string }[] | undefined) => (list ?? []).map((one) => one.text);
  const harm = fleet.flipHarm?.find((one) => one.at === flip.at)?.zones.filter(({ verdict }) => verdict === 'worse' || verdict === 'better');
  return {
    at: flip.at, to: flip.to, gaining: flip.gaining.map(zoneName).join(', '), losing: flip.losing.map(zoneName).join(', '), distance: flip.distance,
    cause: flipCauseText(flip.cause.code), causeConfidence: flip.cause.confidence, evidence: texts(flip.cause.evidence), against: texts(flip.cause.against), ruledOut: texts(flip.cause.ruledOut), harm: texts(harm),
  };
}

function harmRows(fleet: ZoneFleet): HarmRow[] {
  const find = (zone: string, state: RegimeHarm['state']) => fleet.harm.find((one) => one.zone === zone && one.state === state) ?? null;
  return sorted([...new Set(fleet.harm.map((one) => one.zone))]).map((zone) => ({ zone: zoneName(zone), spread: find(zone, 'spread'), concentrated: find(zone, 'concentrated'), change: changeOf(fleet, zone) }));
}

function changeOf({ harmChange }: ZoneFleet, zone: string): HarmRow['change'] {
  const change = harmChange?.find((one) => one.zone === zone);
  if (!change) return null;
  const prefix = `Zone ${zone}: `;
  return { verdict: change.verdict, text: capital(change.text.startsWith(prefix) ? change.text.slice(prefix.length) : change.text) };
}

/** Forecast of the services for which hints matter, and of the rest. */
export interface ForecastModel {
  readonly shown: readonly HintForecast[];
  readonly others: readonly HintForecast[];
}

/** The forecast in the order of names, services that never had a hint apart. */
export function forecastModel(detail: ZoneDetail, findings: readonly Finding[]): ForecastModel {
  const { shown, others } = splitByHints(detail.forecast.map(({ service }) => service), detail, findings);
  const of = (services: readonly string[]) => services.flatMap((service) => detail.forecast.find((one) => one.service === service) ?? []);
  return { shown: of(shown), others: of(others) };
}

/** What the forecast is about, for somebody who never heard of hints. */
export const FORECAST_INTRO = 'Zone hints keep traffic in its own zone. Kubernetes gives a service hints only while its ready endpoints can be shared out fairly over the zones; at other counts it drops all of them at once.';

/** `9 ready now: hints are possible. Dropped at 8 and 11.` */
export function forecastText({ ready, safeNow, unsafe, without }: HintForecast): string {
  if (without !== undefined) return `${ready} ready now. ${withoutWords[without]}`;
  const elsewhere = listText(unsafe.filter((count) => safeNow || count !== ready).slice(0, 4).map(String));
  if (safeNow) return `${ready} ready now: hints are possible. ${elsewhere === '' ? 'No nearby count drops them.' : `Dropped at ${elsewhere}.`}`;
  return `${ready} ready now: no hints are possible.${elsewhere === '' ? '' : ` Nor at ${elsewhere}.`}`;
}

const withoutWords: Readonly<Record<NonNullable<HintForecast['without']>, string>> = {
  none: 'It carried no hints in this range: no count drops any.',
  left: 'It lost its topology mode in this range: no count drops its hints any more.',
};

const listText = (items: readonly string[]) => (items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`);

/** A zone as people read it; `''` is the part whose zone is not known. */
export function zoneName(zone: string): string {
  return zone === '' ? 'zone not known' : nameOf(zone);
}

/** Each zone's newest known share, for headlines: `eu-central-1b 91 %`. */
export function latestShares(model: ChartModel): readonly string[] {
  const last = (values: readonly Value[]) => values.findLast((value) => value !== null) ?? null;
  return model.series.filter((one) => !one.dashed).map((one) => `${one.label} ${formatPercent(last(one.values))}`);
}

const nameOf = (text: string) => clipText(text, 60).text;
const sorted = (names: readonly string[]) => [...names].sort();
