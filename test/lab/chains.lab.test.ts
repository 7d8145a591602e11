import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attribute, type Profiles } from '../../lib/detectors/hop-verdict';
import type { Trace } from '../../lib/domain/traces';
import { byHost, profilesOf, readAll, tracesOf, whenAllArrived } from './chains/collect';
import { type ClientStatuses, baselineRequests, makeAllHappen } from './chains/happen';
import { type ProfileMode, whyNotKnown } from './chains/known';
import { type Case, cases } from './chains/network';
import { type ChainStack, startChains } from './chains/stack';
import { remaindersOf } from './chains/subsets';
import { claimsWrongHop, namesBothHops, outcomeOf } from './chains/truth';

const named = cases.map((one) => [one.host.replace('.example.org', ''), one] as const);
const modes: readonly ProfileMode[] = ['default', 'learned'];

describe('chains of proxies, every cause at every hop', () => {
  let stack: ChainStack;
  let statuses: ClientStatuses;
  /** Of each case as the adapter's search found them, and as Jaeger's v3 API gives them by id. */
  let searched: ReadonlyMap<string, readonly Trace[]>;
  let read: ReadonlyMap<string, readonly Trace[]>;
  const profiles: Record<ProfileMode, Profiles> = { default: {}, learned: {} };

  beforeAll(async () => {
    stack = await startChains(path.resolve('.lab/chains'), 5 * 60_000);
    const from = Date.now();
    statuses = await makeAllHappen(stack);
    const traces = await whenAllArrived(stack.jaeger.url, from);
    searched = byHost(traces);
    read = byHost(await readAll(stack.jaeger.url, traces));
    profiles.learned = profilesOf(searched);
  });

  afterAll(async () => {
    await stack?.stop();
  });

  it.each(named)('%s', (_name, one) => {
    const sent = (one.cause.times ?? 1) + (one.cause.name === 'healthy' ? baselineRequests : 0);
    for (const status of statuses.get(one.host)!) expect(one.cause.truth.statuses).toContain(status);
    for (const found of [searched, read]) {
      expect(tracesOf(one, found)).toHaveLength(sent);
      for (const mode of modes) expectTruth(one, tracesOf(one, found), mode);
    }
  });

  it('a retry that worked shows as an earlier try, where the proxy shows tries', () => {
    for (const one of cases) {
      const place = one.cause.name === 'outer-retry-worked' ? 'outer' : 'inner';
      if (!one.cause.name.endsWith('retry-worked') || one.chain[place] === 'envoy-quiet') continue;
      expect(Math.max(...tracesOf(one, searched).map((trace) => attribute(trace).earlierAttempts)), one.host).toBe(1);
    }
  });

  it.each(modes)('whatever spans are lost, no wrong hop is certain (%s profiles)', (mode) => {
    let right = 0;
    let all = 0;
    for (const [name, one] of named) {
      for (const { trace, chance } of tracesOf(one, searched).slice(0, 1).flatMap((trace) => [...remaindersOf(trace, 0.3)])) {
        const verdict = attribute(trace, { profiles: profiles[mode] });
        if (verdict.band === 'certain' && claimsWrongHop(verdict, one, stack.network)) expect.fail(`${name}: certain of ${verdict.answeredBy.service}, ${verdict.causedBy.service}`);
        all += chance;
        if ((verdict.band === 'certain' || verdict.band === 'likely') && namesBothHops(verdict, one, stack.network)) right += chance;
      }
    }
    console.log(`${mode} profiles, 30 % of spans lost: both hops are named rightly in ${Math.round((100 * right) / all)} % of what is left`);
  });

  function expectTruth(one: Case, traces: readonly Trace[], mode: ProfileMode): void {
    const allowed = whyNotKnown(one, mode) === null ? ['right'] : ['right', 'hedged'];
    for (const trace of traces) {
      const verdict = attribute(trace, { profiles: profiles[mode] });
      const { answeredBy, causedBy, mechanism, band } = verdict;
      expect(allowed, JSON.stringify({ answeredBy, causedBy, mechanism, band, truth: one.cause.truth })).toContain(outcomeOf(verdict, one, stack.network));
    }
  }
});
