import { describe, expect, it } from 'vitest';
import type { Finding, FindingData, FlipCause } from '../../lib/domain/findings';
import { epochMs } from '../../lib/domain/units';
import type { CompareVerdict, ZoneComparison } from '../../lib/domain/zone-compare';
import type { RolloutDetail } from '../../lib/domain/rollout-detail';
import { comparisonMismatches, mismatches, remedyMismatches, variantMismatches } from './expectations';
import { failedOf } from './failures';
import type { Outcome } from './load';
import { tally } from './tally';
import type { Truth, TruthEvent, TruthRollout } from './truth';

const flip = (at: number, to: 'spread' | 'concentrated', cause: FlipCause['code']): TruthEvent => ({ kind: 'flip', at, proxy: 'ingress', from: to === 'spread' ? 'concentrated' : 'spread', to, hotZone: 'b', cause });
const truth: Truth = {
  scenario: 'flip-causes', startedAt: 0, from: 0, to: 300_000, scrapeSeconds: 5, zones: ['a', 'b'], rollouts: [], ...tally([]),
  events: [flip(60_000, 'concentrated', 'hints-regained'), flip(120_000, 'spread', 'node-without-zone'), { kind: 'zone-empty', from: 150_000, to: 200_000, proxy: 'ingress', zone: 'a' }],
};

type Seen = FindingData['zone-flapping']['flips'][number];
const seen = (at: number, to: Seen['to'], code: FlipCause['code']): Seen => ({ at: at as Seen['at'], to, cause: { code, confidence: 1, evidence: [] } });
const right = [seen(62_000, 'concentrated', 'hints-regained'), seen(121_000, 'spread', 'node-without-zone')];

const common = { id: 'x', detector: 'zone-flapping', proxy: 'ingress', subject: 'b', ongoing: false, severity: 'warning', confidence: 1, basis: 'measured', evidence: [], against: [], advice: [], strata: [] } as const;
const at = (from: number, to: number) => ({ from: from as Finding['from'], to: to as Finding['to'] });

function flapping(flips: readonly Seen[], hotZone = 'b'): Finding {
  const data = { returns: 1, returnsPerHour: 1, flips, hotZone, spreadShare: 0.3, peakShare: 0.9, concentratedShareOfTime: 0.5, p99SpreadSeconds: null, p99ConcentratedSeconds: null };
  return { ...common, ...at(60_000, 300_000), kind: 'zone-flapping', data };
}

const drained = (zone: string): Finding => ({ ...common, ...at(160_000, 190_000), kind: 'zone-drained', data: { zone } });

describe('mismatches', () => {
  it('is empty when everything was found and nothing else', () => {
    expect(mismatches(truth, [flapping(right), drained('a')])).toEqual([]);
    expect(mismatches(truth, [flapping(right)])).toEqual([]);
  });

  it.each([
    ['a flip that was missed', [flapping(right.slice(0, 1))], 'flip to spread at 120 s was not found'],
    ['a flip that did not happen', [flapping([...right, seen(200_000, 'concentrated', 'unknown')])], 'flip to concentrated at 200 s did not happen'],
    ['a flip that was found too late', [flapping([right[0]!, seen(131_000, 'spread', 'node-without-zone')])], 'flip to spread at 120 s was not found'],
    ['the wrong cause', [flapping([right[0]!, seen(120_000, 'spread', 'hints-lost')])], 'flip to spread at 120 s was by node-without-zone, found hints-lost'],
    ['the wrong zone', [flapping(right, 'a')], 'hot zone a instead of b'],
    ['nothing found', [], 'expected one zone-flapping finding, found 0'],
    ['a zone that had pods told as drained', [flapping(right), drained('b')], 'b was not drained'],
  ] as const)('tells %s', (_name, findings, sentence) => {
    expect(mismatches(truth, findings)).toContain(sentence);
  });
});

describe('comparisonMismatches', () => {
  const change: TruthEvent = { kind: 'switch', at: 150_000, proxy: 'ingress', service: 'kube-system/skipper-internal', from: 'auto', to: 'same-zone', flipsBefore: 10, flipsAfter: 0, tooShortTo: 200_000 };
  const switched: Truth = { ...truth, events: [change] };
  const side = (flips: number) => ({ ...at(0, 150_000), knownHours: 1, flips, flipsPerDay: 24 * flips, concentratedShare: null, misplaced: null });
  const comparison = (verdict: CompareVerdict, before: number, after: number): ZoneComparison => ({ proxy: 'ingress', moment: epochMs(150_000), before: side(before), after: side(after), rateRatio: null, harm: [], verdict, reason: 'fewer-flips', text: '', caveats: [] });

  it('is empty when verdict and flips are right', () => {
    expect(comparisonMismatches(switched, [comparison('helped', 9, 0)], 'helped')).toEqual([]);
  });

  it.each([
    ['another verdict', [comparison('cannot-tell', 10, 0)], 'not helped'],
    ['flips that are missing before', [comparison('helped', 8, 0)], '8 flips before the switch, were 10'],
    ['flips that did not happen after', [comparison('helped', 10, 1)], '1 flips after the switch, were 0'],
    ['no comparison at all', [], 'no comparison of ingress'],
  ] as const)('tells %s', (_name, comparisons, part) => {
    expect(comparisonMismatches(switched, comparisons, 'helped').join()).toContain(part);
  });
});

describe('rollouts', () => {
  const rollout: TruthRollout = {
    workload: 'milo/apiserver', proxy: 'gateway', mode: 'abrupt', retries: false, healthChecks: false, from: 0, to: 30_000, image: { before: 'a', after: 'b' },
    requests: 100, failed: 3, byStatus: { 503: 3 }, pattern: 'connect_failed', answeredBy: 'proxy', nearMisses: 2, nearMissesByCounter: 2, checks: null,
  };
  const rolled: Truth = { ...truth, rollouts: [rollout] };
  const count = (over: object = {}) => ({ workload: 'milo/apiserver', ...at(0, 30_000), failed: 3, codes: { 503: 3 }, requests: 100, expectedFailed: 0, nearMisses: 2, p: 0.001, ...over });
  const detail = (over: object = {}) => ({ perRollout: [count(over)] }) as unknown as RolloutDetail;
  const finding = (pattern: string, hop: string): Finding => ({
    ...common, ...at(0, 30_000), kind: 'rollout-errors', detector: 'rollout-errors', advice: ['x'], evidence: [{ code: 'answering-hop', text: hop }],
    data: { workload: 'milo/apiserver', failed: 3, codes: { 503: 3 }, expected: 0, p: 0.001, nearMisses: 2, pattern, image: null, alsoRolling: [] },
  } as unknown as Finding);
  const right = finding('connect_failed', 'Answered by proxy envoy in 3 of 3 sampled traces.');

  it('agree when near misses, pattern and hop are right', () => {
    expect(variantMismatches(rolled, detail(), [right])).toEqual([]);
  });

  it.each([
    ['some counted for the rollout before', 24, 16, []],
    ['one that is nowhere', 20, 19, ['19 near misses, were 20']],
    ['many counted for the rollout before', 30, 10, ['30 near misses, were 20', '10 near misses, were 20']],
  ])('near misses: %s', (_name, first, second, parts) => {
    const later = { ...rollout, nearMisses: 20, ...at(60_000, 90_000) };
    const two = { perRollout: [count({ nearMisses: first }), count({ ...at(60_000, 90_000), nearMisses: second })] } as unknown as RolloutDetail;
    const found = variantMismatches({ ...truth, rollouts: [{ ...rollout, nearMisses: 20 }, later] }, two, [right, { ...right, ...at(60_000, 90_000) } as Finding]);
    expect(found.map((text) => text.replace(/^.*: /, ''))).toEqual(parts);
  });

  it.each([
    ['near misses', detail({ nearMisses: 1 }), [right], '1 near misses, were 2'],
    ['another pattern', detail(), [finding('timeout', 'Answered by proxy in 3')], 'pattern timeout, was connect_failed'],
    ['another hop', detail(), [finding('connect_failed', 'Answered by backend in 3')], 'was proxy'],
    ['no finding', detail(), [], 'pattern undefined'],
  ] as const)('differ by %s', (_name, seenDetail, findings, part) => {
    expect(variantMismatches(rolled, seenDetail, findings).join()).toContain(part);
  });

  it.each([
    ['fit', { remedies: [{ kind: 'deployment-drain' }, { kind: 'envoy-gateway-policy' }], observed: [{ code: 'near-misses', value: 2 }] }, ''],
    ['are missing', {}, 'no remedy deployment-drain'],
    ['lack one', { remedies: [{ kind: 'deployment-drain' }] }, 'no remedy envoy-gateway-policy'],
    ['stand on a wrong fact', { observed: [{ code: 'near-misses', value: 5 }] }, 'observed near-misses 5, was 2'],
  ])('have remedies that %s', (_name, over, part) => {
    const found = remedyMismatches(rolled, detail(over));
    expect(part === '' ? found : found.join()).toEqual(part === '' ? [] : expect.stringContaining(part));
  });

  it.each([
    ['envoy: connection failure', { proxy: 'gateway', status: 503, errorText: 'upstream connect error or disconnect/reset before headers. reset reason: remote connection failure' }, 'connect_failed'],
    ['envoy: connection termination', { proxy: 'gateway', status: 503, errorText: 'upstream connect error or disconnect/reset before headers. reset reason: connection termination' }, 'reset_before_response'],
    ['envoy: no host', { proxy: 'gateway', status: 503, errorText: 'no healthy upstream' }, 'no_endpoint'],
    ['skipper: 502', { proxy: 'ingress', status: 502, errorText: 'Bad Gateway' }, 'connect_failed'],
    ['skipper: 500', { proxy: 'ingress', status: 500, errorText: '' }, 'reset_before_response'],
    ['a pod that named itself', { proxy: 'ingress', status: 500, errorText: '', servedBy: 'shop-1' }, 'backend_own_error'],
  ] as const)('%s', (_name, over, pattern) => {
    const outcome: Outcome = { at: 0, kind: 'application', instance: 'p', zone: 'a', app: 'shop', method: 'GET', servedBy: null, attempts: null, ...over };
    expect(failedOf([outcome, { ...outcome, status: 200 }])).toMatchObject({ requests: 2, failed: 1, pattern });
  });
});
