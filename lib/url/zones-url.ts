import { type RawParams, type ViewState, parseTime, parseViewState, toRangeRequest } from './view-state';
import { pageLink } from './links';
import type { RangeRequest } from '@/lib/domain/requests';

/** Name of the parameter that holds the moment to compare at. */
export const MOMENT = 'moment';

/** What the zones page was asked: a range, and the moment before and after which to compare. Nonsense is left out. */
export function parseZonesUrl(params: RawParams): { readonly request: RangeRequest; readonly moment: string | null } {
  return { request: toRangeRequest(parseViewState(params)), moment: parseTime(params, MOMENT) };
}

/** Link to the zones with a moment to compare at; null takes it away. */
export function zonesLink(state: ViewState, moment: string | number | null): string {
  return pageLink('/zones', state, { [MOMENT]: moment });
}
