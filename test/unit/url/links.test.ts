import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { absoluteLink, findingLink, pageLink, parseTracePlace, parseTraceUrl, parseTracesUrl, traceLink, tracesLink, withTracePlace } from '@/lib/url/links';
import { defaultViewState, parseViewState } from '@/lib/url/view-state';

const paramsOf = (link: string) => Object.fromEntries(new URL(link, 'http://weir.test').searchParams);
const names = fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }).filter((name) => [...name].every((char) => char >= ' ' && char !== '\u007f'));

describe('links', () => {
  it('to traces come back as they were written', () => {
    const targets = fc.record({
      env: fc.option(names), from: fc.integer({ min: 1e12, max: 1.5e12 }), to: fc.integer({ min: 1.6e12, max: 2e12 }), finding: fc.option(names),
      status: fc.option(fc.constantFrom(404, 502, 503)), proxy: fc.option(names), instance: fc.option(names), zone: fc.option(names), host: fc.option(names),
    });
    fc.assert(fc.property(targets, (target) => {
      expect(parseTracesUrl(paramsOf(tracesLink(target)))).toEqual({ ...target, from: String(target.from), to: String(target.to), maxPoints: null });
    }));
  });

  it('to the traces of one part of the hops come back as they were written', () => {
    const part = { answeredBy: { role: 'proxy', service: 'edge/1' }, causedBy: { role: 'backend', service: null }, mechanism: 'timeout' } as const;
    const read = parseTracesUrl(paramsOf(tracesLink({ env: null, from: 1, to: 2, ...part })));
    expect(read).toMatchObject(part);
  });

  it.each([['answeredBy', 'router/x'], ['causedBy', ''], ['mechanism', 'magic']])('nonsense in %s is left out: %j', (name, value) => {
    expect(Object.keys(parseTracesUrl({ [name]: value }))).not.toContain(name);
  });

  it('keep the view from page to page', () => {
    const state = { ...defaultViewState, env: 'prod eu', from: 'now-6h', to: 'now', tz: 'Europe/Berlin' };
    expect(pageLink('/zones', state, { view: 'share', empty: null })).toBe('/zones?env=prod+eu&from=now-6h&to=now&tz=Europe%2FBerlin&view=share');
    expect(parseViewState(paramsOf(pageLink('/zones', state)))).toEqual(state);
  });

  it('to a finding open the page of its detector, at its fleet', () => {
    const finding = { id: 'zone-flapping.b.x.1', detector: 'zone-flapping', proxy: 'edge' } as const;
    expect(findingLink(finding, defaultViewState)).toBe('/zones?proxy=edge&finding=zone-flapping.b.x.1');
  });

  it('to copy hold absolute times and do not refresh', () => {
    const state = { ...defaultViewState, from: 'now-1h', to: 'now', refreshMs: 15_000 };
    expect(absoluteLink('/', state, { from: 1780000000000, to: 1780003600000 })).toBe('/?from=1780000000000&to=1780003600000');
  });

  it('to a trace carry the time around which to look', () => {
    const link = traceLink({ env: 'lab', traceId: 'ABCDEF0123456789', at: 1780000000000.5 });
    expect(link).toBe('/traces/ABCDEF0123456789?env=lab&at=1780000000001');
    expect(parseTraceUrl('ABCDEF0123456789', paramsOf(link))).toEqual({ traceId: 'abcdef0123456789', env: 'lab', at: 1780000000001 });
  });

  it.each(['../../etc', '<script>', 'xyz', ''])('%j is no trace id', (id) => {
    expect(parseTraceUrl(id, {}).traceId).toBeNull();
  });
});

describe('the place on a trace page', () => {
  it.each([
    ['nothing', '', { span: null, show: 'all' }],
    ['both', 'span=00F067aa0ba902b7&show=errors', { span: '00f067aa0ba902b7', show: 'errors' }],
    ['nonsense', 'span=<script>&show=toString', { span: null, show: 'all' }],
    ['given twice', 'span=a1&span=b2&show=path&show=all', { span: 'b2', show: 'all' }],
  ])('%s is read', (_name, search, place) => {
    expect(parseTracePlace(Object.fromEntries(new URLSearchParams(search)))).toEqual(place);
  });

  it('comes back as it was written, and leaves the rest of the address alone', () => {
    const places = fc.record({ span: fc.option(fc.constantFrom('a1', '00f067aa0ba902b7')), show: fc.constantFrom('all', 'path', 'evidence', 'errors') });
    fc.assert(fc.property(places, places, (before, place) => {
      const params = Object.fromEntries(new URLSearchParams(withTracePlace(withTracePlace('?env=lab&at=1780000000001', before), place)));
      expect(parseTracePlace(params)).toEqual(place);
      expect(params).toMatchObject({ env: 'lab', at: '1780000000001' });
    }));
  });

  it('a link can name a span', () => {
    expect(traceLink({ env: null, traceId: 'ab', at: null, span: 'a2' })).toBe('/traces/ab?span=a2');
  });
});
