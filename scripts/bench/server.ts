import { readFileSync, readdirSync } from 'node:fs';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { median, percentile, ratioOfMedians, rounded, spread } from './figures';
import { type Measured, measured } from './outcome';

/** A stretch of time, both ends in epoch ms. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

const querySchema = z.object({ source: z.string(), query: z.string(), range: z.object({ from: z.number(), to: z.number(), stepMs: z.number() }) });
const overviewSchema = z.object({ range: z.object({ from: z.number(), to: z.number() }), queries: z.array(querySchema), failures: z.array(z.unknown()), data: z.object({ findings: z.array(z.unknown()) }) });

export type RawQuery = z.infer<typeof querySchema>;

/** On a slow or busy machine fewer rounds have to do: never fewer than these, and none begins after the budget is spent. */
const LEAST_ROUNDS = 3;
const BUDGET_MS = 45_000;

const agent = new Agent({ keepAliveTimeout: 30_000, connections: 16 });

/** Asks, reads the answer to its end, and gives the text. Throws when it is not 2xx. */
async function read(url: string, form?: URLSearchParams): Promise<string> {
  const answer = await request(url, { dispatcher: agent, ...(form ? { method: 'POST' as const, body: form.toString(), headers: { 'content-type': 'application/x-www-form-urlencoded' } } : {}) });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${new URL(url).pathname} answered ${answer.statusCode}: ${text.slice(0, 200)}`);
  return text;
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly result: T }> {
  const began = performance.now();
  const result = await work();
  return { ms: performance.now() - began, result };
}

const overviewUrl = (app: string, env: string, { from, to }: Window) => `${app}/api/v1/overview?${new URLSearchParams({ env, from: String(from), to: String(to) }).toString()}`;

/** The overview's answer, with what it asked of the store: each question once. Throws when a source failed. */
export async function askOverview(app: string, env: string, window: Window) {
  const overview = overviewSchema.parse(JSON.parse(await read(overviewUrl(app, env, window))));
  if (overview.failures.length > 0) throw new Error(`the overview is not complete: ${JSON.stringify(overview.failures).slice(0, 300)}`);
  const distinct = new Map(overview.queries.map((query) => [`${query.query} ${query.range.from} ${query.range.to} ${query.range.stepMs}`, query]));
  return { range: overview.range, queries: [...distinct.values()], findings: overview.data.findings.length };
}

/**
 * Questions that a Prometheus has answered so far, by its own counter. The app counts them, too, but its /metrics looks around
 * by itself and would count along.
 */
async function questionsAnswered(store: string): Promise<number> {
  const lines = (await read(`${store}/metrics`)).split('\n').filter((line) => /^prometheus_http_requests_total\{.*handler="\/api\/v1\/query(_range)?"/.test(line));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

function shifted(query: RawQuery, byMs: number): URLSearchParams {
  const seconds = (ms: number) => String((ms + byMs) / 1000);
  return new URLSearchParams({ query: query.query, start: seconds(query.range.from), end: seconds(query.range.to), step: String(query.range.stepMs / 1000) });
}

/**
 * The overview against the questions behind it, in turns. Each round asks about a range that nobody asked about before; who
 * goes first changes from round to round, because the second one finds the store's pages warm.
 */
export async function measureServer(job: { readonly app: string; readonly env: string; readonly store: string; readonly windows: readonly Window[] }): Promise<{ readonly overhead: Measured; readonly queries: Measured }> {
  const { app, env, store, windows: [first, ...rest] } = job;
  if (!first) throw new RangeError('windows: expected at least one');
  const began = performance.now();
  const before = await questionsAnswered(store);
  const template = await askOverview(app, env, first);
  const sent = (await questionsAnswered(store)) - before;
  const endpoint = `${store}/api/v1/query_range`;
  const [pages, slowest, sums, parallel]: [number[], number[], number[], number[]] = [[], [], [], []];
  const alone = template.queries.map(() => [] as number[]);

  const page = async (window: Window) => { pages.push((await timed(() => read(overviewUrl(app, env, window)))).ms); };
  const raw = async (window: Window) => {
    const by = window.from - first.from;
    const times: number[] = [];
    for (const query of template.queries) times.push((await timed(() => read(endpoint, shifted(query, by)))).ms);
    times.forEach((ms, i) => alone[i]!.push(ms));
    slowest.push(Math.max(...times));
    sums.push(times.reduce((sum, ms) => sum + ms, 0));
    parallel.push((await timed(() => Promise.all(template.queries.map((query) => read(endpoint, shifted(query, by)))))).ms);
  };
  for (const [round, window] of rest.entries()) {
    if (round >= LEAST_ROUNDS && performance.now() - began > BUDGET_MS) break;
    for (const part of round % 2 === 0 ? [page, raw] : [raw, page]) await part(window);
  }
  const names = template.queries.map(({ query }, i) => ({ query, medianMs: rounded(median(alone[i]!) ?? 0) })).sort((a, b) => b.medianMs - a.medianMs);
  return {
    overhead: measured(ratioOfMedians(pages, slowest), {
      rounds: pages.length, overviewMs: spread(pages), slowestRawQueryMs: spread(slowest), rawInParallelMs: spread(parallel), rawOneAfterAnotherMs: spread(sums),
      overviewVsRawInParallel: ratioOfMedians(pages, parallel), findings: template.findings, slowest: names.slice(0, 3),
    }),
    queries: measured(sent > 0 ? sent : null, { answeredByPrometheus: sent, listedInTheAnswer: template.queries.length, note: 'by Prometheus\' own counter; with those for which metrics exist and how often a process was scraped' }, 'Prometheus counted no question'),
  };
}

/** Resident memory of a process and all below it in MB, after `count` requests of a mixed kind. */
export async function measureMemory(job: { readonly app: string; readonly pid: number; readonly requests: readonly string[]; readonly count: number; readonly atStartMb: number | null }): Promise<Measured> {
  const { app, pid, requests, count, atStartMb } = job;
  const before = residentMb(pid);
  if (before === null) return { value: null, reason: 'memory of a process is read from /proc, which this system does not have' };
  const times: number[] = [];
  for (let i = 0; i < count; i += 1) times.push((await timed(() => read(app + requests[i % requests.length]!))).ms);
  const after = residentMb(pid);
  return measured(after === null ? null : Math.round(after), { atStartMb: atStartMb === null ? null : Math.round(atStartMb), beforeMb: Math.round(before), requests: count, requestP50Ms: rounded(median(times) ?? 0), requestP95Ms: rounded(percentile(times, 0.95) ?? 0), note: 'after all other measurements of this run; Prometheus and the browser are not in it' }, 'the app ended');
}

/** Resident memory of a process and all below it in MB; null where there is no /proc. */
export function residentMb(pid: number): number | null {
  try {
    const parents = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((name) => {
      const status = statusOf(Number(name));
      return status ? [{ pid: Number(name), parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0), kb: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) }] : [];
    });
    const family = new Set([pid]);
    for (let grew = true; grew;) {
      const before = family.size;
      for (const one of parents) if (family.has(one.parent)) family.add(one.pid);
      grew = family.size > before;
    }
    const kb = parents.filter((one) => family.has(one.pid)).reduce((sum, one) => sum + one.kb, 0);
    return kb > 0 ? kb / 1024 : null;
  } catch {
    return null;
  }
}

function statusOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return null; // It ended meanwhile.
  }
}

/** Closes the connections, so that the process can end. */
export const closeConnections = (): Promise<void> => agent.close();
