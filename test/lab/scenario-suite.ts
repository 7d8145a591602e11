import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disagreements } from './counters';
import { notFoundPerStep } from './counter-steps';
import { ledgerMismatches, mismatches, rolloutMismatches, stepMismatches } from './expectations';
import { type RunResult, runScenario } from './run';
import type { ScenarioName, Truth } from './truth';
import { analyze, details } from './weir';

/**
 * The tests that every scenario gets: Weir against the truth. `happened` says what the scenario must have done to be worth
 * comparing with. One scenario a file: files run two at a time, what is in one file one after another.
 */
export function describeScenario(name: ScenarioName, happened: (truth: Truth) => void, more: (run: () => RunResult) => void = () => undefined): void {
  describe(name, () => {
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
      happened(run.truth);
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

    it('has a ledger that equals the raw counters at every step', async () => {
      const { notFound } = await details(run.addresses, run.truth);
      expect(notFound.total.filter((value) => value !== null && value > 0).length).toBeGreaterThan(20);
      expect(stepMismatches(notFound, await notFoundPerStep(run.addresses.prometheus, notFound.at, notFound.stepMs))).toEqual([]);
    });

    it('has the failed requests of each rollout counted', async () => {
      expect(rolloutMismatches(run.truth, (await details(run.addresses, run.truth)).rollouts)).toEqual([]);
    });

    more(() => run);
  });
}
