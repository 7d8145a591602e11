import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hopStatuses } from '@/lib/domain/hops';
import { compareTracesLink, defaultHopsView, hopQuestions, hopSorts, hopsLink, judgeLink, parseHopsUrl, unknownStatusIn } from '@/lib/url/hops-url';
import { defaultViewState, parseViewState } from '@/lib/url/view-state';

const paramsOf = (link: string) => Object.fromEntries(new URL(link, 'http://weir').searchParams);
const state = { ...defaultViewState, env: 'prod', from: 'now-6h', to: 'now', proxy: 'edge' };

describe('the address of the hops', () => {
  it('comes back as it went, with range and fleet', () => {
    fc.assert(fc.property(fc.constantFrom(null, ...hopStatuses), fc.constantFrom(...hopQuestions), fc.constantFrom(...hopSorts), fc.boolean(), (status, by, sort, descending) => {
      const view = { status, by, sort, descending };
      expect(parseHopsUrl(paramsOf(hopsLink(state, view)))).toEqual(view);
      expect(parseViewState(paramsOf(hopsLink(state, view)))).toEqual(state);
    }));
  });
  it('the default is not written', () => expect(hopsLink(defaultViewState, defaultHopsView)).toBe('/hops'));
  it.each([[{ status: '500' }], [{ status: '502x' }], [{ by: 'magic' }], [{ sort: 'beauty' }], [{ sort: '--share' }], [{}]])('nonsense is the default: %o', (params) => {
    expect(parseHopsUrl(params)).toEqual(defaultHopsView);
  });
});

it.each([
  ['the box for a trace', judgeLink(state), '/traces/judge?env=prod&from=now-6h&to=now&proxy=edge'],
  ['two traces that are still to be named', compareTracesLink(defaultViewState), '/traces/compare'],
  ['a failed trace and a good one', compareTracesLink(defaultViewState, { traceId: 'ab', at: 1795995610000.4 }), '/traces/compare?a=ab&at=1795995610000'],
])('the way to %s', (_what, link, address) => expect(link).toBe(address));

it.each([[{}, null], [{ status: '' }, null], [{ status: '502' }, null], [{ status: '418' }, '418'], [{ status: 'x' }, 'x']])('a status that the page does not know is named: %j', (params, unknown) => {
  expect(unknownStatusIn(params)).toBe(unknown);
});
