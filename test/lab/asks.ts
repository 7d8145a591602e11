import { readFileSync } from 'node:fs';
import path from 'node:path';
import { lastId } from './backend/answers';
import { type AppName, apps, type ClientShare, clientShare, type ProxyName, type Zone, zones } from './fleet';
import type { Random } from './random';

/** Why a request is made: what a fair reader would call a 404 on it. */
export type AskKind = 'application' | 'application-miss' | 'benign' | 'scanner';

/** One request to make. */
export interface Ask {
  readonly kind: AskKind;
  readonly proxy: ProxyName;
  /** The application whose host is asked; null: a host that nobody has. */
  readonly app: AppName | null;
  readonly method: 'GET' | 'POST';
  readonly host: string;
  readonly path: string;
  readonly userAgent: string;
  /** Loopback address of the client. */
  readonly from: string;
  /** Zone of an in-cluster client; null: it comes through the load balancer, which spreads evenly. */
  readonly clientZone: Zone | null;
}

const scannerPaths = readFileSync(path.join(import.meta.dirname, 'data', 'scanner-paths.tsv'), 'utf8')
  .split('\n').slice(1).map((line) => line.split('\t')[2] ?? '').filter((text) => text !== '');

const scannerAgents = ['Mozilla/5.0 zgrab/0.x', 'python-requests/2.31.0', 'Go-http-client/1.1', 'l9explore/1.2.2', 'curl/7.61.1', 'Nuclei - Open-source project (github.com/projectdiscovery/nuclei)', 'Mozilla/5.0'];
const browserAgents = ['Mozilla/5.0 (X11; Linux x86_64; rv:138.0) Gecko/20100101 Firefox/138.0', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'];
const serviceAgents: Readonly<Record<AppName, string>> = { shop: 'storefront/3.12', cart: 'storefront/3.12', legacy: 'report-mailer/1.0', apiserver: 'milo-controller-manager/v0.24.1' };
const benignPaths = ['/favicon.ico', '/robots.txt', '/apple-touch-icon.png', '/sitemap.xml', '/ads.txt'];

/** Share of application requests that come from inside the cluster. */
const internalShare = 0.94;
/** Share of POSTs, which a proxy cannot simply send again. */
const postShare: Readonly<Record<AppName, number>> = { shop: 0.3, cart: 0.3, legacy: 0, apiserver: 0.3 };

/** A request that an application serves. `posts` false: only those that a proxy may repeat. */
export function applicationAsk(random: Random, app: AppName, posts: boolean, clients: ClientShare = clientShare): Ask {
  const clientZone = random.next() < internalShare ? pickZone(random, clients) : null;
  const id = 1 + Math.floor(random.next() * lastId);
  const post = posts && random.next() < postShare[app];
  return {
    kind: 'application', proxy: apps[app].proxy, app, method: post ? 'POST' : 'GET', host: apps[app].host,
    path: post ? postPath(app, id) : getPath(random, app, id),
    userAgent: clientZone === null ? random.pick(browserAgents) : serviceAgents[app],
    from: clientZone === null ? `127.0.40.${1 + Math.floor(random.next() * 6)}` : `127.0.${10 + zones.indexOf(clientZone)}.${1 + Math.floor(random.next() * 2)}`,
    clientZone,
  };
}

/** A request for a thing that an application no longer has: it answers 404 itself. */
export function missingThingAsk(random: Random, clients: ClientShare = clientShare): Ask {
  const app = random.pick(['shop', 'cart', 'apiserver'] as const);
  const ask = applicationAsk(random, app, false, clients);
  const id = lastId + 1 + Math.floor(random.next() * 900);
  const missing: Readonly<Record<typeof app, string>> = { shop: `/api/products/${id}`, cart: `/cart/${id}`, apiserver: `/apis/resourcemanager.miloapis.com/v1alpha1/projects/${id}` };
  return { ...ask, kind: 'application-miss', path: missing[app] };
}

/** What browsers and crawlers ask for by themselves. */
export function benignAsk(random: Random): Ask {
  const app = random.pick(['shop', 'cart', 'legacy'] as const);
  return { ...applicationAsk(random, app, false), kind: 'benign', clientZone: null, path: random.pick(benignPaths), userAgent: random.pick(browserAgents), from: `127.0.40.${1 + Math.floor(random.next() * 6)}` };
}

/** A scanner's request, from one of so many addresses. */
export function scannerAsk(random: Random, addresses: number): Ask {
  const proxy: ProxyName = random.next() < 0.75 ? 'ingress' : 'gateway';
  const own = Object.values(apps).filter((app) => app.proxy === proxy);
  const known = random.next() < 0.5 ? random.pick(own) : null;
  const host = known?.host ?? (random.next() < 0.5 ? `203.0.113.${1 + Math.floor(random.next() * 250)}` : `${random.suffix(6)}.example.com`);
  const block = addresses > 4 ? 77 : 66;
  return {
    kind: 'scanner', proxy, app: known?.name ?? null, method: 'GET', host, path: random.pick(scannerPaths),
    userAgent: random.pick(scannerAgents), from: `127.0.${block}.${1 + Math.floor(random.next() * addresses)}`, clientZone: null,
  };
}

function pickZone(random: Random, clients: ClientShare): Zone {
  let rest = random.next();
  for (const zone of zones) {
    rest -= clients[zone];
    if (rest < 0) return zone;
  }
  return zones[zones.length - 1]!;
}

function postPath(app: AppName, id: number): string {
  if (app === 'shop') return '/api/orders';
  if (app === 'cart') return `/cart/${id}/items`;
  return '/apis/authorization.k8s.io/v1/subjectaccessreviews';
}

function getPath(random: Random, app: AppName, id: number): string {
  if (app === 'shop') return random.pick(['/api/products', `/api/products/${id}`, '/api/categories', `/api/orders/${id}`]);
  if (app === 'cart') return random.pick([`/cart/${id}`, `/cart/${id}`, '/']);
  if (app === 'legacy') return random.pick([`/reports/${id}`, `/static/${id}`, '/']);
  return random.pick(['/apis/resourcemanager.miloapis.com/v1alpha1/projects', `/apis/resourcemanager.miloapis.com/v1alpha1/projects/${id}`, '/apis/resourcemanager.miloapis.com/v1alpha1/organizations', '/api/v1/namespaces/milo-system/configmaps']);
}
