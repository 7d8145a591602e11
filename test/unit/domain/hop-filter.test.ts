import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type HopFilter, filterOfPart, formatHopMatch, keepsRequest, parseHopMatch, parseMechanism } from '@/lib/domain/hop-filter';
import type { RequestSample } from '@/lib/domain/request-sample';
import { hopRoles } from '@/lib/domain/verdict';

describe('a hop as text', () => {
  it('comes back as it went', () => {
    fc.assert(fc.property(fc.constantFrom(...hopRoles), fc.option(fc.string({ minLength: 1 }), { nil: null }), (role, service) => {
      expect(parseHopMatch(formatHopMatch({ role, service }))).toEqual({ role, service });
      expect(parseHopMatch(formatHopMatch({ role }))).toEqual({ role });
    }));
  });
  it.each([
    ['a role', 'proxy', { role: 'proxy' }], ['a service', 'proxy/edge', { role: 'proxy', service: 'edge' }], ['a service with a slash', 'backend/httproute/a/b', { role: 'backend', service: 'httproute/a/b' }],
    ['one that no span names', 'backend/', { role: 'backend', service: null }], ['no role', 'router', null], ['nothing', '', null], ['a name of every object', 'constructor', null],
  ])('%s', (_name, text, match) => expect(parseHopMatch(text)).toEqual(match));
  it('a mechanism is one of ours', () => expect([parseMechanism('timeout'), parseMechanism('magic')]).toEqual(['timeout', null]));
});

type Judged = Pick<RequestSample, 'answeredBy' | 'answeredByService' | 'causedBy' | 'causedByService' | 'mechanism' | 'band'>;

describe('which requests a filter keeps', () => {
  const refused: Judged = { answeredBy: 'proxy', answeredByService: 'edge', causedBy: 'backend', causedByService: null, mechanism: 'connect_failed', band: 'certain' };
  it.each<readonly [string, HopFilter, Partial<Judged>, boolean]>([
    ['none is asked for', {}, {}, true],
    ['the role', { answeredBy: { role: 'proxy' } }, {}, true],
    ['another role', { answeredBy: { role: 'backend' } }, {}, false],
    ['the service', { answeredBy: { role: 'proxy', service: 'edge' } }, {}, true],
    ['another service', { answeredBy: { role: 'proxy', service: 'inner' } }, {}, false],
    ['a cause that no span names', { causedBy: { role: 'backend', service: null } }, {}, true],
    ['a named one where none is', { causedBy: { role: 'backend', service: 'shop' } }, {}, false],
    ['the mechanism', { mechanism: 'connect_failed' }, {}, true],
    ['another mechanism', { mechanism: 'timeout' }, {}, false],
    ['believed too little', { answeredBy: { role: 'proxy' } }, { band: 'unknown' }, false],
    ['believed too little, and that is asked for', { answeredBy: { role: 'unknown' } }, { band: 'unknown' }, true],
    ['no hop is named, and that is asked for', { answeredBy: { role: 'unknown' } }, { answeredBy: 'unknown' }, true],
  ])('%s', (_name, filter, over, kept) => expect(keepsRequest(filter, { ...refused, ...over })).toBe(kept));
  it('what cannot be told is one part, whatever else its verdicts say', () => {
    const part = { answeredBy: { role: 'unknown', service: null }, causedBy: { role: 'unknown', service: null }, mechanism: 'undetermined' } as const;
    expect(keepsRequest(filterOfPart(part), { ...refused, band: 'unknown' })).toBe(true);
  });
});
