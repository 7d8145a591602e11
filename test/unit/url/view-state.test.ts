import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBackwards } from '@/lib/url/time-text';
import { defaultViewState, formatViewState, parseViewState, refreshChoicesMs, type ViewState } from '@/lib/url/view-state';

const paramsOf = (state: ViewState) => Object.fromEntries(formatViewState(state));

const times = fc.oneof(fc.constantFrom('now-6h', 'now-1d/d', 'now', '2026-11-29T14:05:00Z'), fc.integer({ min: 1e12, max: 2e12 }).map(String));
const names = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }).filter((name) => [...name].every((char) => char >= ' ' && char !== '\u007f'));

const states: fc.Arbitrary<ViewState> = fc.record({
  env: fc.option(names),
  range: fc.option(fc.tuple(times, times)),
  tz: fc.constantFrom('UTC', 'browser', 'Europe/Berlin', 'America/New_York'),
  refreshMs: fc.option(fc.constantFrom(...refreshChoicesMs)),
  proxy: fc.option(names),
}).map(({ range, ...rest }) => {
  const usable = range !== null && !isBackwards(...range);
  return { ...rest, from: usable ? range[0] : null, to: usable ? range[1] : null };
});

describe('the shared view state in the URL', () => {
  it('comes back as it was written', () => {
    fc.assert(fc.property(states, (state) => {
      expect(parseViewState(paramsOf(state))).toEqual(state);
    }));
  });

  it('never throws, whatever stands in the URL', () => {
    const keys = fc.constantFrom('env', 'from', 'to', 'tz', 'refresh', 'proxy', 'x');
    fc.assert(fc.property(fc.dictionary(keys, fc.oneof(fc.string(), fc.array(fc.string()))), (params) => {
      const state = parseViewState(params);
      expect(state.from === null).toBe(state.to === null);
    }));
  });

  it('leaves defaults out', () => {
    expect(formatViewState(defaultViewState).toString()).toBe('');
  });

  it.each([
    ['an unknown time', { from: 'yesterday' }, { from: null, to: null }],
    ['an end without a start', { to: 'now' }, { from: null, to: null }],
    ['a range that ends before it starts', { from: 'now', to: 'now-6h' }, { from: null, to: null }],
    ['absolute times the wrong way round', { from: '1795961100000', to: '1795957500000' }, { from: null, to: null }],
    ['today so far', { from: 'now/d', to: 'now' }, { from: 'now/d', to: 'now' }],
    ['a start without an end', { from: 'now-6h' }, { from: 'now-6h', to: 'now' }],
    ['a zone that does not exist', { tz: 'Mars/Olympus' }, { tz: 'UTC' }],
    ['a refresh faster than allowed', { refresh: '1s' }, { refreshMs: null }],
    ['a name with a line break', { env: 'a\nb' }, { env: null }],
    ['markup in a name is text', { env: '<script>alert(1)</script>' }, { env: '<script>alert(1)</script>' }],
    ['the first of several values', { env: ['a', 'b'] }, { env: 'a' }],
  ])('%s', (_name, params, part) => {
    expect(parseViewState(params)).toMatchObject(part);
  });
});
