import { Archive, LayoutDashboard, type LucideIcon, MapPin, Plug, Rocket, Route, SearchX, Waypoints } from 'lucide-react';
import type { Finding } from '@/lib/domain/findings';
import type { Page } from '@/lib/url/links';

export interface Place {
  readonly page: Page;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Second key after `g`. */
  readonly key: string;
  /** The detector whose findings are counted beside the name; `all`: every one. */
  readonly counts: Finding['detector'] | 'all' | null;
  readonly what: string;
}

/** The pages, in the order of the navigation. */
export const places: readonly Place[] = [
  { page: '/', label: 'Overview', icon: LayoutDashboard, key: 'o', counts: 'all', what: 'What needs eyes now' },
  { page: '/zones', label: 'Zones', icon: MapPin, key: 'z', counts: 'zone-flapping', what: 'Spread of traffic, flips and their causes' },
  { page: '/not-found', label: 'Not found', icon: SearchX, key: 'n', counts: 'not-found-split', what: '404s by cause, instances, hosts and paths' },
  { page: '/rollouts', label: 'Rollouts', icon: Rocket, key: 'r', counts: 'rollout-errors', what: 'Gateway errors and the deployments behind them' },
  { page: '/hops', label: 'Hops', icon: Route, key: 'h', counts: null, what: 'Which hop answered gateway errors and 404s, and which caused them' },
  { page: '/traces', label: 'Traces', icon: Waypoints, key: 't', counts: null, what: 'Requests by the hop that answered' },
  { page: '/recordings', label: 'Recordings', icon: Archive, key: 'e', counts: null, what: 'Frozen windows that open without a backend' },
  { page: '/sources', label: 'Sources', icon: Plug, key: 's', counts: null, what: 'What can be seen here, and what would switch the rest on' },
];

/** Pages above the line of the navigation. */
export const FIRST_GROUP = 6;

/** True when a path lies on a place. */
export function isAt(place: Place, pathname: string): boolean {
  return place.page === '/' ? pathname === '/' : pathname === place.page || pathname.startsWith(`${place.page}/`);
}
