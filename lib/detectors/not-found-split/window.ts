import type { PathFacts } from '../shared/path-evidence';
import { isInstanceStep, type NotFoundRequest } from './classify';
import { isBrowserLike, isCrawler, isNameless } from './user-agent';

/** What one origin (a client, or a campaign: same host, method and user agent) asked for in the window. */
export interface Origin {
  rows: number;
  hostile: number;
  readonly hostilePaths: Set<string>;
  /** Paths that the host is known never to have served. */
  readonly strangePaths: Set<string>;
  /** Hosts of which it asked what they never served. */
  readonly strangeHosts: Set<string>;
  /** Rows whose path was served before. */
  served: number;
  everServed: boolean;
  browserLike: boolean;
}

/** What was missed of one host, apart from automatic requests and from what sweeping origins asked for. */
export interface HostMisses {
  /** All rows of the host, sweeps included; and those that are looked at here. */
  all: number;
  ordinary: number;
  readonly paths: Set<string>;
  readonly clients: Set<string>;
  /** Paths that several clients asked for: visitors share them, stale links and probes are mostly alone. */
  readonly shared: Set<string>;
  /** Rows of clients that were served at some time. */
  visits: number;
  knownHistory: number;
  servedBefore: number;
  /** Of these, old artefacts and what crawlers asked for, which were not known to be strange; and the rest of what was not. */
  stale: number;
  pages: number;
}

/** One row of the window with what was read of it. */
export interface Row {
  readonly request: NotFoundRequest;
  readonly path: PathFacts;
  readonly host: string;
  readonly client: Origin | null;
  readonly campaign: Origin | null;
  readonly clientsOnPath: Set<string>;
}

const LONGEST_AGENT = 400;
const SHARED_BY = 3;

/** Looks once at all requests of the window and gathers origins; rows share their origin's record. */
export function gatherRows(requests: readonly NotFoundRequest[], read: (path: string) => PathFacts): Row[] {
  const [clients, campaigns, onPath] = [new Map<string, Origin>(), new Map<string, Origin>(), new Map<string, Set<string>>()];
  return requests.map((request) => {
    const path = read(request.path);
    const host = hostOf(request);
    const agent = request.userAgent ?? null;
    const client = request.client == null ? null : recordOf(clients, request.client, newOrigin);
    const campaign = agent === null ? null : recordOf(campaigns, `${host}\n${(request.method ?? '').slice(0, 12)}\n${agent.slice(0, LONGEST_AGENT)}`, newOrigin);
    const clientsOnPath = recordOf(onPath, `${host}\n${path.template}`, () => new Set<string>());
    if (request.responder !== 'backend' && !path.automatic) {
      clientsOnPath.add(request.client ?? `?${agent?.slice(0, LONGEST_AGENT) ?? ''}`);
      if (client) note(client, request, path, host);
      if (campaign) note(campaign, request, path, host);
    }
    return { request, path, host, client, campaign, clientsOnPath };
  });
}

/** Gathers what was missed by host. Rows of sweeping origins and crawlers are kept out: a scan of a lost host must not hide the loss. */
export function gatherHosts(rows: readonly Row[], isSwept: (row: Row) => boolean): ReadonlyMap<string, HostMisses> {
  const hosts = new Map<string, HostMisses>();
  for (const row of rows) {
    const { request, path, host } = row;
    if (request.responder === 'backend' || path.automatic) continue;
    const misses = recordOf(hosts, host, newHost);
    misses.all += 1;
    // What one instance misses says nothing of the host.
    if (isInstanceStep(request)) continue;
    if (isSwept(row) || (path.hostile && request.servedBefore !== true)) continue;
    const crawler = isCrawler(request.userAgent ?? null);
    misses.ordinary += 1;
    if (request.servedBefore !== false) misses[path.staleAsset || crawler ? 'stale' : 'pages'] += 1;
    if (crawler) continue;
    if (path.staleAsset || path.famousDoor) continue;
    misses.paths.add(path.template);
    if (row.clientsOnPath.size >= SHARED_BY && isVisitorLike(request)) misses.shared.add(path.template);
    if (request.clientEverServed === true) misses.visits += 1;
    if (request.client != null) misses.clients.add(request.client);
    if (request.servedBefore != null) misses.knownHistory += 1;
    if (request.servedBefore === true) misses.servedBefore += 1;
  }
  return hosts;
}

/** Whoever reads an answer asks for it, and says with what. */
const isVisitorLike = ({ userAgent, method }: NotFoundRequest) => !isNameless(userAgent ?? null) && method?.toUpperCase() !== 'HEAD';

const newOrigin = (): Origin => ({ rows: 0, hostile: 0, hostilePaths: new Set(), strangePaths: new Set(), strangeHosts: new Set(), served: 0, everServed: false, browserLike: false });
const newHost = (): HostMisses => ({ all: 0, ordinary: 0, paths: new Set(), clients: new Set(), shared: new Set(), visits: 0, knownHistory: 0, servedBefore: 0, stale: 0, pages: 0 });
const hostOf = ({ host }: NotFoundRequest) => (host ?? '').slice(0, 255).toLowerCase();

function recordOf<T>(map: Map<string, T>, key: string, make: () => T): T {
  const known = map.get(key);
  if (known) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function note(origin: Origin, request: NotFoundRequest, { hostile, template }: PathFacts, host: string): void {
  origin.rows += 1;
  origin.browserLike = isBrowserLike(request.userAgent ?? null);
  if (request.clientEverServed === true) origin.everServed = true;
  if (request.servedBefore === true) origin.served += 1;
  if (hostile && request.servedBefore !== true) {
    origin.hostile += 1;
    origin.hostilePaths.add(template);
  }
  if (request.servedBefore === false) {
    origin.strangePaths.add(template);
    origin.strangeHosts.add(host);
  }
}
