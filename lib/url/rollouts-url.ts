import { MOMENT } from './zones-url';
import { pageLink } from './links';
import { type RawParams, type ViewState, first, parseTime } from './view-state';

/** Columns by which the list of rollouts can be sorted. */
export const rolloutSorts = ['when', 'workload', 'failed', 'near-misses', 'expected', 'p'] as const;
export type RolloutSort = (typeof rolloutSorts)[number];

/** What the page "Rollouts" shows beside the range. */
export interface RolloutsPageView {
  /** `namespace/name`; null: all. */
  readonly workload: string | null;
  readonly sort: RolloutSort;
  readonly descending: boolean;
  /** Time at which the rollouts are compared, before against after; null: no comparison. */
  readonly moment: string | null;
}

/** Newest first. */
export const defaultRolloutsView: RolloutsPageView = { workload: null, sort: 'when', descending: true, moment: null };

/** Reads the page's own parameters. Nonsense becomes the default. */
export function parseRolloutsUrl(params: RawParams): RolloutsPageView {
  const asked = first(params, 'sort') ?? '-when';
  const sort = rolloutSorts.find((name) => name === asked.replace(/^-/, ''));
  return {
    workload: workloadOf(params),
    ...(sort ? { sort, descending: asked.startsWith('-') } : { sort: defaultRolloutsView.sort, descending: defaultRolloutsView.descending }),
    moment: parseTime(params, MOMENT),
  };
}

/** The page's own parameters as they stand in a URL; null takes one away. `-failed` is "failed, highest first". */
export function rolloutsParams(view: RolloutsPageView): Readonly<Record<'workload' | 'sort' | typeof MOMENT, string | null>> {
  const sort = `${view.descending ? '-' : ''}${view.sort}`;
  return { workload: view.workload, sort: sort === '-when' ? null : sort, [MOMENT]: view.moment };
}

/** Link to the list with a view of its own. */
export function rolloutsLink(state: ViewState, view: RolloutsPageView): string {
  return pageLink('/rollouts', state, rolloutsParams(view));
}

/** Which rollout a page is about: a workload's rollout that began at a time (epoch ms). */
export interface RolloutTarget {
  readonly workload: string;
  readonly at: number;
}

export const ROLLOUT_PAGE = '/rollouts/one';

/**
 * Link to the page of one rollout, over the same range. Workload and start are parameters, not parts of the path: a name such
 * as `..` from a hostile label would walk up in a path, encoded or not.
 */
export function rolloutLink(state: ViewState, target: RolloutTarget): string {
  return pageLink(ROLLOUT_PAGE, state, { workload: target.workload, at: Math.round(target.at) });
}

/** The other half of `rolloutLink`; null where the address names no rollout. */
export function parseRolloutUrl(params: RawParams): RolloutTarget | null {
  const workload = workloadOf(params);
  const at = first(params, 'at');
  return workload !== null && at !== null && /^\d{1,13}$/.test(at) ? { workload, at: Number(at) } : null;
}

/** Longest `namespace/name` of Kubernetes, with room: 63 + 1 + 253. It is compared and shown as text, never put in a query. */
const LONGEST = 512;

function workloadOf(params: RawParams): string | null {
  const value = first(params, 'workload');
  return value !== null && value.length <= LONGEST ? value : null;
}
