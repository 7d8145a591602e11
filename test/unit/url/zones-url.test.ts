import { describe, expect, it } from 'vitest';
import { parseZonesUrl, zonesLink } from '@/lib/url/zones-url';
import { defaultViewState } from '@/lib/url/view-state';

const parse = (link: string) => parseZonesUrl(Object.fromEntries(new URL(link, 'http://weir').searchParams));

describe('the address of the zones page', () => {
  it.each([1_780_000_000_000, 'now-3h', null])('comes back as it went: %s', (moment) => {
    expect(parse(zonesLink({ ...defaultViewState, env: 'prod', from: 'now-6h', to: 'now' }, moment))).toEqual({
      request: { env: 'prod', from: 'now-6h', to: 'now', maxPoints: null }, moment: moment === null ? null : String(moment),
    });
  });
  it.each(['yesterday-ish', '', '<script>', 'now-'])('nonsense is no moment: %s', (moment) => expect(parseZonesUrl({ moment }).moment).toBeNull());
});
