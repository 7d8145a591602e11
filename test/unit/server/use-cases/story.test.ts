import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findingsMarkdown } from '@/lib/cli/text';
import type { Finding } from '@/lib/domain/findings';
import type { RangeRequest } from '@/lib/domain/requests';
import { makeRuntime } from '@/lib/server/runtime';
import { loadFindings } from '@/lib/server/use-cases/load-findings';
import { loadHops } from '@/lib/server/use-cases/load-hops';
import { filterOfPart } from '@/lib/domain/hop-filter';
import { loadTraces } from '@/lib/server/use-cases/load-traces';

const whole: RangeRequest = { env: null, from: null, to: null, maxPoints: null };
const any = { status: null, proxy: null, instance: null, zone: null, host: null };

describe('the bundled story', () => {
  let findings: readonly Finding[];

  beforeAll(async () => {
    const env = { WEIR_RECORDING: path.resolve('public/recordings/story.weir') };
    Object.assign(globalThis, { [Symbol.for('weir.runtime')]: makeRuntime(env, () => 1_796_000_000_000) });
    findings = (await loadFindings({ ...whole, kind: null, detectors: null })).data;
  });

  it('holds every kind of finding once it should, and the single 502 among them', () => {
    expect(findings.map(({ kind, subject }) => `${kind} ${subject.replace(/(canary)-.*/, '$1')}`).sort()).toEqual([
      'rollout-errors milo/apiserver', 'rollout-errors shop/cart', 'rollout-errors shop/shop', 'routeless-instance skipper-ingress-canary',
      'scanner-wave gateway', 'scanner-wave ingress', 'zone-flapping eu-central-1b',
    ]);
    const single = findings.find(({ subject }) => subject === 'shop/cart');
    expect(single?.kind === 'rollout-errors' && single.data.codes).toEqual({ 502: 1 });
  });

  it.each(['scanner-wave', 'routeless-instance'] as const)('the traces behind a %s were answered by the proxy', async (kind) => {
    const finding = findings.find((one) => one.kind === kind)!;
    const { data } = await loadTraces({ ...whole, ...any, finding: finding.id });
    const [first] = data.strata;
    expect(first!.lookedAt).toBeGreaterThan(10);
    expect(new Set(first!.groups.map(({ answeredBy }) => answeredBy))).toEqual(new Set(['proxy']));
    expect(first!.about).toBeGreaterThanOrEqual(first!.lookedAt);
  });

  it('the hop question: who answered each status of each proxy, near what the counters tell', async () => {
    const { data, failures, trust } = await loadHops(whole);
    const leading = data.totals.filter(({ lookedAt }) => lookedAt > 10).map(({ proxy, status, parts }) => `${proxy} ${status}: ${parts[0]!.answeredBy.role}, ${parts[0]!.mechanism}`);
    expect(leading).toEqual(['ingress 404: proxy, route_miss', 'ingress 502: proxy, connect_failed', 'gateway 404: backend, passthrough', 'gateway 503: proxy, connect_failed']);
    expect(data.agreement.map(({ proxy, status, verdict }) => `${proxy} ${status} ${verdict}`)).toEqual(['ingress 404 agree', 'gateway 404 agree']);
    expect(data.search).toMatchObject({ skipped: 0, failed: 0, young: false, reread: 0 });
    expect(data.totals.every(({ expectedTraces }) => expectedTraces === null)).toBe(true);
    expect(data.totals.filter(({ status, requests }) => status !== 404 && requests !== 0).map(({ proxy, status, requests, lookedAt, truncated }) => [`${proxy} ${status}`, requests, lookedAt, truncated])).toEqual([['ingress 502', 30, 30, false], ['ingress 503', 3, 3, false], ['gateway 503', 41, 41, false]]);
    expect(failures).toEqual([]);
    expect(trust.filter(({ code }) => code === 'search-truncated').every(({ effect }) => effect.includes('the recording has more'))).toBe(true);
  });

  it('the hop question about a time outside it: nothing is known, which is not none', async () => {
    const { data, trust } = await loadHops({ ...whole, from: '1795908540000', to: '1795909860000' });
    expect(new Set(data.totals.map(({ requests }) => requests))).toEqual(new Set([null]));
    expect(new Set(data.cells.map(({ requests, search }) => `${requests} ${search}`))).toEqual(new Set(['null skipped']));
    expect(trust.map(({ code, about }) => `${code} ${about}`)).toContain('stale-source recording');
  });

  it('a count in the table of hops leads to its traces', async () => {
    const total = (await loadHops(whole)).data.totals.find(({ proxy, status }) => proxy === 'ingress' && status === 502)!;
    const { from, to } = total.stratum;
    const { data } = await loadTraces({ ...whole, ...any, from: String(from), to: String(to), status: 502, proxy: 'ingress', finding: null, ...filterOfPart(total.parts[0]!) });
    const [first] = data.strata;
    expect(first!.lookedAt).toBeGreaterThan(10);
    expect(first!.groups.map(({ answeredBy, service, mechanism }) => ({ answeredBy, service, mechanism }))).toEqual([{ answeredBy: 'proxy', service: total.parts[0]!.answeredBy.service, mechanism: 'connect_failed' }]);
    expect(first!.about).toBeNull();
  });

  it('a point of any status: says how few of its requests are kept, and of no interval', async () => {
    const { data, trust } = await loadTraces({ ...whole, ...any, finding: null });
    const [first] = data.strata;
    expect(first!.about).toBeGreaterThan(first!.lookedAt);
    expect(first!.truncated).toBe(true);
    expect(trust.map(({ code }) => code)).toEqual(expect.arrayContaining(['search-truncated', 'sampled-traces']) as unknown);
    expect(trust.filter(({ code, effect }) => code === 'sampled-traces' && effect.includes('interval'))).toEqual([]);
  });

  it('a minute whose traces were all looked at: the recording keeps n of about N', async () => {
    const { from } = (await loadFindings({ ...whole, kind: null, detectors: null })).range;
    const { data, trust } = await loadTraces({ ...whole, ...any, from: String(from + 600_000), to: String(from + 615_000), finding: null });
    expect(data.strata[0]!.truncated).toBe(true);
    expect(trust.find(({ code }) => code === 'search-truncated')?.effect).toMatch(/^the recording keeps \d+ of about \d+ traces of this window$/);
  });

  it('hours that the recording does not hold change neither step nor numbers', async () => {
    const ask = (from: string | null, to: string | null) => loadFindings({ ...whole, from, to, kind: null, detectors: null });
    const page = await ask(null, null);
    const wide = await ask('now-6h', 'now');
    expect(wide.range).toEqual(page.range);
    expect(wide.data).toEqual(page.data);
    expect(findingsMarkdown(wide)).toContain(`\nStep ${page.range.stepMs / 1000} s`);
  });

  it('a range wholly outside stays as asked', async () => {
    const { range } = await loadFindings({ ...whole, from: '1700000000000', to: '1700003600000', kind: null, detectors: null });
    expect([range.from, range.to]).toEqual([1_700_000_000_000, 1_700_003_600_000]);
  });
});
