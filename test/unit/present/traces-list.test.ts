import { describe, expect, it } from 'vitest';
import { epochMs } from '@/lib/domain/units';
import { emptyReasons, filterText, lookedAtText, stratumViews } from '@/lib/present/traces-list';
import { T0, sampleGroup, sampleRequest } from '../../support/samples-traces';

const stratum = { label: '503 of milo', from: epochMs(T0), to: epochMs(T0 + 90_000), status: 503, proxy: null, instance: null, zone: null, host: null };
const none = { stratum, lookedAt: 0, about: null, truncated: false, groups: [] };

describe('stratumViews', () => {
  const late = sampleRequest('b'.repeat(32), { at: epochMs(T0 + 5_000) });
  const early = sampleRequest('a'.repeat(32), { answeredBy: 'backend', answeredByService: 'apiserver' });
  const [view] = stratumViews([{ stratum, lookedAt: 2, about: 17, truncated: true, groups: [sampleGroup([late], { share: 0.5, low: 0.1, high: 0.9 }), sampleGroup([early], { answeredBy: 'backend', service: 'apiserver' })] }], 'UTC');

  it('names the stratum with its window and says n of about N', () => {
    expect(view).toMatchObject({ title: '503 of milo, 13:00:00 to 13:01:30', lookedAt: '2 traces of about 17 requests', truncated: true, few: true, counted: 2 });
  });
  it('over more than one day of the reader, times carry their date', () => {
    const [long] = stratumViews([{ stratum: { ...stratum, to: epochMs(T0 + 86_400_000) }, lookedAt: 1, about: null, truncated: false, groups: [sampleGroup([late])] }], 'UTC');
    const [day, next] = [T0, T0 + 86_400_000].map((at) => new Date(at).toISOString().slice(0, 10));
    expect([long?.title, long?.samples[0]?.time]).toEqual([`503 of milo, ${day} 13:00:00 to ${next} 13:00:00`, `${day} 13:00:05`]);
  });
  it('groups carry share and interval', () => {
    expect(view?.groups[0]).toMatchObject({ hop: 'proxy, envoy-gw', mechanism: 'connection reset before a response', share: '50\u00A0%', interval: '10\u00A0% to 90\u00A0%' });
  });
  it('groups and samples say who caused it, most frequent first', () => {
    const by = (id: string, service: string | null) => sampleRequest(id.repeat(32), { causedByService: service });
    const [one] = stratumViews([{ stratum, lookedAt: 6, about: null, truncated: false, groups: [
      sampleGroup([by('a', 'cart'), by('b', 'shop'), by('c', 'shop')]),
      sampleGroup([by('d', 'cart'), by('e', 'shop'), by('f', null)], { mechanism: 'timeout' }),
      sampleGroup([sampleRequest('1'.repeat(32), { mechanism: 'healthy' })], { mechanism: 'healthy' }),
    ] }], 'UTC');
    expect(one?.groups.map(({ caused }) => caused)).toEqual(['backend, shop or backend, cart', 'backend or backend, cart, and 1 more', '–']);
    expect(one?.samples.map(({ caused }) => caused)).toContain('backend, cart');
  });
  it('groups of a hop that no span names are told apart by the host of their traces', () => {
    const unnamed = { answeredBy: 'backend', service: null } as const;
    const [one] = stratumViews([{ stratum, lookedAt: 2, about: null, truncated: false, groups: [
      sampleGroup([sampleRequest('a'.repeat(32), { host: 'shop.example.org' }), sampleRequest('b'.repeat(32), { host: 'a.example.org' }), sampleRequest('c'.repeat(32), { host: 'shop.example.org' })], unnamed),
      sampleGroup([sampleRequest('d'.repeat(32), { host: null })], { ...unnamed, mechanism: 'timeout' }),
    ] }], 'UTC');
    expect(one?.groups.map(({ hop }) => hop)).toEqual(['backend, not named by a span, for shop.example.org and others', 'backend, not named by a span']);
  });
  it('samples of all groups stand in one list by time', () => {
    expect(view?.samples.map(({ time, verdict }) => [time, verdict])).toEqual([
      ['13:00:00', 'backend apiserver: connection reset before a response'], ['13:00:05', 'proxy envoy-gw: connection reset before a response'],
    ]);
  });
  it('each sample knows its group', () => {
    expect(view?.samples.map(({ groupKey }) => groupKey)).toEqual([view?.groups[1]?.key, view?.groups[0]?.key]);
  });
});

it('a number of requests that is not known is said, not left out', () => {
  expect(lookedAtText({ lookedAt: 1, about: null })).toBe('1 trace; how many requests there were is not known');
});

describe('why there are no traces', () => {
  it('a source that is down is the reason, and the only one', () => {
    expect(emptyReasons([none], [{ source: 'jaeger', kind: 'unreachable', message: 'no connection', affects: [] }])).toEqual(['Jaeger could not answer: no connection.']);
  });
  it('counted requests without traces point to sampling', () => {
    expect(emptyReasons([{ ...none, about: 17 }], [])[0]).toBe('The counters know 17 such requests, so they happened, but none of them was kept as a trace.');
  });
  it('else what is possible: sampling, retention', () => {
    expect(emptyReasons([none], []).join(' ')).toMatch(/sampled.*older/);
  });
});

it('the filter is said in words', () => {
  const request = { env: null, from: null, to: null, maxPoints: null, finding: null, status: 503, proxy: null, instance: 'envoy-1', zone: null, host: null };
  expect(filterText(request)).toBe('status 503, instance envoy-1');
  expect(filterText({ ...request, status: null, instance: null })).toBe('');
  expect(filterText({ ...request, status: null, instance: null, answeredBy: { role: 'proxy', service: 'ed\u202Ege' }, causedBy: { role: 'backend', service: null }, mechanism: 'timeout' }))
    .toBe('answered by ed⟨U+202E⟩ge (proxy), caused by backend that no span names, mechanism timeout');
});
