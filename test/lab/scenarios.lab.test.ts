import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disagreements } from './counters';
import { ledgerMismatches, mismatches, rolloutMismatches } from './expectations';
import { hotZone } from './fleet';
import { type RunResult, runScenario } from './run';
import type { ScenarioName, Truth } from './truth';
import { analyze, details } from './weir';

const shortScenarios = ['flapping-hints', 'routeless-canary', 'scanner-noise', 'rolling-502', 'quiet-day'] as const satisfies readonly ScenarioName[];

describe.each(shortScenarios)('%s', (name) => {
  let run: RunResult;

  beforeAll(async () => {
    run = await runScenario(name, { log: (text) => console.log(`${name}: ${text}`) });
  });

  afterAll(async () => {
    await run?.stop();
  });

  it('has a truth that equals the raw counters to the request', async () => {
    expect(run.truth.requests.total).toBeGreaterThan(5_000);
    expect(await disagreements(run.addresses.prometheus, run.truth, Date.now())).toEqual([]);
  });

  it('got an answer to every request', () => {
    expect(run.load.outcomes.filter((outcome) => outcome.status === 0)).toEqual([]);
  });

  it('has the events that it is named after', () => {
    checks[name](run.truth);
  });

  it('has gateway errors in its rollouts alone', () => {
    const inRollout = (at: number) => run.truth.rollouts.some((rollout) => at >= rollout.from && at <= rollout.to + 1_000);
    const outside = run.load.outcomes.filter((outcome) => outcome.status >= 500 && !inRollout(outcome.at));
    expect(outside).toEqual([]);
  });

  it('is told by weir analyze: everything that happened and nothing else', async () => {
    const answer = await analyze(run.addresses, run.truth);
    expect(answer.failures).toEqual([]);
    expect(answer.notChecked).toEqual([]);
    expect(mismatches(run.truth, answer.data)).toEqual([]);
  });

  it('has its 404s told apart', async () => {
    expect(ledgerMismatches(run.truth, (await details(run.addresses, run.truth)).notFound)).toEqual([]);
  });

  it('has the failed requests of each rollout counted', async () => {
    expect(rolloutMismatches(run.truth, (await details(run.addresses, run.truth)).rollouts)).toEqual([]);
  });
});

/** What must have happened for the scenario to be worth comparing with. */
const checks: Readonly<Record<(typeof shortScenarios)[number], (truth: Truth) => void>> = {
  'flapping-hints'(truth) {
    expect(truth.events.filter((event) => event.kind === 'flip')).toHaveLength(6);
    for (const event of truth.events) {
      if (event.kind !== 'regime') continue;
      const share = event.shares[hotZone] ?? 0;
      if (event.state === 'spread') expect(share).toBeCloseTo(1 / 3, 1);
      else expect(share).toBeGreaterThan(0.75);
    }
  },
  'routeless-canary'(truth) {
    const event = truth.events.find((other) => other.kind === 'routeless-instance');
    expect(event?.trafficShare).toBeCloseTo(1 / 7, 1);
    expect(event?.notFound['route-miss']).toBe(truth.notFound.byClass['route-miss']);
    expect(event?.notFound['route-miss']).toBeGreaterThan(300);
  },
  'scanner-noise'(truth) {
    const wave = truth.events.find((event) => event.kind === 'scanner-wave');
    expect(wave?.notFound).toBeGreaterThan(2_000);
    expect(truth.notFound.byAsk.scanner?.application).toBeGreaterThan(0);
    expect(truth.notFound.byClass.scanner).toBeGreaterThan(5 * truth.notFound.byClass.benign);
    expect(truth.notFound.byClass['route-miss']).toBe(0);
  },
  'rolling-502'(truth) {
    const [shop, apiserver, shopDrained, apiserverDrained] = truth.rollouts;
    expect(shop?.byStatus['502']).toBeGreaterThan(0);
    expect(apiserver?.byStatus['503']).toBeGreaterThan(0);
    expect([shopDrained?.failed, apiserverDrained?.failed]).toEqual([0, 0]);
    expect(apiserverDrained?.nearMisses).toBeGreaterThan(0);
  },
  'quiet-day'(truth) {
    expect(truth.rollouts).toEqual([]);
    expect(truth.events.map((event) => event.kind)).toEqual(['scaling']);
  },
};
