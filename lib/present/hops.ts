import type { Answer } from '../domain/answer';
import type { HopDetail, HopStatus } from '../domain/hops';
import type { ChartModel, StripModel } from './chart-model';
import { type HopsBy, hopsChart, hopsStrip } from './hops-chart';
import { type HopsHeadline, hopsHeadline } from './hops-headline';
import { type HopsPick, pickHops } from './hops-pick';
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
export function hopsPanel({ data, failures }: Pick<Answer<HopDetail>, 'data' | 'failures'>, asked: { readonly proxy: string | null; readonly status: HopStatus | null; readonly by: HopsBy }): Panel<HopsModels> {
  const pick = pickHops(data, asked);
  if (pick === null) {
    const [failure] = failures;
    return failure ? { state: 'not-checked', why: `The ${failure.source} source did not answer, so nothing was looked at.`, missing: failure.affects, mend: 'Sources shows its state; ask again when it is back.' } : { state: 'empty', why: NO_FLEET };
  }
  return { state: 'ready', model: { pick, headline: hopsHeadline(pick), chart: hopsChart(data.edges, pick, asked.by), strip: hopsStrip(data.edges, pick) } };
}
