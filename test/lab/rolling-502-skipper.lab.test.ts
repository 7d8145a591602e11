import { expect, it } from 'vitest';
import { rollingSuite } from './rolling-suite';
import { describeScenario } from './scenario-suite';
import { analyze, details, tracesOf } from './weir';

describeScenario('rolling-502-skipper', (truth) => {
  const [abrupt, drained, retries, proxy, checks, single] = truth.rollouts;
  expect(abrupt?.byStatus['502']).toBeGreaterThan(0);
  expect(abrupt?.nearMisses).toBeGreaterThan(0);
  expect([drained?.failed, drained?.nearMisses, proxy?.failed]).toEqual([0, 0, 0]);
  expect([retries?.failed, (retries?.nearMisses ?? 0) > 0]).toEqual([0, true]);
  // What its retry cannot repeat fails also with checks: they look back, and a request with a body is sent once.
  expect([(checks?.failed ?? 0) > 0, (checks?.nearMisses ?? 0) > 0, (checks?.checks?.ejected ?? 0) > 0]).toEqual([true, true, true]);
  expect([single?.failed, single?.byStatus]).toEqual([1, { 502: 1 }]);
}, (run) => {
  rollingSuite(run);

  it('finds the single 502 at 2 requests a second, links it to its rollout and shows its trace', async () => {
    const { addresses, truth } = run();
    const single = truth.rollouts.at(-1)!;
    const { perRollout } = (await details(addresses, truth)).rollouts;
    expect(perRollout.filter(({ workload }) => workload === single.workload)).toMatchObject([{ failed: 1, codes: { 502: 1 } }]);
    // A run of six minutes is too short to say more of one error than that; the story has the finding.
    expect((await analyze(addresses, truth)).trust.map(({ code }) => code)).toContain('young-window');
    const { strata } = await tracesOf(addresses, single, single.proxy, 502);
    expect(strata.flatMap(({ groups }) => groups).map(({ answeredBy, mechanism }) => `${answeredBy} ${mechanism}`)).toEqual(['proxy connect_failed']);
  });
});
