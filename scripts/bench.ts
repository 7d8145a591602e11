/*
 * npm run bench: one JSON object on standard output (contracts.md section 6), progress on standard error. All figures of one
 * run belong together: same machine, same data, things that are compared measured in turns.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { Supervisor } from '../test/lab/supervisor';
import { STEP_SECONDS } from './bench/model';
import { type Measured, type Outcomes, report } from './bench/outcome';
import { type Racer, launch, measurePage, race, raceOutcome } from './bench/pages';
import { measureAttribution, measureClassification, measureDetectors } from './bench/pure';
import { type Window, askOverview, closeConnections, measureMemory, measureServer, residentMb } from './bench/server';
import { type Store, startPrometheus, startVictoria } from './bench/stores';
import { type UiKind, findUi, uiUrl, weirYaml } from './bench/addresses';
import { ensureChromium, root } from './shared/prepare.mjs';
import { freePort, serveApp } from './shared/serve.mjs';

const LIFETIME_MS = 8 * 60_000;
const DATA_HOURS = 2.5;
/** What a page shows when nobody asks for more. */
const WINDOW_MS = 3_600_000;
const SERVER_ROUNDS = 9;
const PAGE_ROUNDS = 5;
const MEMORY_REQUESTS = 200;

const began = Date.now();
const say = (text: string) => console.error(`bench: ${((Date.now() - began) / 1000).toFixed(0).padStart(3)} s  ${text}`);
const folder = mkdtempSync(path.join(os.tmpdir(), 'weir-bench-'));
const supervisor = new Supervisor(folder, LIFETIME_MS);
const endings: (() => Promise<unknown>)[] = [];
let interrupted = false;

/** Ends what was started, last first; what is gone already is no trouble. */
async function cleanUp(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end().catch(() => undefined);
  await supervisor.stopAll();
  rmSync(folder, { recursive: true, force: true });
}

const stepMs = STEP_SECONDS * 1000;
const dataTo = Math.floor((Date.now() - 2 * 60_000) / stepMs) * stepMs;
const range = { from: (dataTo - DATA_HOURS * 3_600_000) / 1000, to: dataTo / 1000 };
let windowsUsed = 0;

/** A range of an hour that nobody asked about before: one step earlier each time. */
function freshWindow(): Window {
  const to = dataTo - windowsUsed * stepMs;
  windowsUsed += 1;
  return { from: to - WINDOW_MS, to };
}

/** The outcome of a measurement; one that breaks gives null with the reason, and the others go on. */
async function attempt<T>(what: string, work: () => Promise<T> | T, otherwise: (reason: string) => T): Promise<T> {
  say(what);
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0]! : String(error);
    say(`${what}: ${reason}`);
    return otherwise(reason);
  }
}

const none = (reason: string): Measured => ({ value: null, reason });
const storeFailed = (reason: string): Store => ({ url: null, reason });

async function main(): Promise<void> {
  const loadBefore = os.loadavg()[0];
  const outcomes: Record<string, Measured> = {};
  outcomes.detectorsMsPerMillionPoints = await attempt('detectors', () => measureDetectors(), none);
  outcomes.attributePerSecond = await attempt('attribution', () => measureAttribution(), none);
  outcomes.classifyPerSecond = await attempt('classification', () => measureClassification(), none);
  const prometheus = await attempt('Prometheus: two and a half hours of a modelled fleet', () => startPrometheus(supervisor, folder, range), storeFailed);
  const victoria = await attempt('VictoriaMetrics: the same', () => startVictoria(supervisor, folder, range), storeFailed);
  Object.assign(outcomes, await measureApp(prometheus, victoria));
  const circumstances = {
    seconds: Math.round((Date.now() - began) / 1000), node: process.version, cpus: os.cpus().length, cpu: os.cpus()[0]?.model ?? null,
    loadBefore, loadAfter: os.loadavg()[0], windowHours: WINDOW_MS / 3_600_000, stepSeconds: STEP_SECONDS,
    prometheus: prometheus.url === null ? prometheus.reason : prometheus.data, victoria: victoria.url === null ? victoria.reason : victoria.data,
    note: 'real stores, modelled traffic; compare only figures of one run, and read the load before trusting any',
  };
  // What broke only because the run was ended is no result.
  if (!interrupted) console.log(JSON.stringify(report(outcomes as Outcomes, circumstances), null, 2));
}

async function measureApp(prometheus: Store, victoria: Store): Promise<Outcomes> {
  const stores = [['prometheus', prometheus], ['victoria', victoria]] as const;
  const environments = stores.flatMap(([name, store]) => (store.url === null ? [] : [{ name, url: store.url }]));
  const config = path.join(folder, 'weir.yaml');
  if (environments.length > 0) writeFileSync(config, weirYaml(environments));
  say(environments.length > 0 ? 'the app, live' : 'the app, on its bundled recordings');
  const app = await serveApp({ port: await freePort(), env: { WEIR_CONFIG: environments.length > 0 ? config : '', WEIR_RECORDINGS: environments.length > 0 ? '' : path.join(root, 'public/recordings') } });
  endings.push(app.stop);
  // The plain script that starts it has no types.
  const { pid = -1 } = app.child as ChildProcess;
  const atStartMb = residentMb(pid);
  const outcomes: Record<string, Measured> = {};
  if (prometheus.url === null) outcomes.serverOverhead = outcomes.queriesPerPage = none(prometheus.reason);
  else {
    const store = prometheus.url;
    const windows = Array.from({ length: SERVER_ROUNDS + 1 }, freshWindow);
    const { overhead, queries } = await attempt(`server: ${SERVER_ROUNDS} rounds`, () => measureServer({ app: app.url, env: 'prometheus', store, windows }), (reason) => ({ overhead: none(reason), queries: none(reason) }));
    Object.assign(outcomes, { serverOverhead: overhead, queriesPerPage: queries });
  }
  Object.assign(outcomes, await measureInBrowser(app.url, prometheus, victoria));
  outcomes.rssMb = await attempt(`memory: ${MEMORY_REQUESTS} requests`, () => measureMemory({ app: app.url, pid, requests: mixedRequests(environments[0]?.name ?? null), count: MEMORY_REQUESTS, atStartMb }), none);
  return outcomes;
}

/** What users ask for: pages, the overview, each question; ten ranges, each several times. */
function mixedRequests(env: string | null): string[] {
  const ranges = env === null ? [''] : Array.from({ length: 10 }, freshWindow).map(({ from, to }) => `?${new URLSearchParams({ env, from: String(from), to: String(to) }).toString()}`);
  return ranges.flatMap((query) => [`/api/v1/overview${query}`, `/${query}`, `/zones${query}`, `/api/v1/detectors/zone-flapping${query}`]);
}

const browserNames = ['pageVsPrometheusUi', 'pageVsVmui', 'hoverP95Ms', 'scriptKbPerPage'] as const;

async function measureInBrowser(app: string, prometheus: Store, victoria: Store): Promise<Outcomes> {
  const outcomes: Record<string, Measured> = {};
  const browser = await attempt<Browser | string>('browser', async () => {
    const launched = await launch(ensureChromium());
    endings.push(() => launched.close());
    return launched;
  }, (reason) => reason);
  if (typeof browser === 'string') return Object.fromEntries(browserNames.map((name) => [name, none(browser)]));
  const page = (env: string, pathname: string, { from, to }: Window) => `${app}${pathname}?${new URLSearchParams({ env, from: String(from), to: String(to) }).toString()}`;
  const versus = async (store: Store, env: string, kind: UiKind): Promise<Measured> => {
    if (store.url === null) return none(store.reason);
    const ui = await findUi(kind, store.url);
    if (ui === null) return none(`this build of ${kind === 'vmui' ? 'VictoriaMetrics' : 'Prometheus'} serves no graph page of its own`);
    const theirs = store.url + ui;
    const asked = (await askOverview(app, env, freshWindow())).queries.find(({ query }) => query.includes('skipper_proxy_total_duration_seconds_count'))?.query;
    if (asked === undefined) return none('the overview did not ask for requests by zone');
    const windows = Array.from({ length: PAGE_ROUNDS }, freshWindow);
    const byZone = 'sum by (az) (rate(skipper_proxy_total_duration_seconds_count{job="skipper"}[1m]))';
    const racers: Racer[] = [
      { name: 'weir', kind: 'weir', url: (round) => page(env, '/zones', windows[round]!) },
      { name: 'sameQuery', kind: 'peer', url: (round) => uiUrl(kind, theirs, asked, windows[round]!) },
      { name: 'ratesByZone', kind: 'peer', url: (round) => uiUrl(kind, theirs, byZone, windows[round]!) },
    ];
    const note = 'whole zones page of Weir (all its questions and charts) over one chart of the other page; new profile each time. sameQuery: the counters that Weir asks for; ratesByZone: what a person would type';
    return raceOutcome(await race(browser, racers, PAGE_ROUNDS), 'weir', 'sameQuery', `${note}; the other page: ${ui}`);
  };
  outcomes.pageVsPrometheusUi = await attempt(`zones page and Prometheus' own: ${PAGE_ROUNDS} rounds`, () => versus(prometheus, 'prometheus', 'prometheus'), none);
  outcomes.pageVsVmui = await attempt(`zones page and vmui: ${PAGE_ROUNDS} rounds`, () => versus(victoria, 'victoria', 'vmui'), none);
  const overview = prometheus.url !== null ? page('prometheus', '/', freshWindow()) : victoria.url !== null ? page('victoria', '/', freshWindow()) : `${app}/`;
  const { hover, scripts } = await attempt('hover and scripts of the overview', () => measurePage(browser, overview, 60), (reason) => ({ hover: none(reason), scripts: none(reason) }));
  return { ...outcomes, hoverP95Ms: hover, scriptKbPerPage: scripts };
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    interrupted = true;
    say(`ended by ${signal}`);
    void cleanUp().finally(() => process.exit(signal === 'SIGINT' ? 130 : 143));
  });
}

try {
  await main();
} catch (error) {
  console.error(`weir: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await closeConnections();
  await cleanUp();
}
