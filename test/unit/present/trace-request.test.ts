import { describe, expect, it } from 'vitest';
import { epochMs } from '@/lib/domain/units';
import { requestText } from '@/lib/present/trace-request';
import { sampleSpan } from '../../support/samples-traces';

describe('requestText', () => {
  it.each([
    ['new names', { 'http.request.method': 'POST', 'server.address': 'shop.example.org', 'url.path': '/a' }, 'POST shop.example.org/a'],
    ['names of Skipper', { 'http.method': 'GET', 'http.host': 'shop.example.org', 'http.path': '/a' }, 'GET shop.example.org/a'],
    ['a URL only', { 'http.method': 'GET', 'http.url': 'http://shop.example.org/a?secret=1' }, 'GET shop.example.org/a'],
    ['no method', { 'http.target': '/a?x=1' }, '/a'],
    ['nothing', {}, '–'],
  ])('%s', (_name, attributes, expected) => {
    expect(requestText([sampleSpan('a1', null, { attributes })])).toBe(expected);
  });

  it.each([['later', 1], ['at the same time', 0]])('what came in is told, not the attempt that started %s, in whatever order they come', (_name, later) => {
    const came = sampleSpan('a1', null, { kind: 'server', attributes: { 'http.host': 'shop.example.org', 'http.path': '/a' } });
    const attempt = sampleSpan('a2', 'a1', { kind: 'client', start: epochMs(came.start + later), attributes: { 'http.url': 'http://127.0.0.1:80/a' } });
    expect(requestText([attempt, came])).toBe('shop.example.org/a');
  });
});
