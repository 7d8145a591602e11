import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../lib/domain/answer';
import type { HopDetail, HopPart, HopTotal } from '../../lib/domain/hops';
import { causeRoutes } from './causes';
import { traceServices } from './fleet';
import { type HopPhase, hopTruths, sendHops, truthKey } from './hop-load';
import { scrapeSeconds } from './prometheus';
import { seededRandom, seedOf, sleep } from './random';
import { type Stack, startStack } from './stack';
import { hops } from './weir';

const phases = [['every request traced', 1], ['a quarter of the requests traced', 0.25]] as const;

/** Requests of both proxies by cause are known; what Weir says of each range must be that. */
describe('the hop question on real proxies and stores', () => {
  let stack: Stack;
  const asked = new Map<string, { readonly phase: HopPhase; readonly answer: Answer<HopDetail> }>();

  beforeAll(async () => {
    stack = await startStack({ folder: path.resolve('.lab/hops'), seed: 'hops', lifetimeMs: 8 * 60_000, extra: causeRoutes });
    const random = seededRandom(seedOf('hops/load'));
    await sleep(2 * scrapeSeconds * 1000); // every counter is scraped before its first request
    const run: (readonly [string, HopPhase])[] = [];
    for (const [name, sampled] of phases) {
      run.push([name, await sendHops(stack, random, { seconds: 75, perSecond: 12, sampled })]);
      await sleep(4 * scrapeSeconds * 1000);
    }
    for (const [name, phase] of run) {
      const answer = await hops(stack.addresses(), { from: phase.from, to: phase.to + 2 * scrapeSeconds * 1000 });
      asked.set(name, { phase, answer });
      writeFileSync(path.join(stack.folder, `${name.replaceAll(' ', '-')}.json`), JSON.stringify({ outcomes: phase.outcomes, truth: hopTruths(phase).map((truth) => ({ ...truth, shares: Object.fromEntries(truth.shares) })), answer }, null, 1));
    }
  });

  afterAll(async () => {
    await stack?.stop();
  });

  describe.each(phases)('%s', (name, sampled) => {
    const ask = () => asked.get(name)!;
    const totals = () => ask().answer.data.totals;
    const truths = () => hopTruths(ask().phase).map((truth) => ({ ...truth, total: totals().find((total) => total.proxy === truth.proxy && total.status === truth.status)! }));

    it('asks without a failure and leaves nothing out', () => {
      const { failures, data } = ask().answer;
      expect(failures).toEqual([]);
      expect([data.search.failed, data.search.skipped]).toEqual([0, 0]);
    });

    it('counts what the clients got', () => {
      expect(totals().filter(({ requests }) => requests !== 0).map(({ proxy, status, requests }) => ({ proxy, status, requests }))).toEqual(truths().map(({ proxy, status, requests }) => ({ proxy, status, requests })));
    });

    it('names no hop that was not it', () => {
      const wrong = truths().flatMap(({ proxy, status, total, shares }) => known(total).filter((part) => !shares.has(keyOf(part))).map((part) => ({ proxy, status, part: keyOf(part), count: part.count })));
      expect(wrong).toEqual([]);
    });

    it('can tell who answered', () => {
      const open = totals().flatMap(({ proxy, status, parts }) => parts.filter((part) => part.answeredBy.role === 'unknown' && part.count > 0).map(({ count }) => ({ proxy, status, count })));
      expect(open).toEqual([]);
    });

    it('knows its proxies by name', () => {
      const names = totals().flatMap(({ proxy, parts }) => parts.filter(({ answeredBy }) => answeredBy.role === 'proxy').map(({ answeredBy }) => `${proxy} ${answeredBy.service}`));
      expect(new Set(names)).toEqual(new Set([`ingress ${traceServices.skipper}`, `gateway ${traceServices.envoy}`]));
    });

    it('has the truth within its intervals', () => {
      const compared = truths().flatMap(({ proxy, status, total, shares }) => [...shares].map(([key, share]) => ({ proxy, status, key, share, ...intervalOf(total, key) })));
      const outside = (room: number) => compared.filter(({ share, low, high }) => share < low - room * (high - low) - 1e-9 || share > high + room * (high - low) + 1e-9);
      // One of twenty intervals of 95 % is missed by right; by as much as it is wide, none.
      expect(outside(0).length).toBeLessThanOrEqual(Math.ceil(compared.length / 8));
      expect(outside(1)).toEqual([]);
    });

    it('agrees with the counters of the proxies', () => {
      const { agreement } = ask().answer.data;
      expect(agreement.filter(({ verdict }) => verdict === 'disagree')).toEqual([]);
      // A quarter of the traces is often too few to tell.
      expect(agreement.filter(({ verdict }) => verdict === 'agree').length).toBeGreaterThanOrEqual(sampled === 1 ? 4 : 1);
    });

    it('knows about how many of the requests are traced, or says that it does not', () => {
      // Counts of few steps and traces at their edges may contradict each other: then the rate is not known.
      const known = ask().answer.data.search.sampling.flatMap(({ rate, traces }) => (rate === null ? [] : [{ rate, traces }]));
      expect(known.length).toBeGreaterThanOrEqual(1);
      // As far off as chance allows with so many traces, and a tenth for scrapes that come late.
      for (const { rate, traces } of known) expect(Math.abs(rate / sampled - 1)).toBeLessThan(3.5 / Math.sqrt(traces) + 0.1);
    });

    it('has learned what the emitters show', () => {
      const learned = ask().answer.data.profiles.filter(({ source }) => source === 'learned').map(({ service }) => service);
      expect(learned).toEqual(expect.arrayContaining([traceServices.skipper, traceServices.envoy]));
    });
  });
});

const keyOf = ({ answeredBy, causedBy, mechanism }: HopPart) => truthKey([answeredBy.role, causedBy.role, mechanism]);
const known = ({ parts }: HopTotal) => parts.filter(({ answeredBy, count }) => answeredBy.role !== 'unknown' && count > 0);

/** Parts that differ in the service alone are one here; their intervals add up, which is wider than need be. */
function intervalOf(total: HopTotal, key: string): { readonly low: number; readonly high: number } {
  const own = total.parts.filter((part) => keyOf(part) === key);
  return { low: own.reduce((sum, { low }) => sum + low, 0), high: Math.min(1, own.reduce((sum, { high }) => sum + high, 0)) };
}
