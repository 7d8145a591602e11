import { readPath, type PathFacts } from '../shared/path-evidence';
import { classifyRead, type NotFoundContext, type NotFoundRequest, type NotFoundVerdict } from './classify';
import { isCrawler, isNameless } from './user-agent';
import { gatherHosts, gatherRows, type HostMisses, type Origin, type Row } from './window';

/** Hostile paths of one origin from here on are a sweep; breadth of ordinary paths alone never is. */
const SWEEP_PATHS = 3;
const SWEEP_SHARE = 0.3;
/** Of origins that look like browsers more is asked: a scan may borrow the user agent of the visitors. */
const SWEEP_SHARE_OF_BROWSERS = 0.6;
const SWEEP_ONLY_SHARE = 0.8;
const SWEEP_ONLY_PATHS = 10;
/** One client that asks for this many things that were never served, and that few others ask for, walks a list. */
const WALK_PATHS = 4;
const WALK_HOSTS = 3;
const WALK_COMPANY = 2;
/** A host whose ordinary paths are missed by this many clients, on this many paths, lost its routes. */
const LOST_CLIENTS = 5;
const LOST_PATHS = 5;
/** Where nothing was ever served, breadth speaks for a new application when visitors of other hosts come too, or when it is this wide. */
const NEW_VISITS = 0.3;
const NEW_SHARED = 3;
const MANY_SHARED = 4;
const NEW_BREADTH = 12;
const NEW_ORDINARY = 0.6;
/** Without any history the scan of a host must not be taken for its loss. */
const BLIND_ORDINARY = 0.7;
/** Misses that must be old artefacts before they are taken for all there is. */
const LEAST_STALE = 3;

/**
 * Classifies all requests of one window; they inform each other: what else the client asks for, the same user agent on the same host (scans come from
 * hundreds of addresses), many clients on one path, and a host whose ordinary paths are missed throughout. Same order as given.
 */
export function classifyBatch(requests: readonly NotFoundRequest[], extra: (at: number) => NotFoundContext = () => ({})): NotFoundVerdict[] {
  const rows = gatherRows(requests, reader());
  const sweeps = new Set([...new Set(rows.flatMap(({ client, campaign }) => [client, campaign]))].filter((origin) => origin !== null && isSweep(origin)));
  const isSwept = ({ client, campaign }: Row) => sweeps.has(client) || sweeps.has(campaign);
  const hosts = gatherHosts(rows, isSwept);
  const lost = new Map([...hosts].map(([host, misses]) => [host, isLost(misses)]));
  return rows.map((row, at) => {
    const misses = hosts.get(row.host);
    const hostLost = lost.get(row.host) === 'lost' && row.request.servedBefore !== false;
    return classifyRead(row.request, row.path, {
      sweep: isSwept(row),
      onlySweeps: onlySweeps(row.client, SWEEP_ONLY_PATHS) || (row.campaign?.browserLike === false && onlySweeps(row.campaign, SWEEP_PATHS)),
      walks: walks(row),
      clientsOnPath: row.clientsOnPath.size,
      ordinaryClient: isOrdinary(row.client),
      hostLost,
      newApplication: lost.get(row.host) === 'new',
      hostMissesShared: (misses?.shared.size ?? 0) >= MANY_SHARED,
      staleOnly: misses !== undefined && isStaleOnly(row, misses),
      ...extra(at),
    });
  });
}

/** Reads each distinct path once: scans repeat themselves. */
function reader(): (path: string) => PathFacts {
  const known = new Map<string, PathFacts>();
  return (path) => {
    const facts = known.get(path) ?? readPath(path);
    known.set(path, facts);
    return facts;
  };
}

function isSweep(origin: Origin): boolean {
  const share = origin.browserLike ? SWEEP_SHARE_OF_BROWSERS : SWEEP_SHARE;
  return origin.hostilePaths.size >= SWEEP_PATHS && origin.hostile >= share * origin.rows && origin.served <= 0.3 * origin.rows;
}

/** Hostile throughout, and long enough to be sure; a campaign under a name of its own needs no length. */
function onlySweeps(origin: Origin | null, leastPaths: number): boolean {
  if (origin === null || origin.everServed || origin.served > 0 || origin.hostile < SWEEP_ONLY_SHARE * origin.rows) return false;
  return origin.hostilePaths.size >= leastPaths;
}

/** A client that was never served, asks for many strange things and is alone with them. Visitors of an application without routes share their paths. */
function walks({ client, request, clientsOnPath }: Row): boolean {
  if (client === null || client.everServed || request.servedBefore !== false || request.clientEverServed !== false) return false;
  const alone = clientsOnPath.size <= WALK_COMPANY || isNameless(request.userAgent ?? null);
  return alone && (client.strangePaths.size >= WALK_PATHS || client.strangeHosts.size >= WALK_HOSTS) && client.served <= 0.2 * client.rows;
}

/** Most of what it missed was served before: a visitor, whatever one of its paths looks like. */
function isOrdinary(client: Origin | null): boolean {
  return client !== null && client.served >= 2 && client.served >= 0.7 * client.rows;
}

/** Success history decides; without any, breadth of ordinary paths over clients. `new`: the same breadth on a host that never served any of it. */
function isLost(misses: HostMisses): 'lost' | 'new' | null {
  if (misses.paths.size < LOST_PATHS || misses.clients.size < LOST_CLIENTS || (misses.knownHistory === 0 && misses.pages < misses.stale)) return null;
  if (misses.knownHistory === 0) return misses.shared.size >= NEW_SHARED && misses.ordinary >= BLIND_ORDINARY * misses.all ? 'lost' : null;
  if (misses.servedBefore >= 0.5 * misses.knownHistory) return 'lost';
  if (misses.servedBefore > 0.1 * misses.knownHistory || misses.shared.size < NEW_SHARED) return null;
  return misses.visits >= NEW_VISITS * misses.knownHistory || (misses.paths.size >= NEW_BREADTH && misses.clients.size >= NEW_BREADTH && misses.ordinary >= NEW_ORDINARY * misses.all) ? 'new' : null;
}

/** Nothing of this host is missed but artefacts of an old release, or nothing but by crawlers: its pages are served. */
function isStaleOnly({ request, path }: Row, misses: HostMisses): boolean {
  if (misses.pages > 0.05 * misses.stale) return false;
  return isCrawler(request.userAgent ?? null) || (path.staleAsset && misses.stale >= LEAST_STALE);
}
