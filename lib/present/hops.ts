import type { Answer } from '../domain/answer';
import { type HopDetail, hopStatuses } from '../domain/hops';
import type { ChartModel, StripModel } from './chart-model';
import { type HopsBy, hopsChart, hopsStrip } from './hops-chart';
import { type HopsHeadline, hopsHeadline } from './hops-headline';
import { type HopsAsked, type HopsPick, pickHops } from './hops-pick';
import type { Panel } from './panel';

/** Charts and words of the page "Hops": one status of one fleet. */
export interface HopsModels {
  readonly pick: HopsPick;
  readonly headline: HopsHeadline;
  readonly chart: ChartModel | null;
  readonly strip: StripModel | null;
}

const NO_FLEET = 'No proxy fleet reported such answers in this range, and no trace of one was found.';

/** What the page can show of an answer. "A source failed, so nothing was looked at" is told from "looked, found nothing". */
export function hopsPanel({ data, failures }: Pick<Answer<HopDetail>, 'data' | 'failures'>, asked: HopsAsked & { readonly by: HopsBy }): Panel<HopsModels> {
  const pick = pickHops(data, asked);
  if (pick === null) {
    const [failure] = failures;
    return failure ? { state: 'not-checked', why: `The ${failure.source} source did not answer, so nothing was looked at.`, missing: failure.affects, mend: 'Sources shows its state; ask again when it is back.' } : { state: 'empty', why: NO_FLEET };
  }
  return { state: 'ready', model: { pick, headline: hopsHeadline(pick, data.search.traced), chart: hopsChart(data.edges, pick, asked.by), strip: hopsStrip(data.edges, pick) } };
}

/** The queries and failures behind one status of one fleet, by their purpose. */
export function signalsOf({ proxy, status }: Pick<HopsPick, 'proxy' | 'status'>): readonly string[] {
  return [`hops: ${status} of ${proxy}`, `baseline of ${proxy}`, status === 404 ? 'not-found' : 'gateway-errors'];
}

/** A part of the models that can be drawn; without one it says whether nothing occurred, or nothing could be looked at. */
export function overTime<Model>(panel: Panel<HopsModels> | null, pick: (models: HopsModels) => Model | null): Panel<Model> | null {
  if (panel === null || panel.state !== 'ready') return panel;
  const { pick: shown, headline } = panel.model;
  const model = pick(panel.model);
  if (model !== null) return { state: 'ready', model };
  if (shown.total?.requests === 0 && shown.total.lookedAt === 0) return { state: 'empty', why: `${headline.title}.` };
  return { state: 'not-checked', why: headline.basis, missing: [], mend: 'Sources shows what can be seen here and how to switch on the rest.' };
}

/** Trust notes that touch what is shown, and those about other fleets and statuses. A note that names neither stays. */
export function splitTrust(trust: Answer<unknown>['trust'], { proxies, proxy, status }: Pick<HopsPick, 'proxies' | 'proxy' | 'status'>): { readonly shown: Answer<unknown>['trust']; readonly others: Answer<unknown>['trust'] } {
  const elsewhere = new Set(proxies.flatMap((one) => hopStatuses.map((each) => `${one}, ${each}`)));
  elsewhere.delete(`${proxy}, ${status}`);
  return { shown: trust.filter(({ about }) => about === null || !elsewhere.has(about)), others: trust.filter(({ about }) => about !== null && elsewhere.has(about)) };
}
