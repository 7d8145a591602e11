import { describe, expect, it } from 'vitest';
import { rolloutErrors } from '@/lib/detectors/rollout-errors';
import type { DetectorInput } from '@/lib/domain/detector';
import type { RequestSample } from '@/lib/domain/request-sample';
import type { SeriesFrame, Value } from '@/lib/domain/series';
import type { SignalName } from '@/lib/domain/signals';
import { epochMs, millis } from '@/lib/domain/units';

/** A quarter of an hour of 5 s steps; the shop rolls from step 60 to 66. */
const N = 180;
const STEP = 5000;
const at = Array.from({ length: N }, (_, i) => epochMs(1_780_000_000_000 + i * STEP));
const frame = (...series: [Record<string, string>, Value[]][]): SeriesFrame => ({ at, stepMs: millis(STEP), series: series.map(([labels, values]) => ({ labels, values })) });
const column = (from: number, values: readonly Value[], rest: Value = 0) => Array.from({ length: N }, (_, i) => (i >= from && i < from + values.length ? values[i - from]! : rest));
const born = (from: number, values: readonly Value[]) => column(from, values, null).map((value, i) => (i >= from && value === null ? 0 : value));
const proxy = { proxy: 'edge', instance: 'edge-1', zone: 'a' };

const rolling = (workload: string, start: number, end: number) => frame(
  [{ namespace: 'default', workload, replicaset: `${workload}-1` }, Array.from({ length: N }, (_, i) => (i < end ? 2 : 0))],
  [{ namespace: 'default', workload, replicaset: `${workload}-2` }, Array.from({ length: N }, (_, i) => (i < start ? null : 2))],
);
const both = (a: SeriesFrame, b: SeriesFrame): SeriesFrame => ({ ...a, series: [...a.series, ...b.series] });
const shopRolls = rolling('shop', 60, 66);
const requests = frame([proxy, column(0, [], 50)]);
const errors = (subject: string, from: number, values: number[], code = '502'): [Record<string, string>, Value[]] => [{ ...proxy, code, subject }, born(from, values)];

function run(signals: Partial<Record<SignalName, SeriesFrame>>, more: Partial<DetectorInput<typeof rolloutErrors.defaults>> = {}) {
  const result = rolloutErrors.run({
    range: { from: at[0]!, to: at[N - 1]!, stepMs: millis(STEP) }, now: epochMs(at[N - 1]! + 60_000), signals, traces: null, params: rolloutErrors.defaults, ...more,
  });
  if (result.kind !== 'checked') throw new Error(result.why);
  return { ...result, kinds: result.findings.map((finding) => `${finding.kind} ${finding.subject}`), codes: result.trust.map((note) => note.code) };
}

const sample = (step: number, status: number): RequestSample => ({
  traceId: `t${step}`, at: epochMs(at[0]! + step * STEP - 2000), proxy: 'edge', instance: 'edge-1', zone: 'a', method: 'GET', host: 'shop.example.org', path: '/',
  userAgent: null, client: null, status, durationMs: 3, answeredBy: 'proxy', answeredByService: 'skipper-ingress', causedBy: 'backend', mechanism: 'connect_failed',
  confidence: 0.9, band: 'likely', earlierAttempts: 0,
});

describe('rollout-errors', () => {
  it('the traces of another fleet, or of moments without own errors, are no evidence', () => {
    const foreign = { ...sample(62, 502), traceId: 'foreign', proxy: 'other', mechanism: 'timeout' as const };
    const late = { ...sample(90, 502), traceId: 'late', mechanism: 'timeout' as const };
    const out = run(
      { 'gateway-errors': frame(errors('kube_default__shop__shop_example_org__', 61, [4, 6, 0, 4]), [{ ...proxy, proxy: 'other', code: '502', subject: 'httproute/milo/apiserver/rule/0' }, born(62, [9])]), 'instance-requests': requests, 'replicaset-pods': both(shopRolls, frame([{ namespace: 'milo', workload: 'apiserver', replicaset: 'apiserver-1' }, column(0, [], 3)])) },
      { traces: { samples: [sample(61, 502), foreign, foreign, late, late], samplingRate: null, truncated: false } },
    );
    const finding = out.findings.find(({ kind }) => kind === 'rollout-errors')!;
    expect(finding.evidence.find(({ code }) => code === 'answering-hop')?.text).toMatch(/1 of 1 sampled/);
    expect(finding.data).toMatchObject({ pattern: 'connect_failed' });
  });

  it('does not check without error counters, and says what to switch on', () => {
    const result = rolloutErrors.run({ range: { from: at[0]!, to: at[1]!, stepMs: millis(STEP) }, now: at[1]!, signals: {}, traces: null, params: rolloutErrors.defaults });
    expect(result).toMatchObject({ kind: 'not-checked', missing: ['gateway-errors'], mend: expect.stringContaining('serve-route-counter') });
  });

  it('an abrupt rollout: exact count of all codes, one finding, the hop and the remedy', () => {
    const out = run(
      { 'gateway-errors': frame(errors('kube_default__shop__shop_example_org__', 61, [4, 6, 0, 4]), errors('kube_default__shop__shop_example_org__', 62, [2], '500')), 'instance-requests': requests, 'replicaset-pods': shopRolls },
      { traces: { samples: [sample(61, 502), sample(62, 502), sample(62, 500)], samplingRate: null, truncated: false } },
    );
    expect(out.kinds).toEqual(['rollout-errors default/shop']);
    expect(out.detail.perRollout).toMatchObject([{ workload: 'default/shop', failed: 16, codes: { '500': 2, '502': 14 }, nearMisses: null }]);
    expect(out.detail.hops).toEqual([{ role: 'proxy', service: 'skipper-ingress', status: 502, samples: 2 }, { role: 'proxy', service: 'skipper-ingress', status: 500, samples: 1 }]);
    const [finding] = out.findings;
    expect(finding).toMatchObject({ severity: 'critical', basis: 'measured', proxy: 'edge', data: { failed: 16, pattern: 'connect_failed', alsoRolling: [] } });
    expect(finding!.strata).toMatchObject([{ status: 502, proxy: 'edge', from: at[0]! + 59 * STEP, to: at[0]! + 64 * STEP }, { status: 500 }]);
    expect(finding!.advice.join(' ')).toMatch(/preStop.*connect-failure/);
    expect(finding!.evidence.map((one) => one.code)).toEqual(['counter', 'above-chance', 'matched-by-subject', 'trace-mechanism', 'answering-hop']);
  });

  it('what was at work and what would have helped stand beside the count, and in the advice', () => {
    const subject = 'kube_default__shop__shop_example_org__';
    const out = run(
      { 'gateway-errors': frame(errors(subject, 61, [4, 6, 0, 4])), 'near-misses': frame([{ ...proxy, subject }, born(62, [5, 3])]), 'instance-requests': requests, 'replicaset-pods': shopRolls,
        'deployment-strategy': frame([{ namespace: 'default', workload: 'shop', bound: 'max-unavailable' }, column(0, [], 1)]) },
      { traces: { samples: [sample(61, 502)], samplingRate: null, truncated: false }, dialects: { edge: 'skipper' }, origins: { 'deployment-strategy': { queries: ['max(x)'], reason: '', mend: null } } },
    );
    const [count] = out.detail.perRollout;
    expect(count!.remedies!.map(({ kind }) => kind)).toEqual(['deployment-drain', 'skipper-passive-health-check', 'deployment-strategy', 'disruption-budget']);
    expect(count!.observed).toEqual(expect.arrayContaining([
      expect.objectContaining({ code: 'near-misses', value: 8 }), expect.objectContaining({ code: 'max-unavailable', value: 1, query: 'max(x)' }), expect.objectContaining({ code: 'disruption-budget', value: null }),
    ]));
    expect(out.findings[0]!.advice.join(' ')).toContain('Take no pod away early');
    expect(out.findings[0]!.advice.join(' ')).not.toContain('Budget for evictions');
  });

  it('a rollout that harmed nobody has no facts and no remedies', () => {
    expect(run({ 'gateway-errors': frame(), 'instance-requests': requests, 'replicaset-pods': shopRolls }).detail.perRollout[0]).not.toHaveProperty('observed');
  });

  it('a drained rollout: near misses are shown and nothing is found', () => {
    const out = run({ 'gateway-errors': frame(), 'near-misses': frame([{ ...proxy, subject: 'shop' }, born(62, [5, 3])]), 'instance-requests': requests, 'replicaset-pods': shopRolls });
    expect(out.findings).toEqual([]);
    expect(out.detail.perRollout).toMatchObject([{ failed: 0, nearMisses: 8, p: 1 }]);
    expect(out.trust).toEqual([]);
  });

  it('a quiet day: no finding, no note, and zeros where the fleet was seen', () => {
    const out = run({ 'gateway-errors': frame(), 'instance-requests': requests, 'replicaset-pods': shopRolls, 'near-misses': frame() });
    expect([out.findings, out.trust]).toEqual([[], []]);
    expect(out.detail.nearMisses).toEqual(new Array(N).fill(0));
  });

  it('a burst far from any rollout is pinned on none', () => {
    const out = run({ 'gateway-errors': frame(errors('shop', 20, [9, 8])), 'instance-requests': requests, 'replicaset-pods': shopRolls });
    expect(out.kinds).toEqual(['error-burst shop']);
    expect(out.findings[0]).toMatchObject({ from: at[0]! + 19 * STEP, to: at[0]! + 21 * STEP, data: { failed: 17, codes: { '502': 17 } }, evidence: [{}, { code: 'no-rollout' }] });
    expect(out.detail.perRollout).toMatchObject([{ failed: 0 }]);
  });

  it('errors of another route during a rollout are not its own', () => {
    const pods = both(shopRolls, frame([{ namespace: 'default', workload: 'cart', replicaset: 'cart-1' }, column(0, [], 2)]));
    const out = run({ 'gateway-errors': frame(errors('kube_default__cart__x', 62, [9])), 'instance-requests': requests, 'replicaset-pods': pods });
    expect(out.kinds).toEqual(['error-burst kube_default__cart__x']);
    expect(out.findings[0]!.evidence[1]!.text).toContain('default/shop was rolling');
    expect(out.detail.perRollout).toMatchObject([{ workload: 'default/shop', failed: 0 }]);
  });

  it('errors of routes that do not roll are told beside the count, not in it', () => {
    const pods = both(shopRolls, frame([{ namespace: 'default', workload: 'cart', replicaset: 'cart-1' }, column(0, [], 2)]));
    const out = run({ 'gateway-errors': frame(errors('shop', 62, [9]), errors('cart', 62, [2])), 'instance-requests': requests, 'replicaset-pods': pods });
    expect(out.findings).toMatchObject([{ data: { failed: 9 }, against: [{ code: 'other-errors', text: expect.stringMatching(/^2 more/) }] }]);
  });

  it('requests are those of the counted steps', () => {
    const out = run({ 'gateway-errors': frame(errors('shop', 62, [9])), 'instance-requests': requests, 'replicaset-pods': shopRolls });
    // The rollout shows at step 60; two steps earlier begins the step that is shown at 59. Ten minutes after its end are past the range.
    expect(out.detail.perRollout[0]!.requests).toBe(50 * (N - 59));
  });

  it('two rollouts at once get their own errors each', () => {
    const out = run({ 'gateway-errors': frame(errors('shop', 62, [7]), errors('cart', 63, [5])), 'instance-requests': requests, 'replicaset-pods': both(shopRolls, rolling('cart', 61, 68)) });
    expect(out.detail.perRollout.map(({ workload, failed }) => [workload, failed])).toEqual([['default/shop', 7], ['default/cart', 5]]);
    expect(out.kinds).toEqual(['rollout-errors default/shop', 'rollout-errors default/cart']);
    expect(out.findings[0]!.against).toMatchObject([{ code: 'overlapping-rollouts', text: expect.stringContaining('default/cart') }]);
  });

  it('routes that name no workload: all errors of the window count, and that is inferred', () => {
    const out = run({ 'gateway-errors': frame(errors('r1', 62, [7])), 'instance-requests': requests, 'replicaset-pods': shopRolls });
    expect(out.findings).toMatchObject([{ kind: 'rollout-errors', basis: 'inferred', data: { failed: 7 } }]);
  });

  it('a single error is consistent with the rollout: low severity, low confidence, and counted', () => {
    const out = run({ 'gateway-errors': frame(errors('shop', 63, [1])), 'instance-requests': requests, 'replicaset-pods': rolling('shop', 62, 64) });
    expect(out.detail.perRollout).toMatchObject([{ failed: 1 }]);
    expect(out.findings).toMatchObject([{ severity: 'info', evidence: [{ text: expect.stringMatching(/^1 failed request \(one 50\d\)/) }, { code: 'consistent-with' }, {}] }]);
    expect(out.findings[0]!.confidence).toBeLessThan(0.6);
  });

  it('two rollouts of one workload, the abrupt one after the drained one, keep their counts apart', () => {
    const pods = frame(
      [{ namespace: 'default', workload: 'shop', replicaset: 'a' }, Array.from({ length: N }, (_, i) => (i < 46 ? 2 : 0))],
      [{ namespace: 'default', workload: 'shop', replicaset: 'b' }, Array.from({ length: N }, (_, i) => (i < 40 || i >= 106 ? 0 : 2))],
      [{ namespace: 'default', workload: 'shop', replicaset: 'c' }, Array.from({ length: N }, (_, i) => (i < 100 ? 0 : 2))],
    );
    const out = run({ 'gateway-errors': frame(errors('shop', 99, [3, 6, 0, 5])), 'instance-requests': requests, 'replicaset-pods': pods });
    expect(out.detail.perRollout.map((one) => one.failed)).toEqual([0, 14]);
  });

  it('without ReplicaSets: bursts still, rollouts not, and how to see them', () => {
    const out = run({ 'gateway-errors': frame(errors('shop', 62, [9])), 'instance-requests': requests });
    expect(out.kinds).toEqual(['error-burst shop']);
    expect(out.codes).toEqual(['collector-missing']);
    expect(out.detail.perRollout).toEqual([]);
  });

  it('a rollout in a gap of the scrapes is not known to have failed none', () => {
    const gap = (values: readonly Value[]) => values.map((value, i) => (i >= 50 && i < 75 ? null : value));
    const known = (cut: (values: readonly Value[]) => readonly Value[]) => run({
      'gateway-errors': frame([{ ...proxy, code: '502', subject: 'kube_default__shop__shop_example_org__' }, [...cut(column(0, []))]]), 'instance-requests': frame([proxy, [...cut(column(0, [], 50))]]), 'replicaset-pods': shopRolls,
    }).detail.perRollout.map((count) => count.known);
    expect(known(gap)).toEqual([false]);
    expect(known((values) => values)).toEqual([true]);
  });

  it('an OOM kill in the window is another suspect', () => {
    const out = run({ 'gateway-errors': frame(errors('shop', 62, [9])), 'instance-requests': requests, 'replicaset-pods': shopRolls, 'oom-kills': frame([{ namespace: 'default', workload: 'shop', pod: 'shop-1-x' }, born(62, [1])]) });
    expect(out.findings[0]!.against).toMatchObject([{ code: 'oom-kill', text: expect.stringContaining('OOM kill of default/shop (shop-1-x)') }]);
  });

  it('a trace of another host is no evidence where routes name hosts', () => {
    const cart = { ...sample(61, 502), traceId: 'cart', host: 'cart.example.org', mechanism: 'timeout' as const };
    const pods = both(shopRolls, frame([{ namespace: 'default', workload: 'cart', replicaset: 'cart-1' }, column(0, [], 2)]));
    const out = run(
      { 'gateway-errors': frame(errors('kube_default__shop__shop_example_org__', 61, [4]), errors('kube_default__cart__cart_example_org__', 61, [4])), 'instance-requests': requests, 'replicaset-pods': pods },
      { traces: { samples: [sample(61, 502), cart, cart], samplingRate: null, truncated: false } },
    );
    expect(out.findings.find(({ kind }) => kind === 'rollout-errors')!.data).toMatchObject({ pattern: 'connect_failed' });
  });

  it('says what limits the data: a gap, a filling last step, errors at birth', () => {
    const gap = column(30, [null, null], 50);
    const young = column(0, new Array<Value>(90).fill(null), 50);
    const signals = {
      'gateway-errors': frame([{ ...proxy, instance: 'edge-2', code: '502', subject: 'shop' }, born(90, [2])]),
      'instance-requests': frame([proxy, gap], [{ ...proxy, instance: 'edge-2' }, young]), 'replicaset-pods': shopRolls,
    };
    const out = run(signals, { now: epochMs(at[N - 1]! + 1000) });
    expect(out.codes.sort()).toEqual(['first-sample', 'incomplete-last-step', 'scrape-gap', 'young-window']);
  });

  it('text from outside stays text', () => {
    const evil = '<script>alert(1)</script>';
    const out = run({ 'gateway-errors': frame(errors(evil, 20, [9])), 'instance-requests': requests, 'replicaset-pods': shopRolls });
    expect(out.findings[0]).toMatchObject({ subject: evil, id: expect.stringMatching(/^[a-z0-9.-]+$/) });
  });
});

describe('rollouts one after the other', () => {
  it('are not called overlapping, though the aftermath of one holds the other', () => {
    const out = run({ 'gateway-errors': frame(errors('shop', 62, [7]), errors('cart', 81, [5])), 'instance-requests': requests, 'replicaset-pods': both(shopRolls, rolling('cart', 80, 85)) });
    expect(out.findings.map((finding) => [finding.subject, finding.against])).toEqual([['default/shop', []], ['default/cart', []]]);
    expect(out.detail.perRollout.map((one) => one.failed)).toEqual([7, 5]);
  });
});
