import { describe, expect, it } from 'vitest';
import { epochMs } from '@/lib/domain/units';
import { attemptViews, attemptsTitle, shownAttempts, targetOf } from '@/lib/present/trace-attempts';
import { doubtOf } from '@/lib/present/trace-doubt';
import { T0, resetTrace, resetVerdict, sampleSpan } from '../../support/samples-traces';

const attempt = (id: string, after: number, rest: Parameters<typeof sampleSpan>[2] = {}) => sampleSpan(id, 'a1', { name: 'proxy', kind: 'client', start: epochMs(T0 + after), durationMs: 2, ...rest });
const views = (...attempts: ReturnType<typeof sampleSpan>[]) => attemptViews([resetTrace().spans[0]!, ...attempts], resetVerdict());
const dial = 'dialing failed true: dial tcp 10.2.0.9:8080: connect: connection refused';

describe('the chain of attempts', () => {
  it('in order of time, with where to and what came of it', () => {
    const second = attempt('x2', 5, { attributes: { 'http.status_code': 200, 'network.peer.address': '10.2.0.7', 'network.peer.port': 8080 } });
    const below = sampleSpan('b', 'x2', { service: 'shop' });
    expect(views(second, below, attempt('x1', 1, { status: 'error', attributes: { message: dial } })).map(({ number, target, outcome, tone, after, reached }) => [number, target, outcome, tone, after, reached])).toEqual([
      [1, '10.2.0.9:8080', 'refused', 'bad', '+1\u00A0ms', null], [2, '10.2.0.7:8080', '200', 'good', '+5\u00A0ms', 'shop'],
    ]);
  });
  it.each([
    ['Skipper dials in vain', { status: 'error', attributes: { message: dial } }, 'refused'],
    ['Envoy: connection failure', { status: 'error', attributes: { 'error.reason': 'remote connection failure', 'http.status_code': '0' } }, 'could not connect'],
    ['a refused stream is a reset', { status: 'error', attributes: { 'error.reason': 'remote refused stream reset' } }, 'connection reset'],
    ['EOF', { status: 'error', statusMessage: 'unexpected EOF' }, 'connection reset'],
    ['deadline', { status: 'error', statusMessage: 'context deadline exceeded' }, 'timed out'],
    ['an exception says it', { events: [{ at: epochMs(T0), name: 'exception', attributes: { 'exception.message': 'connection reset by peer' } }] }, 'connection reset'],
    ['a status wins over words', { attributes: { 'http.status_code': 503, message: 'timeout' } }, '503'],
    ['nothing is said', {}, 'no answer'],
  ] as const)('%s', (_name, rest, outcome) => {
    expect(views(attempt('x', 1, rest)).map((view) => view.outcome)).toEqual([outcome]);
  });
  it.each([
    ['few are all drawn', 6, false, '123456', 0], ['of many the first and the last, which decides', 30, false, '12/2930', 26],
    ['all when asked', 30, true, Array.from({ length: 30 }, (_, i) => i + 1).join(''), 0],
  ] as const)('%s', (_name, count, all, drawn, folded) => {
    const shown = shownAttempts(views(...Array.from({ length: count }, (_, i) => attempt(`x${i}`, i + 1))), all);
    const numbers = (some: typeof shown.first) => some.map((one) => one.number).join('');
    expect([numbers(shown.first), numbers(shown.last)].filter((part) => part !== '').join('/')).toBe(drawn);
    expect(shown.between).toHaveLength(folded);
  });
  it('a loop of thousands is never drawn whole, and the last stays', () => {
    const { first, between, last } = shownAttempts(views(...Array.from({ length: 3_000 }, (_, i) => attempt(`x${i}`, i + 1))), true);
    expect([first.length + last.length, between.length, last.at(-1)?.number]).toEqual([200, 2_800, 3_000]);
  });
  it.each([
    ['no error, no status, a server span below: it arrived', {}, true, 'arrived, its status is not written', 'plain'],
    ['an error stays one', { status: 'error' }, true, 'failed', 'bad'],
    ['nothing below', {}, false, 'no answer', 'bad'],
  ] as const)('%s', (_name, rest, arrived, outcome, tone) => {
    const spans = [attempt('x', 1, rest), ...(arrived ? [sampleSpan('b', 'x', { service: 'shop' })] : [])];
    expect(views(...spans)[0]).toMatchObject({ outcome, tone });
  });
  it.each([
    ['one proxy', [], 1, 'The one attempt of the proxy'],
    ['two proxies', [{ service: 'skipper', instance: 'skipper-1' }], 2, '2 attempts of envoy-gw'],
    ['two of one name', [{ service: 'envoy-gw', instance: 'envoy-gw-2' }], 1, 'The one attempt of envoy-gw (envoy-gw-6c9)'],
    ['two that nothing tells apart', [{ service: 'envoy-gw', instance: 'envoy-gw-6c9' }], 1, 'The one attempt of envoy-gw (proxy 2 of 2 on the way)'],
  ])('the heading names the proxy where there are several: %s', (_name, before, count, title) => {
    const verdict = resetVerdict();
    const outer = before.map((one) => ({ ...verdict.chain[0]!, ...one, spanId: 'a0' }));
    expect(attemptsTitle(count, { ...verdict, chain: [...outer, ...verdict.chain] })).toBe(title);
  });
  it('side calls are none, and no proxy has none', () => {
    expect(attemptViews(resetTrace().spans, resetVerdict()).map(({ spanId }) => spanId)).toEqual(['a2']);
    expect(attemptViews(resetTrace().spans, resetVerdict({ chain: [] }))).toEqual([]);
  });
  it('names that every object inherits are no address', () => {
    expect(targetOf({ attributes: JSON.parse('{"__proto__": {"peer.address": "x"}}') })).toBeNull();
  });
});

describe('how sure it is', () => {
  it('certain: the sign that decides', () => {
    expect(doubtOf(resetVerdict())).toEqual({ title: 'Why it is certain', lines: ['An explicit sign decides: ENVOY_FLAG, UC: upstream closed the connection before headers.'] });
  });
  it('not certain: faults of the trace, the habits of the emitter, what speaks against it', () => {
    const { title, lines } = doubtOf(resetVerdict({
      band: 'likely', evidence: [{ code: 'NO_ATTEMPT', spanId: 'a1', weight: 0.5, text: '' }, { code: 'PROFILE_ATTEMPT', spanId: 'a1', weight: 0.3, text: 'this emitter shows its tries on 100 % of healthy requests' }],
      against: [{ code: 'PARTIAL', spanId: null, weight: 0.2, text: '' }, { code: 'STATUS_MISMATCH_BELOW', spanId: 'a2', weight: 0.1, text: 'below it was 200' }],
    }));
    expect([title, ...lines]).toEqual([
      'Why it is not certain', 'The backend gave only a part of the trace: a missing span proves nothing.', 'It rests on what is not in the trace; spans get lost, so that alone is never certain.',
      "Used of the emitter's habits: this emitter shows its tries on 100 % of healthy requests.", 'Against it: below it was 200.',
    ]);
  });
  it('never without a reason', () => {
    expect(doubtOf(resetVerdict({ band: 'possible', evidence: [{ code: 'STATUS_MATCH_BELOW', spanId: 'a1', weight: 0.3, text: 'same' }] })).lines).toHaveLength(1);
  });
});
