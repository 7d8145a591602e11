import { readPath, type PathFacts } from '../shared/path-evidence';
import { classifyRead, type NotFoundContext, type NotFoundRequest, type NotFoundVerdict } from './classify';

/** Hostile paths of one origin from here on are a sweep; breadth of ordinary paths alone never is. */
const SWEEP_PATHS = 3;
const SWEEP_SHARE = 0.3;
/** A host whose ordinary paths are missed by this many clients, on this many paths, lost its routes. */
const LOST_CLIENTS = 5;
const LOST_PATHS = 5;

interface Tally {
  rows: number;
  hostile: number;
  readonly hostilePaths: Set<string>;
  readonly ordinaryPaths: Set<string>;
  readonly clients: Set<string>;
  servedBefore: number;
  knownHistory: number;
}

/**
 * Classifies all requests of one window; they inform each other: what else the client asks for, the same user agent on the same host (scans come from
 * hundreds of addresses), many clients on one path, and a host whose ordinary paths are missed throughout. Same order as given.
 */
export function classifyBatch(requests: readonly NotFoundRequest[], extra: (at: number) => NotFoundContext = () => ({})): NotFoundVerdict[] {
  const paths = readAll(requests);
  const keysOfAll = requests.map((request, at) => keysOf(request, paths[at]!));
  const byClient = new Map<string, Tally>();
  const byCampaign = new Map<string, Tally>();
  const byHost = new Map<string, Tally>();
  const onPath = new Map<string, Set<string>>();
  requests.forEach((request, at) => {
    if (request.responder === 'backend' || paths[at]!.automatic) return;
    const keys = keysOfAll[at]!;
    if (keys.client !== null) add(byClient, keys.client, request, paths[at]!);
    if (keys.campaign !== null) add(byCampaign, keys.campaign, request, paths[at]!);
    add(byHost, keys.host, request, paths[at]!);
    const clients = onPath.get(keys.path) ?? new Set<string>();
    onPath.set(keys.path, clients.add(request.client ?? `?${request.userAgent ?? ''}`));
  });
  return requests.map((request, at) => {
    const keys = keysOfAll[at]!;
    const origins = [keys.client === null ? undefined : byClient.get(keys.client), keys.campaign === null ? undefined : byCampaign.get(keys.campaign)];
    const context: NotFoundContext = {
      sweep: origins.some(isSweep),
      clientsOnPath: onPath.get(keys.path)?.size,
      hostLost: isLost(byHost.get(keys.host)) && request.servedBefore !== false,
    };
    return classifyRead(request, paths[at]!, { ...context, ...extra(at) });
  });
}

/** Reads each distinct path once: scans repeat themselves. */
function readAll(requests: readonly NotFoundRequest[]): PathFacts[] {
  const known = new Map<string, PathFacts>();
  return requests.map(({ path }) => {
    const facts = known.get(path) ?? readPath(path);
    known.set(path, facts);
    return facts;
  });
}

function keysOf(request: NotFoundRequest, path: PathFacts) {
  const host = (request.host ?? '').slice(0, 255).toLowerCase();
  const agent = request.userAgent ?? null;
  return {
    host,
    client: request.client ?? null,
    campaign: agent === null ? null : `${host}\n${request.method ?? ''}\n${agent.slice(0, 400)}`,
    path: `${host}\n${path.template}`,
  };
}

function add(map: Map<string, Tally>, key: string, request: NotFoundRequest, { hostile, template }: PathFacts): void {
  const tally = map.get(key) ?? { rows: 0, hostile: 0, hostilePaths: new Set(), ordinaryPaths: new Set(), clients: new Set(), servedBefore: 0, knownHistory: 0 };
  map.set(key, tally);
  tally.rows += 1;
  if (hostile) tally.hostile += 1;
  (hostile ? tally.hostilePaths : tally.ordinaryPaths).add(template);
  if (request.client != null && !hostile) tally.clients.add(request.client);
  if (request.servedBefore != null && !hostile) tally.knownHistory += 1;
  if (request.servedBefore === true && !hostile) tally.servedBefore += 1;
}

function isSweep(tally: Tally | undefined): boolean {
  return tally !== undefined && tally.hostilePaths.size >= SWEEP_PATHS && tally.hostile >= SWEEP_SHARE * tally.rows;
}

/** Success history decides; without any, breadth of ordinary paths over clients of which few look hostile. */
function isLost(tally: Tally | undefined): boolean {
  if (tally === undefined || tally.ordinaryPaths.size < LOST_PATHS || tally.clients.size < LOST_CLIENTS) return false;
  return tally.knownHistory > 0 ? tally.servedBefore >= 0.5 * tally.knownHistory : tally.hostile <= 0.1 * tally.rows;
}
