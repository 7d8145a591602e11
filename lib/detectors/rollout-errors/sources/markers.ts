import type { Annotation } from '../../../domain/annotation';
import type { RolloutMarker } from '../../../domain/rollout-detail';
import type { LabelledSeries, SeriesFrame } from '../../../domain/series';
import { type EpochMs, epochMs } from '../../../domain/units';
import { byWorkload } from '../find-rollouts';
import { namedWorkloads } from './named-workloads';

/** Markers without the workloads whose rollouts they meet: those are found when the rollouts are known. */
export interface Marks {
  readonly markers: readonly RolloutMarker[];
  /** Of those that name no workload, the namespace they reach into; null: any. */
  readonly reach: ReadonlyMap<RolloutMarker, string | null>;
}

/**
 * Times that Argo CD, Flux and people marked. None of them is a rollout by itself: a sync may change nothing, a note may be about
 * something else (reference deploys 4.3, 4.4).
 */
export function readMarkers(argoCd: SeriesFrame | undefined, flux: SeriesFrame | undefined, annotations: readonly Annotation[], workloads: readonly string[]): Marks {
  const reach = new Map<RolloutMarker, string | null>();
  const add = (marker: Omit<RolloutMarker, 'workloads'>, name: string, namespace: string | null): RolloutMarker => {
    const inside = namespace === null ? workloads : workloads.filter((workload) => workload.startsWith(`${namespace}/`));
    const full = { ...marker, workloads: namedWorkloads([name], inside) };
    reach.set(full, namespace);
    return full;
  };
  const markers = [
    ...(argoCd ? argoMarks(argoCd).map(({ app, from, to, text }) => add({ source: 'argo-cd' as const, from, to, text, tags: [] }, nameOf(app), namespaceOf(app))) : []),
    ...(flux ? fluxMarks(flux).map(({ app, from, to, text }) => add({ source: 'flux' as const, from, to, text, tags: [] }, nameOf(app), null)) : []),
    ...annotations.map((one): RolloutMarker => ({ source: 'grafana', from: one.at, to: one.to, text: one.text, tags: one.tags, workloads: namedWorkloads([...one.tags, one.text], workloads) })),
  ];
  return { markers: markers.sort((a, b) => a.from - b.from || (a.text < b.text ? -1 : 1)), reach };
}

interface Mark {
  /** `namespace/name` of the application or resource. */
  readonly app: string;
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly text: string;
}

const nameOf = (app: string) => app.slice(app.indexOf('/') + 1);
const namespaceOf = (app: string) => app.slice(0, app.indexOf('/')) || null;

/** Stretches in which an application was syncing or its health was Progressing. */
function argoMarks(frame: SeriesFrame): Mark[] {
  const busy = ({ labels }: LabelledSeries) => labels.phase === 'Progressing' || (labels.operation ?? '') !== '';
  return [...byWorkload(frame)].flatMap(([app, series]) => {
    const active = frame.at.map((_, i) => (series.every(({ values }) => values[i] == null) ? null : series.some((one) => busy(one) && (one.values[i] ?? 0) > 0)));
    return stretches(active).map(([from, to]) => ({ app, from: frame.at[from]!, to: frame.at[to]!, text: `Argo CD: application ${nameOf(app)} was syncing or progressing` }));
  });
}

/** First and last step of each run of true; a gap does not end one. */
function stretches(active: readonly (boolean | null)[]): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  let [from, last] = [-1, -1];
  active.forEach((now, i) => {
    if (now === true) [from, last] = [from < 0 ? i : from, i];
    else if (now === false && from >= 0) {
      found.push([from, last]);
      from = -1;
    }
  });
  return from >= 0 ? [...found, [from, last] as const] : found;
}

/** Moments at which a resource got another revision, until it was ready again. A reconciliation without one changes nothing. */
function fluxMarks(frame: SeriesFrame): Mark[] {
  return [...byWorkload(frame)].flatMap(([app, series]) => {
    const found: Mark[] = [];
    let known: string | null = null;
    frame.at.forEach((at, i) => {
      const present = series.filter(({ values }) => (values[i] ?? 0) > 0);
      const revisions = present.map(({ labels }) => labels.revision ?? '').filter((text) => text !== '');
      const now = known !== null && revisions.includes(known) ? known : (revisions.sort()[0] ?? null);
      if (now === null) return;
      if (known !== null && now !== known) {
        const ready = series.filter(({ labels }) => labels.revision === now && labels.ready === 'True').map(({ values }) => values.findIndex((value, k) => k >= i && (value ?? 0) > 0)).filter((k) => k >= 0);
        const kind = present.find(({ labels }) => labels.revision === now)?.labels.kind ?? 'resource';
        found.push({ app, from: at, to: ready.length > 0 ? frame.at[Math.min(...ready)]! : epochMs(at), text: `Flux: ${kind} ${nameOf(app)} went from ${known} to ${now}` });
      }
      known = now;
    });
    return found;
  });
}
