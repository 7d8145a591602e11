import { describe, expect, it } from 'vitest';
import { type Verdict, mechanisms } from '@/lib/domain/verdict';
import { envoyFlags } from '@/lib/detectors/hop-verdict/envoy-flags';
import { envoyFlagWords } from '@/lib/present/envoy-flag-words';
import { evidenceRows } from '@/lib/present/evidence';
import { ladderOf } from '@/lib/present/ladder';
import { describeVerdict, shortVerdict } from '@/lib/present/verdict';
import { resetVerdict, sampleRequest } from '../../support/samples-traces';

const hop = (role: Verdict['answeredBy']['role'], service: string | null = null, spanId: string | null = null) => ({ role, service, instance: null, zone: null, spanId });
const routeMiss = () => resetVerdict({ mechanism: 'route_miss', status: 404, answeredBy: hop('proxy', 'skipper', 'a1'), causedBy: hop('proxy', 'skipper', 'a1'), chain: [{ role: 'proxy', service: 'skipper', instance: null, zone: null, spanId: 'a1', status: 404 }] });
const passedOn = () => resetVerdict({
  mechanism: 'backend_own_error', answeredBy: hop('backend', 'apiserver', 'b1'), causedBy: hop('backend', 'apiserver', 'b1'),
  chain: [{ role: 'proxy', service: 'envoy-gw', instance: null, zone: null, spanId: 'a1', status: 503 }, { role: 'backend', service: 'apiserver', instance: null, zone: null, spanId: 'b1', status: 503 }],
});

describe('headline of a verdict', () => {
  it.each<[string, Verdict, string]>([
    ['reset', resetVerdict(), 'envoy-gw answered 503. The backend never replied.'],
    ['route miss', routeMiss(), 'skipper answered 404. No route matched the request.'],
    ['own error', passedOn(), 'apiserver answered 503. The error is its own.'],
    ['client went away', resetVerdict({ mechanism: 'client_abort', status: 499, answeredBy: hop('nobody'), causedBy: hop('client') }), 'Nobody answered. The client went away first.'],
    ['not known', resetVerdict({ mechanism: 'undetermined', answeredBy: hop('unknown') }), 'It cannot be told who answered 503. The spans do not show why.'],
    ['unseen hop', resetVerdict({ mechanism: 'undetermined', answeredBy: hop('unseen') }), 'A hop that no span shows answered 503. The spans do not show why.'],
    ['service not known', resetVerdict({ answeredBy: hop('load-balancer'), mechanism: 'before_first_span' }), 'The load balancer answered 503. The request reached no hop that writes spans.'],
    ['neither known', resetVerdict({ mechanism: 'undetermined', answeredBy: hop('unknown'), status: null }), 'It cannot be told who answered, or with which status. The spans do not show why.'],
    ['unseen hop, no status', resetVerdict({ mechanism: 'undetermined', answeredBy: hop('unseen'), status: null }), 'A hop that no span shows answered; its status is not known. The spans do not show why.'],
    ['no status', resetVerdict({ status: null }), 'envoy-gw answered without a status. The backend never replied.'],
  ])('%s', (_name, verdict, headline) => {
    expect(describeVerdict(verdict).headline).toBe(headline);
  });

  it('has words for every mechanism', () => {
    const views = mechanisms.map((mechanism) => describeVerdict(resetVerdict({ mechanism })));
    expect(new Set(views.map(({ headline }) => headline)).size).toBe(mechanisms.length);
    expect(new Set(views.map(({ mechanism }) => mechanism)).size).toBe(mechanisms.length);
  });
});

describe('sentence of a verdict', () => {
  it('says who caused it and where', () => {
    expect(describeVerdict(resetVerdict()).sentence).toBe('Caused by the backend apiserver (apiserver-74d-x2k, zone 1a).');
  });
  it('counts retries and, unless certain, what speaks against it', () => {
    const against = [{ code: 'SKEW', spanId: null, weight: 0.1, text: '' }] as const;
    expect(describeVerdict(resetVerdict({ earlierAttempts: 2, band: 'likely', against })).sentence).toContain('2 earlier attempts failed and were retried. 1 sign speaks against it.');
    expect(describeVerdict(resetVerdict({ against })).sentence).not.toContain('against');
  });
  it('blames nobody for a healthy answer', () => {
    expect(describeVerdict(resetVerdict({ mechanism: 'healthy', status: 200 }))).toMatchObject({ sentence: '', tone: 'good' });
  });
  it('gives band and number', () => {
    expect(describeVerdict(resetVerdict()).confidence).toBe('certain, 0.95');
  });
});

describe('ladder', () => {
  const marks = (verdict: Verdict) => ladderOf(verdict).map((rung) => [rung.name, rung.label, rung.status, rung.state]);

  it('reset: proxy answered, a backend without span caused it, the edge between is cut', () => {
    expect(marks(resetVerdict())).toEqual([
      ['client or load balancer', 'before the first proxy', null, 'unseen'],
      ['envoy-gw', 'proxy, answered', '503', 'seen'],
      ['apiserver', 'backend, caused it', '–', 'unseen'],
    ]);
    expect(ladderOf(resetVerdict()).map(({ cut }) => cut)).toEqual([false, true, false]);
  });
  it('route miss: the backend was not reached and has no status', () => {
    expect(marks(routeMiss()).slice(1)).toEqual([['skipper', 'proxy, answered and caused it', '404', 'seen'], ['backend', 'backend', null, 'not-reached']]);
  });
  it('own error: no hop is made up behind a backend that has a span', () => {
    expect(marks(passedOn()).slice(1)).toEqual([['envoy-gw', 'proxy', '503', 'seen'], ['apiserver', 'backend, answered and caused it', '503', 'seen']]);
  });
  it('a load balancer with a span stands once', () => {
    const chain = [{ role: 'load-balancer', service: 'alb', instance: null, zone: null, spanId: 'l1', status: 502 }, ...resetVerdict().chain] as const;
    expect(ladderOf(resetVerdict({ chain })).filter(({ label }) => label.startsWith('load balancer'))).toHaveLength(1);
  });
  it('marks one hop as answering, whatever the mechanism', () => {
    for (const mechanism of mechanisms) expect(ladderOf(resetVerdict({ mechanism })).filter(({ answered }) => answered)).toHaveLength(1);
  });
  it('an answer from an unseen hop is marked on the hop without spans', () => {
    expect(ladderOf(resetVerdict({ answeredBy: hop('unseen'), causedBy: hop('unknown'), mechanism: 'undetermined' })).at(-1)).toMatchObject({ label: 'hop without spans, answered', status: '503' });
  });
});

describe('evidence rows', () => {
  it('heaviest first, with sign and weight', () => {
    expect(evidenceRows(resetVerdict().evidence, '+').map(({ code, weight }) => [code, weight])).toEqual([['ENVOY_FLAG', '+0.60'], ['ATTEMPT_NO_RESPONSE', '+0.25']]);
  });
  it.each([0, 0.004])('what moved nothing (%d) has no weight that looks measured', (weight) => {
    expect(evidenceRows([{ code: 'SKEW', spanId: null, weight, text: '' }], '−').map((row) => row.weight)).toEqual(['noted']);
  });
  it('has words when the evidence brings none', () => {
    expect(evidenceRows([{ code: 'YOUNG', spanId: null, weight: 0.1, text: '' }], '−')[0]).toMatchObject({ text: 'the trace is young; spans may still arrive', weight: '−0.10' });
  });
});

describe('codes and raw texts carry their meaning', () => {
  const textOf = (text: string) => evidenceRows([{ code: 'ENVOY_FLAG', spanId: null, weight: 0.9, text }], '+')[0]!.text;
  it.each([
    ['Envoy flag UF', 'Envoy flag UF: upstream connection failure'],
    ['Envoy flag UC on the try', 'Envoy flag UC on the try: the upstream closed the connection'],
    ['Envoy flag ZZ', 'Envoy flag ZZ'],
    ['the try failed: dialing failed true: dial tcp 10.0.0.1:80: connect: connection refused', `the try failed, in the proxy's own words: "dialing failed true: dial tcp 10.0.0.1:80: connect: connection refused" (Skipper could not connect: nothing listens at that address)`],
    ['the try failed: odd words', `the try failed, in the proxy's own words: "odd words"`],
    ['no event of a retry', 'no event of a retry'],
  ])('%s', (text, said) => expect(textOf(text)).toBe(said));
  it.each(Object.keys(envoyFlags))('flag %s has words', (flag) => expect(envoyFlagWords.get(flag)).toMatch(/\S/));
});

it('a verdict of a list is a few words', () => {
  expect(shortVerdict(sampleRequest('a'))).toBe('proxy envoy-gw: connection reset before a response');
  expect(shortVerdict(sampleRequest('a', { answeredBy: 'unknown', answeredByService: null, mechanism: 'undetermined' }))).toBe('cannot tell: not determined');
});
