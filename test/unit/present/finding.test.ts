import { describe, expect, it } from 'vitest';
import type { Finding } from '@/lib/domain/findings';
import { epochMs } from '@/lib/domain/units';
import { codesText, describeFinding, sentenceText } from '@/lib/present/finding';
import { allFindings, sampleFinding } from '../../support/samples-findings';

const text = (finding: Finding) => sentenceText(describeFinding(finding).sentence);
const cause = (code: 'hints-lost' | 'rollout' | 'unknown') => ({ code, confidence: 1, evidence: [] });
const flip = (code: 'hints-lost' | 'rollout' | 'unknown', to: 'spread' | 'concentrated' = 'concentrated') => ({ at: sampleFinding('zone-drained').from, to, cause: cause(code) });

describe('the sentence of each kind', () => {
  it.each<[string, Finding, string]>([
    ['zone-flapping', sampleFinding('zone-flapping'), '3 flips in 6\u00A0min: traffic to zone b went from 34\u00A0% to 91\u00A0%; hints were lost each time.'],
    ['zone-concentrated', sampleFinding('zone-concentrated'), 'Traffic moved to zone b and stayed: from 34\u00A0% to 91\u00A0%; the overload rule withdrew the hints.'],
    ['zone-drained', sampleFinding('zone-drained'), 'Zone c gets no traffic: its proxies are gone or drained.'],
    ['routeless-instance', sampleFinding('routeless-instance'), 'skipper-ingress-canary-7f9 answered 404 for every host: it holds 3 routes, its siblings hold 2,841.'],
    ['routeless-instance, part of the routes', sampleFinding('routeless-instance', { missShare: 0.4 }), 'skipper-ingress-canary-7f9 found no route for 40\u00A0% of its requests: it holds 3 routes, its siblings hold 2,841.'],
    ['routeless-instance, table not exported', sampleFinding('routeless-instance', { routes: null }), 'skipper-ingress-canary-7f9 answered 404 for every host: its siblings miss 0.3\u00A0%.'],
    ['route-lost', sampleFinding('route-lost'), 'Host shop.example.org has no route any more on any proxy: 320 requests got 404.'],
    ['zone-route-gap', sampleFinding('zone-route-gap'), 'Proxies in zone b find no route for 12\u00A0% of their requests, the other zones for 0.2\u00A0%: their route tables differ.'],
    ['routeless-instance, nothing asked yet', sampleFinding('routeless-instance', { missShare: 0, requests: 0 }), 'skipper-ingress-canary-7f9 has another route table than its fleet: it holds 3 routes, its siblings hold 2,841.'],
    ['route-lost, a part of a host', sampleFinding('route-lost', { prefix: '/api' }), 'Paths below /api of host shop.example.org have no route any more on any proxy: 320 requests got 404.'],
    ['fleet-route-loss', sampleFinding('fleet-route-loss'), 'All 7 proxies found no route for 96\u00A0% of the requests, 0.4\u00A0% before, while successful answers fell by as much.'],
    ['fleet-route-loss, a fleet of one', sampleFinding('fleet-route-loss', { instances: 1, fleetInstances: 1 }), 'The only proxy of its fleet found no route for 96\u00A0% of the requests, 0.4\u00A0% before, while successful answers fell by as much.'],
    ['scanner-wave without a calm part', sampleFinding('scanner-wave', { topPaths: [], normalFrom: 'share-of-requests' }), 'Scanners sent 18,204 requests for paths that never existed, 12 times what is common for so many requests.'],
    ['scanner-wave', sampleFinding('scanner-wave'), 'Scanners sent 18,204 requests for paths that never existed, 12 times the usual, most often /wp-login.php.'],
    ['scanner-wave without paths', sampleFinding('scanner-wave', { topPaths: [] }), 'Scanners sent 18,204 requests for paths that never existed, 12 times the usual.'],
    ['rollout-errors', sampleFinding('rollout-errors'), 'Rollout of milo/apiserver failed 17 requests (16\u00A0×\u00A0503, 1\u00A0×\u00A0502) as old pods ended. Chance: p\u00A0<\u00A00.001.'],
    ['rollout-errors, a single one', sampleFinding('rollout-errors', { failed: 1, codes: { '502': 1 }, pattern: null, p: 0.03 }), '1 request failed (1\u00A0×\u00A0502) during or just after the rollout of milo/apiserver: consistent with it, not proof. Chance: p\u00A0=\u00A00.03.'],
    ['rollout-errors, traces show the mechanism', sampleFinding('rollout-errors', { pattern: 'connect_failed' }), 'Rollout of milo/apiserver failed 17 requests (16\u00A0×\u00A0503, 1\u00A0×\u00A0502) as connections to its pods failed. Chance: p\u00A0<\u00A00.001.'],
    ['rollout-errors, a rare mechanism', sampleFinding('rollout-errors', { pattern: 'protocol_error' }), 'Rollout of milo/apiserver failed 17 requests (16\u00A0×\u00A0503, 1\u00A0×\u00A0502) (protocol error). Chance: p\u00A0<\u00A00.001.'],
    ['error-burst, rollouts could not be seen', sampleFinding('error-burst', {}, { evidence: [{ code: 'rollouts-unknown', text: '' }] }), '12 requests failed (12\u00A0×\u00A0502) where 0.3 were expected; rollouts are not known here. Chance: p\u00A0=\u00A00.002.'],
    ['error-burst', sampleFinding('error-burst'), '12 requests failed (12\u00A0×\u00A0502) where 0.3 were expected; no rollout explains it. Chance: p\u00A0=\u00A00.002.'],
  ])('%s', (_name, finding, expected) => {
    expect(text(finding)).toBe(expected);
  });
});

describe('causes of flips', () => {
  it.each([
    ['mixed: most frequent first', [flip('rollout'), flip('hints-lost'), flip('hints-lost')], 'hints were lost (2 of 3), a rollout was in progress (1 of 3).'],
    ['one flip is not "each time"', [flip('hints-lost')], 'hints were lost.'],
    ['not known stays not known', [flip('unknown'), flip('unknown')], 'the cause is not known.'],
    ['the way back is not a cause', [flip('hints-lost'), flip('rollout', 'spread')], 'hints were lost.'],
    ['none', [], 'the cause is not known.'],
  ])('%s', (_name, flips, end) => {
    expect(text(sampleFinding('zone-flapping', { flips }))).toContain(`; ${end}`);
  });
});

describe('what stands around the sentence', () => {
  it('says when, in the zone of the reader', () => {
    const { from } = sampleFinding('route-lost');
    const when = (lasts: number, ongoing = false, live = false, zone = 'UTC') => describeFinding(sampleFinding('route-lost', {}, { to: epochMs(from + lasts), ongoing }), zone, live).when;
    expect(when(100_000)).toBe('13:41:00 to 13:42:40');
    expect(when(100_000, false, false, 'Europe/Berlin')).toBe('14:41:00 to 14:42:40');
    expect(when(36 * 60_000)).toBe('13:41 to 14:17');
    expect(when(36 * 60_000, true)).toBe('since 13:41, to the end of this range');
    expect(when(100_000, true, true)).toBe('since 13:41:00, going on');
  });

  it('says what the count of a scanner wave leaves out', () => {
    expect(describeFinding(sampleFinding('scanner-wave')).note).toContain('Not counted');
    expect(describeFinding(sampleFinding('route-lost')).note).toBeNull();
  });

  it('takes the tone from the severity', () => {
    const tones = (['critical', 'warning', 'info'] as const).map((severity) => describeFinding(sampleFinding('route-lost', {}, { severity })).tone);
    expect(tones).toEqual(['bad', 'warn', 'info']);
  });

  it('shows a figure that is not known as an en dash, never as 0', () => {
    const view = describeFinding(sampleFinding('zone-flapping', { p99SpreadSeconds: null }));
    expect(view.figures).toContainEqual({ label: 'p99 change while concentrated', value: '–' });
    expect(describeFinding(sampleFinding('zone-flapping')).figures).toContainEqual({ label: 'p99 change while concentrated', value: '+212\u00A0ms' });
  });

  it.each([[0.001, 'failed'], [0.03, 'coincides with']])('a rollout whose errors have p = %f %s them', (p, word) => {
    expect(sentenceText(describeFinding(sampleFinding('rollout-errors', { failed: 4, p })).sentence)).toContain(` ${word} 4 `);
  });

  it('a change within its noise is no figure but said to be none', () => {
    const sample = sampleFinding('zone-flapping');
    if (sample.kind !== 'zone-flapping') throw new Error('not the sample that was asked for');
    const { figures } = describeFinding({ ...sample, data: { ...sample.data, harm: 'no-measurable-harm' } });
    expect(figures).toContainEqual({ label: 'while concentrated', value: 'no measurable harm' });
    expect(figures.map(({ label }) => label)).not.toContain('p99 change while concentrated');
  });

  it('says how sure an inferred finding is; a measured one needs no such word', () => {
    const sure = (finding: Finding) => describeFinding(finding).figures.find(({ label }) => label === 'sure')?.value;
    expect(sure(sampleFinding('route-lost', {}, { basis: 'inferred', confidence: 0.7 }))).toBe('70\u00A0%');
    expect(sure(sampleFinding('route-lost'))).toBeUndefined();
  });

  it('gives each kind a label and an icon', () => {
    const labels = allFindings().map((finding) => describeFinding(finding).kindLabel);
    expect(new Set(labels).size).toBe(10);
  });
});

describe('text from outside', () => {
  it('writes out hidden characters and keeps markup as text', () => {
    expect(text(sampleFinding('route-lost', { host: '\u202Egro.elpmaxe' }))).toContain('⟨U+202E⟩gro.elpmaxe');
    expect(text(sampleFinding('route-lost', { host: '<script>alert(1)</script>' }))).toContain('<script>alert(1)</script>');
  });

  it('cuts what is too long for a sentence', () => {
    expect(text(sampleFinding('route-lost', { host: 'x'.repeat(4096) })).length).toBeLessThan(200);
  });
});

describe('codesText', () => {
  it.each([
    ['most frequent first', { '502': 1, '503': 16 }, '16\u00A0×\u00A0503, 1\u00A0×\u00A0502'],
    ['equal counts by code', { '504': 2, '502': 2 }, '2\u00A0×\u00A0502, 2\u00A0×\u00A0504'],
    ['zeros are left out', { '502': 0 }, ''],
  ])('%s', (_name, codes, expected) => {
    expect(codesText(codes)).toBe(expected);
  });
});
