import { describe, expect, it } from 'vitest';
import { attribute } from '@/lib/detectors/hop-verdict';
import type { MetricFact } from '@/lib/domain/hop-metrics';
import { type SpanSpec, app, envoyServer, skipperClient, skipperServer, trace, traefikClient, traefikServer } from './build';
import { failed, route } from './situations';

const own = [skipperServer(502, { error: true, ...route })];
const refused = [skipperServer(502, { error: true, ...route }), skipperClient(null, failed('connection refused'))];
const passed = [skipperServer(502, route), skipperClient(502)];
const noEndpoint = [envoyServer('503', 'UH', { error: true, attributes: { upstream_cluster: 'shop' } })];
const judge = (specs: readonly SpanSpec[], ...metrics: MetricFact[]) => attribute(trace(1, 'old', specs), { metrics });

const answers = (ownCount: number | null, passedCount: number | null, status = 502): MetricFact => ({ kind: 'proxy-answers', service: 'skipper-ingress', status, own: ownCount, passed: passedCount, source: 'skipper_serve' });
const balancer = (ownCount: number | null, passedCount: number | null): MetricFact => ({ kind: 'load-balancer', status: 502, own: ownCount, passed: passedCount, source: 'alb' });
const reason = (mechanism: 'connect_failed' | 'route_miss', count: number | null): MetricFact => ({ kind: 'proxy-reason', service: null, mechanism, count, source: 'backend_error_total' });
const endpoints = (changes: number | null, ready: number | null): MetricFact => ({ kind: 'endpoints', service: null, changes, ready, source: 'kube' });

describe('what counters say about a verdict', () => {
  it.each<[string, readonly SpanSpec[], MetricFact, 'agrees' | 'contradicts' | 'nothing']>([
    ['all were the proxy\'s own', own, answers(14, 0), 'agrees'],
    ['none was the proxy\'s own', own, answers(0, 14), 'contradicts'],
    ['some of each', own, answers(7, 7), 'nothing'],
    ['nobody counted', own, answers(null, null), 'nothing'],
    ['of another status', own, answers(0, 14, 404), 'nothing'],
    ['all were passed on', passed, answers(0, 14), 'agrees'],
    ['none was passed on', passed, answers(14, 0), 'contradicts'],
    ['neither moved: the scrape may be late', passed, answers(0, 0), 'nothing'],
    ['the balancer\'s targets sent them all', refused, balancer(0, 3), 'agrees'],
    ['the balancer made them all', refused, balancer(3, 0), 'contradicts'],
    ['the reason was counted', refused, reason('connect_failed', 2), 'agrees'],
    ['the reason was not counted', refused, reason('connect_failed', 0), 'contradicts'],
    ['no such counter', refused, reason('connect_failed', null), 'nothing'],
    ['another reason', refused, reason('route_miss', 9), 'nothing'],
    ['endpoints changed', refused, endpoints(2, 3), 'agrees'],
    ['endpoints did not change: one may still have died', refused, endpoints(0, 3), 'nothing'],
    ['no endpoint was ready', noEndpoint, endpoints(0, 0), 'agrees'],
    ['endpoints were ready all along', noEndpoint, endpoints(0, 3), 'contradicts'],
  ])('%s', (_title, specs, fact, expected) => {
    const before = judge(specs);
    const verdict = judge(specs, fact);
    const found = verdict.evidence.some((item) => item.code === 'METRIC_AGREES') ? 'agrees' : verdict.against.some((item) => item.code === 'METRIC_CONTRADICTS') ? 'contradicts' : 'nothing';
    expect(found).toBe(expected);
    const shift = { agrees: Math.min(0.05, Math.max(0, 0.97 - before.confidence)), contradicts: -0.15, nothing: 0 }[expected];
    expect(verdict.confidence).toBeCloseTo(before.confidence + shift, 3);
  });

  it('agreement of many counters counts once', () => {
    expect(judge(own, answers(14, 0), answers(3, 0)).confidence).toBeCloseTo(judge(own).confidence + 0.05, 3);
  });

  it('agreement never makes a guess certain', () => {
    const guess = [traefikServer(404)];
    expect(judge(guess, { kind: 'proxy-answers', service: null, status: 404, own: 5, passed: 0, source: 'traefik' })).toMatchObject({ band: 'possible' });
    expect(judge([envoyServer('404', '-')], { kind: 'proxy-answers', service: null, status: 404, own: 5, passed: 0, source: 'envoy' })).toMatchObject({ band: 'likely', confidence: 0.84 });
  });

  it('a contradiction outweighs an agreement, and both are shown', () => {
    const verdict = judge(refused, answers(0, 14), reason('connect_failed', 2));
    expect(verdict.confidence).toBeCloseTo(judge(refused).confidence - 0.15, 3);
    expect([verdict.evidence.at(-1)!.code, verdict.against.at(-1)!.code]).toEqual(['METRIC_AGREES', 'METRIC_CONTRADICTS']);
  });

  it('counters of a proxy that is not in the trace say nothing', () => {
    expect(judge([traefikServer(404), traefikClient(404), app(404)], answers(14, 0, 404))).toEqual(judge([traefikServer(404), traefikClient(404), app(404)]));
  });
});
