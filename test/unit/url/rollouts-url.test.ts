import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultRolloutsView, parseRolloutUrl, parseRolloutsUrl, rolloutLink, rolloutSorts, rolloutsLink } from '@/lib/url/rollouts-url';
import { defaultViewState, parseViewState } from '@/lib/url/view-state';

const paramsOf = (link: string) => Object.fromEntries(new URL(link, 'http://weir').searchParams);
const state = { ...defaultViewState, env: 'prod', from: 'now-6h', to: 'now' };
/** Any text a label may hold: all code points, without lone surrogates, which are no text in a URL. */
const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 });

describe('the address of one rollout', () => {
  it('comes back as it went, with the range, whatever the name', () => {
    fc.assert(fc.property(name, fc.integer({ min: 0, max: 9_999_999_999_999 }), (workload, at) => {
      const link = rolloutLink(state, { workload, at });
      expect(parseRolloutUrl(paramsOf(link))).toEqual({ workload, at });
      expect(parseViewState(paramsOf(link))).toEqual(state);
    }));
  });
  it.each(['..', '../..', 'shop/..', 'a?b#c', '%2e%2e/%00', '"><script>'])('a hostile name never leaves the page: %s', (workload) => {
    expect(new URL(rolloutLink(state, { workload, at: 1 }), 'http://weir').pathname).toBe('/rollouts/one');
  });
  it.each([
    ['no workload', { at: '1795995610000' }], ['no start', { workload: 'shop/cart' }], ['a start in words', { workload: 'shop/cart', at: 'now-1h' }],
    ['a start below zero', { workload: 'shop/cart', at: '-5' }], ['a name too long', { workload: 'x'.repeat(513), at: '5' }],
  ])('%s names no rollout', (_what, params) => expect(parseRolloutUrl(params)).toBeNull());
});

describe('the address of the list', () => {
  it('comes back as it went', () => {
    fc.assert(fc.property(fc.option(name), fc.constantFrom(...rolloutSorts), fc.boolean(), fc.constantFrom(null, 'now-3h', '1795995610000'), (workload, sort, descending, moment) => {
      const view = { workload, sort, descending, moment };
      expect(parseRolloutsUrl(paramsOf(rolloutsLink(state, view)))).toEqual(view);
    }));
  });
  it('newest first is not written', () => expect(rolloutsLink(defaultViewState, defaultRolloutsView)).toBe('/rollouts'));
  it.each([[{ sort: 'beauty' }], [{ sort: '--failed' }], [{ moment: 'yesterday-ish' }], [{ workload: '' }], [{ workload: 'x'.repeat(513) }], [{}]])('nonsense is the default: %o', (params) => {
    expect(parseRolloutsUrl(params)).toEqual(defaultRolloutsView);
  });
});
