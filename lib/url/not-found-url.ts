import { type NotFoundClass, notFoundClasses } from '@/lib/domain/not-found-detail';
import { type RawParams, type ViewState, first, parseTime, text } from './view-state';
import { pageLink } from './links';

/** What the page "Not found" shows beside the range: which rows, and what it is compared with. */
export interface NotFoundView {
  /** Classes of the hosts and paths that are shown; null: all. */
  readonly class: NotFoundClass | null;
  /** Host that is shown; null: all. */
  readonly host: string | null;
  /** True: hosts and paths of scanner campaigns are left out. */
  readonly hideCampaigns: boolean;
  /** Time at which the window to compare with begins; null: the one directly before. */
  readonly against: string | null;
}

export const defaultNotFoundView: NotFoundView = { class: null, host: null, hideCampaigns: false, against: null };

/** Reads the page's own parameters. Nonsense becomes the default. */
export function parseNotFoundUrl(params: RawParams): NotFoundView {
  const asked = first(params, 'class');
  return {
    class: notFoundClasses.find((name) => name === asked) ?? null,
    host: text(params, 'host'),
    hideCampaigns: first(params, 'campaigns') === 'hidden',
    against: parseTime(params, 'against'),
  };
}

/** The page's own parameters as they stand in a URL; null takes one away. */
export function notFoundParams(view: NotFoundView): Readonly<Record<'class' | 'host' | 'campaigns' | 'against', string | null>> {
  return { class: view.class, host: view.host, campaigns: view.hideCampaigns ? 'hidden' : null, against: view.against };
}

/** Link to the page with a view of its own. */
export function notFoundLink(state: ViewState, view: NotFoundView): string {
  return pageLink('/not-found', state, notFoundParams(view));
}
