import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError, apiPath, fetchAnswer, nextStep } from '@/lib/client/fetch-answer';
import { changedAddress } from '@/lib/client/use-view-state';

afterEach(() => vi.unstubAllGlobals());
const serve = (response: Response | Error) => vi.stubGlobal('fetch', vi.fn(async () => { if (response instanceof Error) throw response; return response; }));
const errorOf = async () => fetchAnswer('/api/v1/overview').then(() => null, (error: unknown) => error as ApiError);

describe('fetchAnswer', () => {
  it('gives the answer', async () => {
    serve(Response.json({ data: 1, trust: [] }));
    expect((await fetchAnswer<number>('/api/v1/overview')).data).toBe(1);
  });

  it('reads a problem document', async () => {
    serve(Response.json({ title: 'Source failed', detail: 'prometheus refused', status: 502, source: 'prometheus' }, { status: 502 }));
    expect(await errorOf()).toMatchObject({ status: 502, title: 'Source failed', detail: 'prometheus refused', source: 'prometheus' });
  });

  it('never shows a body that is no problem document', async () => {
    serve(new Response('<h1>secret stack</h1>', { status: 500 }));
    expect((await errorOf())!.message).toBe('The server answered 500');
  });

  it('a page that is no answer is said to be none', async () => {
    serve(Response.json(['x']));
    expect(await errorOf()).toMatchObject({ title: 'Unreadable answer' });
  });

  it('an unreachable server is named as such', async () => {
    serve(new TypeError('Failed to fetch'));
    expect(await errorOf()).toMatchObject({ status: 0, title: 'Weir cannot be reached' });
  });

  it('leaves empty parameters out', () => {
    expect(apiPath('traces', { env: 'a b', zone: null, host: '', status: 404 })).toBe('/api/v1/traces?env=a+b&status=404');
  });

  it.each([[new ApiError(0, '', '', null), 'connection'], [new ApiError(502, '', '', 'jaeger'), 'jaeger'], [new ApiError(400, '', '', null), 'parameter'], [new Error('x'), 'Reload']])('each error has a next step', (error, word) => {
    expect(nextStep(error)).toContain(word);
  });
});

describe('a change of the view', () => {
  it('keeps what belongs to the page', () => {
    expect(changedAddress('/zones', new URLSearchParams('view=share&from=now-1h&to=now'), { tz: 'Asia/Tokyo' })).toBe('/zones?from=now-1h&to=now&tz=Asia%2FTokyo&view=share');
  });

  it('a change of environment drops what named a part of the old one', () => {
    expect(changedAddress('/traces', new URLSearchParams('env=a&finding=x&zone=b&view=share'), { env: 'c' })).toBe('/traces?env=c&view=share');
  });
});
