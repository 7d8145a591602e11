import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { notFoundClasses } from '@/lib/domain/not-found-detail';
import { defaultNotFoundView, notFoundLink, parseNotFoundUrl } from '@/lib/url/not-found-url';
import { defaultViewState } from '@/lib/url/view-state';

const read = (link: string) => parseNotFoundUrl(Object.fromEntries(new URLSearchParams(link.split('?')[1] ?? '')));

describe('the address of "Not found"', () => {
  it('every view comes back from its link', () => {
    const view = fc.record({ class: fc.option(fc.constantFrom(...notFoundClasses)), host: fc.option(fc.constantFrom('shop.example.org', '<script>', 'a&class=benign', 'مثال')), hideCampaigns: fc.boolean(), against: fc.option(fc.constantFrom('1795995600000', 'now-2h', '2026-11-29 14:05')) });
    fc.assert(fc.property(view, (given) => {
      expect(read(notFoundLink(defaultViewState, given))).toEqual(given);
    }));
  });
  it('the default leaves no trace', () => {
    expect(notFoundLink(defaultViewState, defaultNotFoundView)).toBe('/not-found');
  });
  it.each([['class=weird'], ['campaigns=maybe'], ['against=soon'], ['host='], [`host=${'x'.repeat(300)}`], ['host=%00']])('%s becomes the default', (query) => {
    expect(read(`/not-found?${query}`)).toEqual(defaultNotFoundView);
  });
});
