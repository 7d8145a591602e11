/**
 * The lab's command line: `npm run lab -- setup | list | <scenario> [--minutes M] [--record FILE] [--out DIR] [--victoria] [--hold]`.
 * `--hold` keeps the stack up after the scenario under light load; `--hold-minutes M` says how long (default 15, at most 60).
 */
import { parseArgs } from 'node:util';
import { disagreements } from './counters';
import { lightLoad } from './load';
import { missingParts } from './parts';
import { sleep } from './random';
import { record, type RunResult, runScenario } from './run';
import { scenarios } from './scenarios';
import { setUp } from './setup';
import type { Stack } from './stack';
import { type ScenarioName, scenarioNames } from './truth';

const defaultHoldMinutes = 15;
const usage = `usage: npm run lab -- setup | list | <scenario> [--minutes M] [--record FILE] [--out DIR] [--victoria] [--hold] [--hold-minutes M]
scenarios: ${scenarioNames.join(', ')}`;

const say = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`);

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { minutes: { type: 'string' }, record: { type: 'string' }, out: { type: 'string' }, victoria: { type: 'boolean' }, hold: { type: 'boolean' }, 'hold-minutes': { type: 'string' } },
  });
  const [command] = positionals;
  if (command === 'setup') return setUp(say);
  if (command === 'list') {
    for (const name of scenarioNames) console.log(`${name.padEnd(18)} ${String(scenarios[name].minutes).padStart(4)} min  ${scenarios[name].title}`);
    return 0;
  }
  const name = scenarioNames.find((candidate) => candidate === command);
  if (name === undefined) {
    console.error(usage);
    return 2;
  }
  const minutes = minutesOf(values.minutes, 120);
  const holdMinutes = minutesOf(values['hold-minutes'], 60) ?? (values.hold ? defaultHoldMinutes : 0);
  if (Number.isNaN(minutes) || Number.isNaN(holdMinutes)) {
    console.error('--minutes and --hold-minutes: expected a number above 0, up to 120 and up to 60');
    return 2;
  }
  const missing = missingParts();
  if (missing.length > 0) {
    console.error(`not installed: ${missing.join(', ')}. Run: npm run lab -- setup`);
    return 1;
  }
  return runAndReport(name, { ...values, minutes, holdMinutes });
}

/** Undefined stays undefined; nonsense is NaN. */
function minutesOf(text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const minutes = Number(text);
  return minutes > 0 && minutes <= most ? minutes : Number.NaN;
}

interface Choice {
  readonly minutes?: number | undefined;
  readonly record?: string | undefined;
  readonly out?: string | undefined;
  readonly victoria?: boolean | undefined;
  /** 0: end at once. */
  readonly holdMinutes: number;
}

async function runAndReport(name: ScenarioName, choice: Choice): Promise<number> {
  let stack: Stack | null = null;
  let ending = false;
  const interrupt = (signal: string) => {
    if (ending) return;
    ending = true;
    say(`${signal}: ending all processes`);
    void (stack?.stop() ?? Promise.resolve()).finally(() => process.exit(130));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupt(signal));
  const result = await runScenario(name, {
    ...(choice.minutes === undefined ? {} : { minutes: choice.minutes }),
    ...(choice.out === undefined ? {} : { out: choice.out }),
    victoria: choice.victoria ?? false,
    holdMinutes: choice.holdMinutes,
    log: say,
    onReady: (started) => {
      stack = started;
      console.log(JSON.stringify(started.addresses(), null, 2));
    },
  });
  try {
    return await finish(result, choice);
  } finally {
    ending = true;
    await result.stop();
  }
}

async function finish({ truth, addresses, load, stack }: RunResult, choice: Choice): Promise<number> {
  say(`truth written to ${stack.folder}/truth.json`);
  const differences = await disagreements(addresses.prometheus, truth, Date.now());
  say(differences.length === 0 ? `counters agree with all ${truth.requests.total} requests` : `counters differ: ${differences.join('; ')}`);
  const code = choice.record === undefined ? 0 : await record(truth, addresses, choice.record);
  if (choice.record !== undefined) say(code === 0 ? `recorded to ${choice.record}` : `weir record ended with code ${code}`);
  if (choice.holdMinutes > 0) {
    load.plan = lightLoad;
    load.start();
    say(`holding for ${choice.holdMinutes} minutes under light load (Ctrl-C ends it). WEIR_CONFIG=${addresses.weirConfig}`);
    await sleep(choice.holdMinutes * 60_000);
    await load.stop();
  }
  return code;
}

main().then((code) => process.exit(code), (error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
