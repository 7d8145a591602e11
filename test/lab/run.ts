import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkCounts, nearMissesByCounter } from './counters';
import { zones } from './fleet';
import { Load } from './load';
import { savedByRetry } from './near-misses';
import { scrapeSeconds } from './prometheus';
import { seededRandom, seedOf, sleep } from './random';
import { scenarios } from './scenarios';
import type { ScenarioContext } from './scenarios/scenario';
import { type Addresses, type Stack, startStack } from './stack';
import { regimes, tally } from './tally';
import type { ScenarioName, Truth } from './truth';

const root = path.resolve(import.meta.dirname, '..', '..');

export interface RunOptions {
  /** Length of the whole scenario; its free stretches are made longer or shorter. */
  readonly minutes?: number;
  readonly out?: string;
  /** How long the caller means to keep the stack after the scenario; the watchdog waits for it. */
  readonly holdMinutes?: number;
  readonly victoria?: boolean;
  readonly log?: (text: string) => void;
  /** Called when the stack stands, before the load begins. */
  readonly onReady?: (stack: Stack) => void;
}

export interface RunResult {
  readonly truth: Truth;
  readonly addresses: Addresses;
  readonly stack: Stack;
  /** Load that is still on: only the base load, until `stop`. */
  readonly load: Load;
  /** Ends everything. */
  stop(): Promise<void>;
}

/** Runs a scenario on a stack of its own and returns with the stack still up and the truth written. The caller must call `stop`. */
export async function runScenario(name: ScenarioName, options: RunOptions = {}): Promise<RunResult> {
  const scenario = scenarios[name];
  const log = options.log ?? (() => undefined);
  const folder = path.resolve(options.out ?? path.join(root, '.lab', name));
  const minutes = options.minutes ?? scenario.minutes;
  const stack = await startStack({ ...scenario.stack, folder, seed: name, victoria: options.victoria ?? scenario.stack?.victoria ?? false, lifetimeMs: (minutes + (options.holdMinutes ?? 0) + 15) * 60_000 });
  const failed = failureOf(stack);
  try {
    options.onReady?.(stack);
    const load = new Load(stack, seededRandom(seedOf(`${name}/load`)));
    const context = contextOf(stack, load, minutes / scenario.minutes, failed, log);
    await context.wait(2 * scrapeSeconds); // every counter is scraped before its first request
    const from = Date.now();
    load.start();
    await scenario.run(context);
    await load.stop();
    const to = Date.now();
    log('load has ended; waiting for the last scrapes');
    await context.wait(3 * scrapeSeconds);
    const truth = await writeTruth(name, stack, context, load, from, to);
    return { truth, addresses: stack.addresses(), stack, load, stop: () => stack.stop() };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

function failureOf(stack: Stack): Promise<never> {
  const failed = new Promise<never>((_resolve, reject) => {
    stack.supervisor.onUnexpectedExit = (part, code) => reject(new Error(`${part} ended by itself (code ${code}); see ${path.join(stack.folder, 'logs', `${part}.log`)}`));
  });
  failed.catch(() => undefined); // it may come when nobody waits
  return failed;
}

function contextOf(stack: Stack, load: Load, scale: number, failed: Promise<never>, log: (text: string) => void): ScenarioContext {
  const wait = (seconds: number) => Promise.race([sleep(seconds * 1000), failed]);
  return { stack, load, events: [], rollouts: [], log, wait, stretch: (seconds) => wait(seconds * Math.max(0.5, scale)) };
}

async function writeTruth(scenario: ScenarioName, stack: Stack, context: ScenarioContext, load: Load, from: number, to: number): Promise<Truth> {
  const rollouts = [];
  for (const rollout of context.rollouts) {
    rollouts.push({
      ...rollout, nearMisses: await savedByRetry(stack.jaeger.url, load.outcomes, rollout),
      nearMissesByCounter: await nearMissesByCounter(stack.prometheusUrl, rollout), checks: await checkCounts(stack.prometheusUrl, rollout),
    });
  }
  const truth: Truth = {
    scenario, startedAt: stack.startedAt, from, to, scrapeSeconds, zones,
    events: [...context.events, ...regimes(load.outcomes, context.events, from, to, zones)],
    ...tally(load.outcomes), rollouts,
  };
  writeFileSync(path.join(stack.folder, 'truth.json'), `${JSON.stringify(truth, null, 2)}\n`);
  return truth;
}

/** Has Weir's own command line write a recording of the run. Resolves with its exit code. */
export function record(truth: Truth, addresses: Addresses, file: string): Promise<number> {
  const args = ['run', '-s', 'weir', '--', 'record', '--env', 'lab', '--from', String(truth.from), '--to', String(truth.to + 2 * scrapeSeconds * 1000), '--out', path.resolve(file)];
  return new Promise((resolve) => {
    const child = spawn('npm', args, { cwd: root, stdio: 'inherit', env: { ...process.env, WEIR_CONFIG: addresses.weirConfig }, timeout: 300_000 });
    child.once('exit', (code) => resolve(code ?? 1));
    child.once('error', () => resolve(1));
  });
}
