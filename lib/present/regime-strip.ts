import type { Finding } from '../domain/findings';
import { own } from '../domain/own';
import type { Value } from '../domain/series';
import type { ZoneDetail, ZoneFleet } from '../domain/zone-detail';
import type { StripModel, StripSegment } from './chart-model';
import { zoneColors } from './colors';
import { splitByHints, unhintedText } from './hinted-services';
import { clipText } from './hostile-text';
import { hotZone, zoneName } from './zones';

/**
 * Spread or concentrated, one row per fleet from its traffic, one per service from its endpoint hints; services that never had any are folded.
 * A stretch without data has no segment. Null when there is nothing to show.
 */
export function regimeStrip(detail: ZoneDetail, fleets: readonly ZoneFleet[] = detail.fleets, findings: readonly Finding[] = []): StripModel | null {
  const first = detail.at[0];
  const last = detail.at.at(-1);
  if (first === undefined || last === undefined) return null;
  const traffic = fleets.filter((fleet) => fleet.regimes.length > 0).map(trafficRow);
  const { shown, others } = splitByHints(Object.keys(detail.hintedShare ?? {}), detail, findings);
  const rows = (services: readonly string[]) => services.map((service) => hintRow(detail, service));
  if (traffic.length + shown.length + others.length === 0) return null;
  return {
    id: 'regime', title: 'Spread or concentrated', note: noteOf(detail, shown.length), from: first, to: last, rows: [...traffic, ...rows(shown)],
    ...(others.length > 0 ? { folded: { label: unhintedText(others.length), rows: rows(others) } } : {}),
  };
}

function noteOf({ hintedShare }: ZoneDetail, hinted: number): string {
  if (hintedShare === null || Object.keys(hintedShare).length === 0) return 'from traffic; endpoint hints are not collected here';
  return hinted > 0 ? 'from traffic, and from endpoint hints' : 'from traffic; no service had endpoint hints';
}

function trafficRow(fleet: ZoneFleet): StripModel['rows'][number] {
  const colors = zoneColors(fleet.zones);
  return {
    key: `traffic:${fleet.proxy}`,
    label: `traffic of ${clipText(fleet.proxy, 40).text}`,
    segments: fleet.regimes.map((regime) => {
      const hot = hotZone(regime.shares);
      const concentrated = regime.state === 'concentrated';
      return {
        from: regime.from, to: regime.to,
        label: concentrated ? `concentrated in ${zoneName(hot)}` : 'spread',
        colorVar: concentrated ? (colors.get(hot) ?? '--warn') : '--line-strong',
      };
    }),
  };
}

function hintRow(detail: ZoneDetail, service: string): StripModel['rows'][number] {
  const values = own(detail.hintedShare, service) ?? [];
  return { key: `hints:${service}`, label: `endpoint hints of ${clipText(service, 60).text}`, segments: runs(detail.at, detail.stepMs, values) };
}

const hintStates = {
  all: { label: 'all endpoints hinted', colorVar: '--accent' },
  some: { label: 'some endpoints hinted', colorVar: '--warn-soft' },
  // Not the warning colour: in dark it is too near to that of the second zone.
  none: { label: 'no hints', colorVar: '--ink-3' },
} as const;

function hintState(value: Value): keyof typeof hintStates | null {
  if (value === null) return null;
  return value >= 1 ? 'all' : value <= 0 ? 'none' : 'some';
}

/** Joins equal neighbours; a level holds from its step to the next one. */
function runs(at: readonly number[], stepMs: number, values: readonly Value[]): StripSegment[] {
  const segments: StripSegment[] = [];
  let open: { state: keyof typeof hintStates; from: number; to: number } | null = null;
  const close = () => open && segments.push({ from: open.from, to: Math.min(open.to, at.at(-1) ?? open.to), ...hintStates[open.state] });
  at.forEach((time, i) => {
    const state = hintState(values[i] ?? null);
    if (open && state === open.state) {
      open.to = time + stepMs;
      return;
    }
    close();
    open = state === null ? null : { state, from: time, to: time + stepMs };
  });
  close();
  return segments.filter((segment) => segment.to > segment.from);
}
