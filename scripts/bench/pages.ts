import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, type CDPSession, type Page, chromium } from 'playwright-core';
import { z } from 'zod';
import { percentile, ratioOfMedians, rounded, spread } from './figures';
import { type Measured, measured } from './outcome';

/** Tall enough that all charts of a page are near the screen: those far below are not drawn until somebody scrolls. */
const viewport = { width: 1440, height: 2000 };
/** A page that drew nothing for so long is done. */
const QUIET_MS = 1_000;
const PATIENCE_MS = 20_000;
/** On a slow or busy machine fewer rounds have to do: never fewer than these, and none begins after the budget is spent. */
const LEAST_ROUNDS = 3;
const BUDGET_MS = 40_000;

const stateSchema = z.object({ now: z.number(), last: z.number().nullable(), drawings: z.number(), queryEnd: z.number().nullable(), answerEnd: z.number().nullable(), firstPaint: z.number().nullable(), frames: z.number(), loading: z.number(), charts: z.number() });
const hoverSchema = z.object({ moves: z.array(z.number()), idle: z.array(z.number()), answered: z.number() });
type PageState = z.infer<typeof stateSchema>;

export function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
}

/** Evaluates over the protocol: the page's Content-Security-Policy stays as it is and does not stand in the way. */
async function evaluate<T>(session: CDPSession, expression: string, schema: z.ZodType<T>): Promise<T> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
  if (exceptionDetails) throw new Error(`in the page: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
  return schema.parse(result.value);
}

/** Opens a page in a new profile with the probe in it; closes the profile afterwards. */
async function inFreshProfile<T>(browser: Browser, visit: (page: Page, session: CDPSession) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport, timezoneId: 'UTC', locale: 'en-GB', reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    await page.addInitScript({ path: path.join(import.meta.dirname, 'probe.browser.js') });
    return await visit(page, await context.newCDPSession(page));
  } finally {
    await context.close();
  }
}

/** Weir: no panel loads any more and a chart is there. */
const weirReady = (state: PageState) => state.frames > 0 && state.loading === 0 && state.charts > 0;
/** Others: something was drawn after the answer with the data. */
const peerReady = (state: PageState) => state.queryEnd !== null && state.last !== null && state.last >= state.queryEnd;

async function untilDrawn(session: CDPSession, ready: (state: PageState) => boolean, what: string): Promise<PageState> {
  const until = Date.now() + PATIENCE_MS;
  let state: PageState | null = null;
  while (Date.now() < until) {
    state = await evaluate(session, 'window.weirBench?.state() ?? null', stateSchema.nullable()).catch(() => null);
    if (state?.last != null && ready(state) && state.now - state.last > QUIET_MS) return state;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${what} drew no chart within ${PATIENCE_MS / 1000} s (${JSON.stringify(state)})`);
}

/** `ms`: to the last chart. The other times are stages on the way, from the same start; null: not seen. */
interface Load {
  readonly ms: number;
  readonly charts: number;
  readonly firstPaint: number | null;
  readonly answerEnd: number | null;
}

/** From the start of the navigation to the end of the frame with the last drawing, in a new profile (nothing cached). */
function loadTime(browser: Browser, url: string, kind: 'weir' | 'peer'): Promise<Load> {
  return inFreshProfile(browser, async (page, session) => {
    await page.goto(url, { waitUntil: 'commit' });
    const state = await untilDrawn(session, kind === 'weir' ? weirReady : peerReady, new URL(url).pathname);
    return { ms: state.last!, charts: kind === 'weir' ? state.charts : 1, firstPaint: state.firstPaint, answerEnd: state.answerEnd };
  });
}

/** One page that is loaded in turns with others; `url` gives the address of a round. */
export interface Racer {
  readonly name: string;
  readonly kind: 'weir' | 'peer';
  url(round: number): string;
}

/** Loads the pages in turns; who goes first changes each round. A page that cannot be drawn is left out, with the reason. */
export async function race(browser: Browser, racers: readonly Racer[], rounds: number) {
  const loads = new Map(racers.map(({ name }) => [name, [] as Load[]]));
  const failed: Record<string, string> = {};
  const began = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    if (round >= LEAST_ROUNDS && performance.now() - began > BUDGET_MS) break;
    const turn = racers.map((_, i) => racers[(i + round) % racers.length]!);
    for (const racer of turn) {
      if (failed[racer.name] !== undefined) continue;
      try {
        loads.get(racer.name)!.push(await loadTime(browser, racer.url(round), racer.kind));
      } catch (error) {
        failed[racer.name] = error instanceof Error ? error.message.split('\n')[0]! : String(error);
      }
    }
  }
  return { loads, failed };
}

type RaceResult = Awaited<ReturnType<typeof race>>;

/** Our page over the other one, with all racers of the run beside. */
export function raceOutcome({ loads, failed }: RaceResult, ours: string, theirs: string, note: string): Measured {
  const times = (name: string) => (loads.get(name) ?? []).map(({ ms }) => ms);
  const known = (values: readonly (number | null)[]) => spread(values.filter((value) => value !== null));
  const pages = Object.fromEntries([...loads].map(([name, each]) => [name, {
    timeToLastChartMs: spread(times(name)), firstPaintMs: known(each.map(({ firstPaint }) => firstPaint)), lastAnswerMs: known(each.map(({ answerEnd }) => answerEnd)), charts: each.at(-1)?.charts ?? null,
  }]));
  const ratios = Object.fromEntries([...loads.keys()].filter((name) => name !== ours).map((name) => [`vs ${name}`, ratioOfMedians(times(ours), times(name))]));
  const why = failed[theirs] ?? failed[ours];
  const ratio = why === undefined ? ratioOfMedians(times(ours), times(theirs)) : null;
  return measured(ratio, { pages, ratios, ...(Object.keys(failed).length > 0 ? { failed } : {}), note }, why ?? 'no page was loaded');
}

/** Hover and scripts of one page, in one visit. */
export async function measurePage(browser: Browser, url: string, stepsPerChart: number): Promise<{ readonly hover: Measured; readonly scripts: Measured }> {
  return inFreshProfile(browser, async (page, session) => {
    const bodies: Promise<{ readonly bytes: number; readonly gzip: number }>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script' || response.status() !== 200) return;
      bodies.push(response.body().then((body) => ({ bytes: body.length, gzip: gzipSync(body, { level: 6 }).length })));
    });
    await page.goto(url, { waitUntil: 'load' });
    await untilDrawn(session, weirReady, new URL(url).pathname);
    const files = await Promise.all(bodies);
    const sum = (key: 'bytes' | 'gzip') => files.reduce((total, file) => total + file[key], 0);
    const { moves, idle, answered } = await evaluate(session, `window.weirBench.hover(${stepsPerChart})`, hoverSchema);
    // Moves that change nothing on the screen would be a fast measurement of nothing.
    const real = answered > moves.length / 2;
    const p95 = percentile(moves, 0.95);
    return {
      hover: measured(real && p95 !== null ? rounded(p95) : null, { moveToAfterFrameMs: spread(moves), frameWithoutMoveMs: spread(idle), movesThatChangedTheTooltip: answered, note: 'from the start of a frame with the pointer event to the end of its paint; waiting for the frame is not in it' }, 'the pointer moves did not reach the charts'),
      scripts: measured(files.length > 0 ? rounded(sum('gzip') / 1000) : null, { files: files.length, gzipBytes: sum('gzip'), plainBytes: sum('bytes'), note: 'all scripts that / loads until its charts are drawn, gzip -6, kB of 1,000 bytes' }, 'the page loaded no script'),
    };
  });
}
