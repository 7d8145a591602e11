import { describe, expect, it } from 'vitest';
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
});
