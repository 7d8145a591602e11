import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { NotFoundClass } from '@/lib/domain/not-found-detail';
import { chance } from './not-found-replay';

const FIXTURES = path.resolve(import.meta.dirname, '../../fixtures/not-found');
const rowsOf = (name: string) => readFileSync(path.join(FIXTURES, name), 'utf8').split('\n').slice(1).filter((line) => line !== '').map((line) => line.split('\t'));

function grouped(rows: readonly string[][], keyOf: (row: string[]) => string): Map<string, string[][]> {
  const groups = new Map<string, string[][]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

export interface Route { readonly method: string; readonly path: string; readonly template: string }
export interface App { readonly host: string; readonly routes: readonly Route[] }
/** One request of a session; `after` in seconds from its first. */
export interface Ask { readonly after: number; readonly method: string; readonly path: string; readonly userAgent: string }

/** A request of the replay with its truth. `served`: it got its answer (no 404). */
export interface Event {
  readonly at: number;
  readonly pod: number;
  readonly host: string;
  readonly path: string;
  readonly template: string;
  readonly method: string;
  readonly userAgent: string;
  readonly client: string;
  readonly truth: NotFoundClass | 'new' | 'removed';
  readonly served: boolean;
}

export type Fault = 'none' | 'pod' | 'host' | 'prefix' | 'new-app' | 'removed' | 'old-assets' | 'old-urls' | 'wordpress-lost';

export interface Plan {
  readonly seed: number;
  readonly fault: Fault;
  /** Scanner sessions times this. */
  readonly scan?: number;
  readonly minutes?: number;
}

export interface Course {
  readonly events: readonly Event[];
  readonly apps: readonly App[];
  readonly history: ReadonlySet<string>;
  readonly from: number;
  readonly to: number;
  readonly pods: number;
  readonly fault: Fault;
  /** The fault lies in [begin, end), seconds. */
  readonly begin: number;
  readonly end: number;
  readonly victim: string;
  /** Pod that lost its routes. */
  readonly lostPod: number | null;
}

export const PODS = 5;
const SITE_APPS = 5;
const RPS = 10;
const SESSIONS_PER_MINUTE = 1.2;
/** Requests of the history that "served before" is taken from. */
const HISTORY = 30_000;
const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36', 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15',
];
const API_CLIENTS = ['okhttp/4.12.0', 'Go-http-client/2.0', 'python-requests/2.31.0', 'axios/1.7.2', BROWSERS[0]!];
const CRAWLERS = ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'];

const apps: readonly App[] = [...grouped(rowsOf('legit-extract.tsv'), ([app]) => app!)].map(([app, rows]) => ({
  host: `${app}.example.org`, routes: rows.map(([, , method, text, template]) => ({ method: method!, path: text!, template: template! })),
}));

/** Sessions of the logs by label, in their order and spacing. */
const sessions = [...grouped(rowsOf('sessions.tsv'), ([source, session, , label]) => `${source} ${session} ${label}`)].map(([key, rows]) => {
  const sorted = [...rows].sort((a, b) => Number(a[2]) - Number(b[2]));
  const start = Number(sorted[0]![2]);
  return { label: key.split(' ').at(-1)!, asks: sorted.map(([source, , at, , method, text, userAgent], n): Ask => ({ after: source === 'crowdsec-hub' ? n : Number(at) - start, method: method!, path: text!, userAgent: userAgent! })) };
});
const sessionsOf = (label: string) => sessions.filter((one) => one.label === label);

/** A course of traffic on five hosts and five pods with one fault; the same plan gives the same course. */
export function play(plan: Plan): Course {
  const random = chance(plan.seed * 7919 + 13);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const shuffled = <T>(list: readonly T[]): T[] => list.map((one) => [random(), one] as const).sort(([a], [b]) => a - b).map(([, one]) => one);
  const from = 0;
  const to = (plan.minutes ?? 40) * 60;
  const wordpress = apps.find(({ host }) => host.startsWith('wordpress'))!;
  const chosen = plan.fault === 'wordpress-lost' ? [wordpress, ...shuffled(apps.filter((app) => app !== wordpress)).slice(0, SITE_APPS - 1)] : shuffled(apps).slice(0, SITE_APPS);
  const site = chosen.map(({ host, routes }) => ({ host, routes: shuffled(routes) }));
  const zipf = <T>(list: readonly T[]): T => list[Math.min(list.length - 1, Math.floor(Math.exp(random() * Math.log(list.length + 1)) - 1))]!;
  const victim = plan.fault === 'wordpress-lost' ? site[0]! : pick(site);
  const lostPod = plan.fault === 'pod' ? Math.floor(random() * PODS) : null;
  const length = (2 + 13 * random()) * 60;
  const begin = 15 * 60 + random() * (to - 15 * 60 - length);
  const prefix = prefixOf(victim, random);
  const visitors = Array.from({ length: 250 }, (_, at) => ({ client: `198.51.100.${at}` }));
  const agentOf = new Map<string, string>();
  const agent = (client: string, host: string) => {
    const key = `${client} ${host}`;
    const known = agentOf.get(key) ?? pick(/argo|digital|harbor|nakadi/.test(host) ? API_CLIENTS : BROWSERS);
    agentOf.set(key, known);
    return known;
  };
  const history = new Set<string>();
  const isNew = (host: string) => plan.fault === 'new-app' && host === victim.host;
  for (let n = 0; n < HISTORY; n += 1) {
    const app = zipf(site);
    const route = zipf(app.routes);
    if (!isNew(app.host)) history.add(`${app.host} ${route.template}`);
  }
  const events: Event[] = [];
  const lost = (host: string, text: string, pod: number, at: number): Event['truth'] | null => {
    if (isNew(host)) return 'new';
    if (plan.fault === 'removed') return host === victim.host ? 'removed' : null;
    if (at < begin || at >= begin + length) return null;
    if (plan.fault === 'pod') return pod === lostPod ? 'route-miss' : null;
    if (plan.fault === 'host' || plan.fault === 'wordpress-lost') return host === victim.host ? 'route-miss' : null;
    return plan.fault === 'prefix' && host === victim.host && text.startsWith(prefix) ? 'route-miss' : null;
  };
  for (let n = 0; n < RPS * (to - from); n += 1) {
    const at = from + random() * (to - from);
    const [app, pod, visitor] = [zipf(site), Math.floor(random() * PODS), pick(visitors)];
    const route = zipf(app.routes);
    const truth = lost(app.host, route.path, pod, at) ?? (random() < 0.003 ? 'application' : null);
    events.push({ at, pod, host: app.host, path: route.path, template: route.template, method: route.method, userAgent: agent(visitor.client, app.host), client: visitor.client, truth: truth ?? 'application', served: truth === null });
  }
  const serves = new Set(site.flatMap(({ host, routes }) => routes.map((route) => `${host} ${route.path}`)));
  const ask = (one: Ask, start: number, host: string, client: string, truth: 'scanner' | 'benign') => {
    const at = start + one.after;
    const pod = Math.floor(random() * PODS);
    if (at >= to) return;
    const served = serves.has(`${host} ${one.path}`) && lost(host, one.path, pod, at) === null;
    events.push({ at, pod, host, path: one.path, template: one.path, method: one.method, userAgent: one.userAgent, client, truth, served });
  };
  const count = (perMinute: number) => Math.round((perMinute * (to - from)) / 60);
  for (let n = 0; n < count(SESSIONS_PER_MINUTE * (plan.scan ?? 1)); n += 1) {
    const session = pick(sessionsOf('scan'));
    const [start, host, client] = [from + random() * (to - from), pick(site).host, `203.0.113.${n % 250}-${Math.floor(n / 250)}`];
    // Some scanners fetch the start page first, and get it.
    if (random() < 0.15) events.push({ at: start - 1, pod: 0, host, path: '/', template: '/', method: 'GET', userAgent: session.asks[0]!.userAgent, client, truth: 'scanner', served: true });
    for (const one of session.asks) ask(one, start, host, client, 'scanner');
  }
  backupScan(random, plan.scan ?? 1, to).forEach(({ client, asks, start }) => asks.forEach((one) => ask(one, start, site[0]!.host, client, 'scanner')));
  for (const label of ['stale', 'auto'] as const) {
    for (let n = 0; n < count(label === 'stale' ? 1.2 : 0.4); n += 1) {
      const [session, known] = [pick(sessionsOf(label)), random() < 0.5];
      const client = known ? pick(visitors).client : `192.0.2.${n % 250}`;
      const start = from + random() * (to - from);
      for (const one of session.asks.slice(0, 20)) ask(one, start, pick(site).host, client, 'benign');
    }
  }
  if (plan.fault === 'old-assets') {
    const old = Array.from({ length: 12 }, () => `/assets/${pick(['index', 'vendor', 'chunk', 'main'])}-${Array.from({ length: 8 }, () => pick([...'abcdef0123456789'])).join('')}.${pick(['js', 'css'])}`);
    for (const text of old) history.add(`${victim.host} ${text}`);
    for (let n = 0; n < 200; n += 1) {
      const client = pick(visitors).client;
      ask({ after: 0, method: 'GET', path: pick(old), userAgent: agent(client, victim.host) }, begin + random() * length, victim.host, client, 'benign');
    }
  }
  if (plan.fault === 'old-urls') {
    const [pages, crawler] = [Array.from({ length: 120 }, (_, n) => `/${pick(['blog', 'news', 'products', 'docs'])}/${2009 + (n % 12)}/${pick(['summer', 'launch', 'guide', 'notes'])}-${n}`), pick(CRAWLERS)];
    pages.forEach((text, n) => { if (n % 2 === 0) history.add(`${victim.host} ${text}`); ask({ after: 0, method: 'GET', path: text, userAgent: crawler }, random() * to, victim.host, '192.0.2.66', 'benign'); });
  }
  return { events: events.sort((a, b) => a.at - b.at), apps: site, history, from, to, pods: PODS, fault: plan.fault, begin, end: begin + length, victim: victim.host, lostPod };
}

/** Longest first segments that hold some, but not all, of an application's routes. */
function prefixOf({ routes }: App, random: () => number): string {
  const heads = [...new Set(routes.map((route) => route.path.split('/').slice(0, 4).join('/')))].filter((head) => {
    const held = routes.filter((route) => route.path.startsWith(head)).length;
    return held >= 2 && held < routes.length;
  });
  return heads[Math.floor(random() * heads.length)] ?? routes[0]!.path;
}

/** The scan of 2022: HEAD requests for names of backups from some 240 addresses, at most seven each, most of them one. */
function backupScan(random: () => number, times: number, to: number) {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const name = () => `/${pick(['backup', 'www', 'site', 'example', 'example.org', 'public_html', 'db', 'dump', 'web', 'old', 'wwwroot', 'data', 'sql', '2021', '2022', 'archive', 'files', 'home', 'html', 'upload', 'back', 'bak'])}${pick(['', '', '_1', '-old', '2022'])}.${pick(['zip', 'tar.gz', 'rar', 'sql', 'tgz', '7z', 'sql.gz', 'bak', 'tar'])}`;
  return Array.from({ length: 240 * Math.min(times, 3) }, (_, at) => {
    const asks = random() < 0.75 ? 1 : 2 + Math.floor(random() * 6);
    return { client: `2001:db8::${(at + 1).toString(16)}`, start: random() * to, asks: Array.from({ length: asks }, (_one, n): Ask => ({ after: n * 40 * random(), method: 'HEAD', path: name(), userAgent: random() < 0.97 ? '' : BROWSERS[0]! })) };
  });
}
