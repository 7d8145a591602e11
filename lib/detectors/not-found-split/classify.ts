import type { ClassEvidence, NotFoundClass } from '@/lib/domain/not-found-detail';
import { CAP, SCANNER_AT, readPath, type PathFacts } from '../shared/path-evidence';
import { userAgentEvidence, isCrawler } from './user-agent';

/** One 404 answer, or a group of equal ones (contracts.md, `weir classify-404`). Null and absent both mean: not known. */
export interface NotFoundRequest {
  readonly path: string;
  readonly host?: string | null | undefined;
  readonly method?: string | null | undefined;
  readonly userAgent?: string | null | undefined;
  readonly count?: number | null | undefined;
  readonly responder?: 'proxy' | 'backend' | 'unknown' | null | undefined;
  /** This host and path (or its template) was served before the window. */
  readonly servedBefore?: boolean | null | undefined;
  readonly client?: string | null | undefined;
  readonly clientEverServed?: boolean | null | undefined;
  /** Share of requests that found no route, 0..1: of the proxy instance that answered, and of its whole fleet. */
  readonly instanceMissShare?: number | null | undefined;
  readonly fleetMissShare?: number | null | undefined;
}

/** What other requests of the same window say about this one. */
export interface NotFoundContext {
  /** The client (or clients of the same user agent) asks for many hostile paths besides. */
  readonly sweep?: boolean | undefined;
  /** And next to nothing else: even what looks like a page is a probe then. */
  readonly onlySweeps?: boolean | undefined;
  /** The client was never served and walks through things that were never served and that hardly anybody else asks for. */
  readonly walks?: boolean | undefined;
  /** Most of what this client missed was served before. */
  readonly ordinaryClient?: boolean | undefined;
  /** Many clients miss many ordinary paths of this host, none of which was ever served: an application that is not routed yet. */
  readonly newApplication?: boolean | undefined;
  /** Several visitors miss the same ordinary paths of this host: something of it may be gone. */
  readonly hostMissesShared?: boolean | undefined;
  /** Of this host nothing is missed but artefacts of an old release, or nothing but by crawlers. */
  readonly staleOnly?: boolean | undefined;
  /** Distinct clients that missed the same host and path. */
  readonly clientsOnPath?: number | undefined;
  /** Ordinary paths of this host miss throughout, from many clients, or its successes ended. */
  readonly hostLost?: boolean | undefined;
  /** The proxy misses it on all instances alike, at a steady rate, while the host itself is served: no route was lost lately. */
  readonly steady?: boolean | undefined;
  /** The counters know the hosts of this fleet, and this one was never served in the window. */
  readonly hostNeverServed?: boolean | undefined;
}

/** `logOdds` is the sum of the evidence: scanner (+) against route miss (-). */
export interface NotFoundVerdict {
  readonly class: NotFoundClass;
  readonly logOdds: number;
  readonly evidence: readonly ClassEvidence[];
}

const ROUTE_MISS_AT = -1;
/** The parts of a path together: strong enough to stand against one contrary fact, not against two. */
const PATH_CAP = 3.5;
/** Evidence of the outside that a route existed: without one of these a request is never called a route miss. */
const PROVES_ROUTE = new Set(['served-before', 'instance-step', 'host-lost']);

/**
 * Tells what a 404 was. Hard facts first: an answer of an application is the application's own. Then capped log-odds, each part shown.
 * Path alone can say scanner or benign, never route miss. Never throws; linear in the length of the text.
 */
export function classifyNotFound(request: NotFoundRequest, context: NotFoundContext = {}): NotFoundVerdict {
  return request.responder === 'backend' ? applicationVerdict : classifyRead(request, readPath(request.path), context);
}

/** The same for a path that was read before. */
export function classifyRead(request: NotFoundRequest, path: PathFacts, context: NotFoundContext): NotFoundVerdict {
  if (request.responder === 'backend') return applicationVerdict;
  const evidence = [
    ...pathEvidence(request, path, isKnocking(path, context)),
    ...historyEvidence(request, path, context),
    ...userAgentEvidence(request.userAgent ?? null),
    ...methodEvidence(request.method ?? null),
    ...contextEvidence(request, context, path),
  ];
  return verdict(decide(request, evidence, path, context), evidence);
}

const applicationVerdict: NotFoundVerdict = { class: 'application', logOdds: 0, evidence: [{ code: 'answered-by-application', weight: 0 }] };

function decide(request: NotFoundRequest, evidence: readonly ClassEvidence[], path: PathFacts, context: NotFoundContext): NotFoundClass {
  const sum = total(evidence);
  const routeProved = request.servedBefore !== false && evidence.some((part) => PROVES_ROUTE.has(part.code));
  if (path.automatic) return request.servedBefore === true && !context.staleOnly ? 'route-miss' : 'benign';
  if (context.staleOnly && !path.hostile && !context.hostLost && !isInstanceStep(request)) return 'benign';
  if (routeProved && sum <= ROUTE_MISS_AT) return 'route-miss';
  if (!path.hostile && request.servedBefore === false && !routeProved && (path.staleAsset || isCrawler(request.userAgent ?? null))) return 'benign';
  if (sum < SCANNER_AT && request.servedBefore === false && request.clientEverServed === true && !routeProved && !path.interface && !path.hostile && !context.newApplication) return 'benign';
  return sum >= SCANNER_AT ? 'scanner' : 'unknown';
}

/**
 * The parts of the path score, scaled to one capped sum. Below the threshold a path is weak evidence (API probes and lost APIs look alike),
 * and none for a route where the host is known never to have served it.
 */
function pathEvidence(request: NotFoundRequest, { automatic, hostile, score }: PathFacts, knocking: boolean): ClassEvidence[] {
  if (automatic) return [{ code: 'automatic-request', weight: 0 }];
  const floor = request.servedBefore === false || knocking ? 0 : -0.9;
  const weight = hostile ? Math.min(PATH_CAP, score.total) : Math.max(floor, Math.min(0.8, 0.4 * score.total));
  if (!hostile) return [{ code: 'path', weight }];
  return score.parts.map((part) => ({ code: part.code, weight: (part.weight * weight) / score.total }));
}

/** A famous door, missed at a steady rate on a host that is served: this is no such system. */
const isKnocking = (path: PathFacts, { steady, hostMissesShared }: NotFoundContext) => path.famousDoor && steady === true && !hostMissesShared;

function historyEvidence(request: NotFoundRequest, path: PathFacts, context: NotFoundContext): ClassEvidence[] {
  const found: ClassEvidence[] = [];
  if (request.servedBefore === true) found.push({ code: 'served-before', weight: -CAP });
  if (request.servedBefore === false) found.push({ code: 'never-served', weight: 0.5 });
  // A scanner that got the start page was served too: beside hostile paths it says little.
  if (request.clientEverServed === true) found.push({ code: 'client-was-served', weight: (path.hostile || path.famousDoor) && request.servedBefore !== true ? -0.4 : -1.2 });
  if (request.clientEverServed === false) found.push({ code: 'client-never-served', weight: 0.6 });
  const stranger = request.servedBefore === false && request.clientEverServed === false;
  const probes = path.famousDoor ? request.servedBefore === false || (request.servedBefore == null && isKnocking(path, context)) : stranger && path.interface;
  if (probes && (!context.newApplication || context.sweep)) found.push({ code: 'interface-probe', weight: path.famousDoor ? 2 : 1.6 });
  if (isInstanceStep(request)) found.push({ code: 'instance-step', weight: stepWeight(request, path, context) });
  return found;
}

/** A step explains what was served; what never was, or what a sweep asks for, would have been missed anywhere. */
function stepWeight({ servedBefore }: NotFoundRequest, path: PathFacts, { sweep }: NotFoundContext): number {
  if (servedBefore === true) return -CAP;
  if (servedBefore === false) return -0.3;
  if (path.hostile) return sweep ? -0.4 : -1.2;
  return sweep ? -1.2 : -CAP;
}

/** One instance misses most of what it gets while its fleet (which may count it too) does not: whatever is asked there, routes are what lacks. */
export function isInstanceStep({ instanceMissShare: own, fleetMissShare: fleet }: NotFoundRequest): boolean {
  return own != null && fleet != null && own >= 0.5 && fleet <= own * 0.6;
}

function methodEvidence(method: string | null): ClassEvidence[] {
  const name = (method ?? '').slice(0, 12).toUpperCase();
  if (name === 'HEAD') return [{ code: 'method-head', weight: 0.3 }];
  return /^(?:TRACE|TRACK|CONNECT|PROPFIND|DEBUG|SEARCH)$/.test(name) ? [{ code: 'method-unusual', weight: 0.8 }] : [];
}

function contextEvidence(request: NotFoundRequest, context: NotFoundContext, path: PathFacts): ClassEvidence[] {
  const found: ClassEvidence[] = [];
  const crawler = isCrawler(request.userAgent ?? null);
  if (context.sweep && !crawler && request.servedBefore !== true) found.push({ code: 'client-sweeps', weight: request.clientEverServed === true && !path.hostile ? 0.4 : sweepWeight(path, context) });
  else if (context.walks && !crawler) found.push({ code: 'client-walks-list', weight: path.score.total > -0.5 || path.interface ? 1.6 : 0.5 });
  if (crawler && path.hostile) found.push({ code: 'crawler-by-name', weight: -0.8 });
  if (context.hostLost) found.push({ code: 'host-lost', weight: lostWeight(request, path, context) });
  if (context.ordinaryClient && request.servedBefore !== false) found.push({ code: 'ordinary-client', weight: -0.8 });
  if (!path.hostile && !path.famousDoor && !context.sweep && request.servedBefore !== false && (context.clientsOnPath ?? 0) >= 3) found.push({ code: 'many-clients-on-path', weight: -0.5 });
  if (context.staleOnly && !path.hostile && !isInstanceStep(request)) found.push({ code: 'only-old-things', weight: CAP });
  // Applications have names; who walks addresses looks for whatever answers.
  if (isAddress(request.host ?? null)) found.push({ code: 'host-is-address', weight: 0.8 });
  if (context.hostNeverServed && request.servedBefore !== true) found.push({ code: 'host-never-served', weight: 0.5 });
  if (context.steady) found.push({ code: 'steady-on-all-instances', weight: 1.2 });
  return found;
}

function sweepWeight(path: PathFacts, { onlySweeps, walks }: NotFoundContext): number {
  if (onlySweeps) return 1.8;
  if (walks) return 1.6;
  return path.score.total >= 1 || path.interface ? 1.2 : 0.3;
}

function lostWeight({ servedBefore }: NotFoundRequest, path: PathFacts, { sweep }: NotFoundContext): number {
  if (servedBefore === true) return -2;
  if (sweep) return -0.4;
  return path.hostile ? -1.2 : -2;
}

/** An IPv4 literal, or an IPv6 one in brackets, with or without a port. */
function isAddress(host: string | null): boolean {
  return host !== null && /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i.test(host);
}

function verdict(kind: NotFoundClass, evidence: readonly ClassEvidence[]): NotFoundVerdict {
  const rounded = evidence.map(({ code, weight }) => ({ code, weight: round(weight) }));
  return { class: kind, logOdds: round(total(rounded)), evidence: rounded };
}

const total = (evidence: readonly ClassEvidence[]) => evidence.reduce((sum, part) => sum + part.weight, 0);
const round = (value: number) => Math.round(value * 1000) / 1000;
