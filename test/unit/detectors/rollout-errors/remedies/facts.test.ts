import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FactSignals, type RolloutCase, gatherFacts } from '@/lib/detectors/rollout-errors/remedies/facts';
import { gatewayRoute } from '@/lib/detectors/rollout-errors/remedies/gateway-route';
import type { SeriesFrame, Value } from '@/lib/domain/series';
import { epochMs, millis } from '@/lib/domain/units';

/** Five steps; the rollout is counted at 1, 2 and 3. */
const at = [0, 1, 2, 3, 4].map((step) => epochMs(1_780_000_000_000 + step * 5000));
const frame = (...series: [Record<string, string>, Value[]][]): SeriesFrame => ({ at, stepMs: millis(5000), series: series.map(([labels, values]) => ({ labels, values })) });
const cluster = 'httproute/milo/apiserver-route/rule/0';
const edge = { proxy: 'edge', instance: 'edge-1', zone: 'a', subject: cluster };
const own = [{ labels: { ...edge, code: '503' }, values: [0, 1, 1, 0, 0] }];
const rollout: RolloutCase = { workload: 'milo/apiserver', at, counted: [1, 2, 3], failed: 2, codes: { '503': 2 }, nearMisses: null, own, dialects: { edge: 'envoy' } };
const facts = (signals: FactSignals, more: Partial<RolloutCase> = {}) => gatherFacts(signals, { ...rollout, ...more });

describe('gatherFacts', () => {
  it('counts the own clusters in the counted steps alone', () => {
    const other = { ...edge, subject: 'httproute/milo/web/rule/0' };
    const { retries } = facts({ retries: frame(
      [{ ...edge, outcome: 'tried' }, [9, 1, 2, null, 9]], [{ ...edge, instance: 'edge-2', outcome: 'tried' }, [0, 0, 0, 4, 0]],
      [{ ...edge, outcome: 'succeeded' }, [0, 1, 0, 3, 0]], [{ ...other, outcome: 'tried' }, [50, 50, 50, 50, 50]],
    ) });
    expect(retries).toEqual({ tried: 7, succeeded: 4, exhausted: 0, refused: 0 });
  });

  it('tells "not configured" from "not observed" and from "did nothing"', () => {
    expect(facts({ 'health-checks': frame() }).checks).toEqual({ configured: false, tried: 0, failed: 0 });
    expect(facts({}).checks).toBeNull();
    expect(facts({ ejections: frame([{ ...edge, outcome: 'enforced' }, [0, 0, 0, 0, 0]]) }).ejections).toEqual({ configured: true, enforced: 0, refused: 0, activeMost: 0 });
  });

  it('the size of the cluster is its least while it has any host', () => {
    expect(facts({ 'host-health': frame([{ ...edge, state: 'total' }, [1, 3, 0, 4, 9]], [{ ...edge, state: 'ejected' }, [0, 0, 1, 0, 0]]) }).hosts).toEqual({ least: 3, most: 4 });
  });

  it('direct responses are compared with the steps outside', () => {
    expect(facts({ 'direct-responses': frame([{ proxy: 'edge', instance: 'edge-1', zone: 'a' }, [2, 5, 5, 5, 4]], [{ proxy: 'other', instance: 'x', zone: 'a' }, [9, 9, 9, 9, 9]]) }).direct).toEqual({ count: 15, expected: 9 });
  });

  it('the passive check of Skipper has no route', () => {
    expect(facts({ ejections: frame([{ proxy: 'edge', instance: 'edge-1', zone: 'a', subject: '', outcome: 'enforced' }, [8, 1, 2, 0, 8]]) }, { dialects: { edge: 'skipper' } })).toMatchObject({ passedBy: 3, ejections: null });
  });

  it('takes budgets by the name of the workload, and only in its namespace', () => {
    const budget = (namespace: string, name: string): [Record<string, string>, Value[]] => [{ namespace, budget: name, bound: 'expected' }, [3, 3, 3, 3, 3]];
    expect(facts({ 'disruption-budgets': frame(budget('milo', 'apiserver-pdb'), budget('milo', 'apiserver2'), budget('other', 'apiserver')) }).budgets).toEqual({ all: 2, own: ['apiserver-pdb'] });
    expect(facts({ 'disruption-budgets': frame() }).budgets).toEqual({ all: 0, own: [] });
  });

  it('reads the strategy as it was when the rollout began', () => {
    const bound = (name: string, values: Value[]): [Record<string, string>, Value[]] => [{ namespace: 'milo', workload: 'apiserver', bound: name }, values];
    expect(facts({ 'deployment-strategy': frame(bound('replicas', [9, 3, 5, 5, 5]), bound('max-unavailable', [1, 1, 0, 0, 0]), bound('max-surge', [1, 1, 1, 1, 1])) })).toMatchObject({ replicas: 3, maxUnavailable: 1, maxSurge: 1 });
  });

  it('knows an Envoy Gateway or a Skipper by its names where the fleet is not configured', () => {
    expect(facts({}, { dialects: {} })).toMatchObject({ proxies: ['envoy'], route: { kind: 'HTTPRoute', namespace: 'milo', name: 'apiserver-route', rule: 0 } });
    expect(facts({}, { dialects: {}, own: [{ labels: { proxy: 'x', subject: 'kube_milo__apiserver__h____apiserver' }, values: [] }] })).toMatchObject({ proxies: ['skipper'], route: null });
  });
});

describe('gatewayRoute', () => {
  it.each([
    ['httproute/a/b/rule/2', { kind: 'HTTPRoute', namespace: 'a', name: 'b', rule: 2 }],
    ['grpcroute/a/b/rule/0/backend/1', { kind: 'GRPCRoute', namespace: 'a', name: 'b', rule: 0 }],
    ['httproute/a/b', { kind: 'HTTPRoute', namespace: 'a', name: 'b', rule: null }],
    ['service/a/b/80', null], ['httproute/a', null], ['outbound|80||b.a.svc', null], ['xhttproute/a/b/rule/1', null],
  ])('%s', (subject, route) => expect(gatewayRoute(subject)).toEqual(route));
  it('never throws', () => fc.assert(fc.property(fc.string(), (text) => void gatewayRoute(text))));
});
