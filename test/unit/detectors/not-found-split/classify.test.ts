import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyBatch, classifyNotFound, type NotFoundRequest } from '@/lib/detectors/not-found-split';
import { legitRows, scannerPaths } from '@/test/support/protocols/not-found-replay';

const fixture = (name: string) => readFileSync(path.resolve(import.meta.dirname, '../../../fixtures/not-found', name), 'utf8')
  .split('\n').slice(1).filter((line) => line !== '').map((line) => line.split('\t'));
/** Words of tough.tsv in words of the contract. */
const words: Readonly<Record<string, string>> = { unsure: 'unknown', stale: 'benign', route_miss: 'route-miss', app_404: 'application', benign: 'benign', scanner: 'scanner' };
const tough = fixture('tough.tsv').map(([, text, alone, served, swept, answered]) => ({ path: text!, alone: words[alone!], served: words[served!], swept: words[swept!], answered: words[answered!] }));

describe('paths that many applications serve', () => {
  it.each([
    '/me', '/up', '/go', '/en', '/de', '/a', '/x1', '/id', '/ui', '/v1', '/Q1', '/Home', '/Products', '/Account/Login', '/Reports/Sales', '/pricing/', '/feed/', '/docs/',
    '/category/news/', '/latest.json', '/site.json', '/feed.xml', '/remote.php/dav/files', '/index.php/apps/files', '/user_profile', '/signin-oidc', '/getUser', '/about.html',
  ])('%s alone is no scanner', (path) => {
    expect(classifyNotFound({ path }).class).not.toBe('scanner');
  });
});

describe('tough cases', () => {
  it('are all there', () => expect(tough).toHaveLength(54));

  it.each(tough)('$path alone: $alone', ({ path: text, alone }) => {
    expect(classifyNotFound({ path: text }).class).toBe(alone);
  });
  it.each(tough)('$path served before: $served', ({ path: text, served }) => {
    expect(classifyNotFound({ path: text, servedBefore: true }).class).toBe(served);
  });
  it.each(tough)('$path never served, client that sweeps: $swept', ({ path: text, swept }) => {
    const request = { path: text, servedBefore: false, clientEverServed: false };
    expect(classifyNotFound(request).class).toBe(swept);
    expect(classifyNotFound(request, { sweep: true }).class).toBe(swept);
  });
  it.each(tough)('$path answered by an application: $answered', ({ path: text, answered }) => {
    expect(classifyNotFound({ path: text, responder: 'backend' }).class).toBe(answered);
  });
});

describe('collisions', () => {
  it.each(fixture('collisions.tsv').map(([text]) => text!))('%s alone is unknown: an application serves it too', (text) => {
    expect(classifyNotFound({ path: text }).class).toBe('unknown');
  });
});

describe('the extract of the development split', () => {
  it('few real routes are called scanner, never route miss, by path alone', () => {
    const classes = legitRows.map((row) => classifyNotFound({ path: row.path }).class);
    expect(classes.filter((kind) => kind === 'scanner').length / classes.length).toBeLessThanOrEqual(0.03);
    expect(classes).not.toContain('route-miss');
  });

  it('most scanner paths are called scanner', () => {
    const hits = scannerPaths.filter((text) => classifyNotFound({ path: text }).class === 'scanner').length;
    expect(hits / scannerPaths.length).toBeGreaterThan(0.75);
  });
});

describe('classifyNotFound', () => {
  it.each<[string, NotFoundRequest, string]>([
    ['one instance misses what its fleet serves', { path: '/api/v1/users', instanceMissShare: 0.98, fleetMissShare: 0.02 }, 'route-miss'],
    ['a probe on that instance stays a probe', { path: '/.env', instanceMissShare: 0.98, fleetMissShare: 0.02 }, 'scanner'],
    ['the whole fleet misses alike: no step', { path: '/api/v1/users', instanceMissShare: 0.9, fleetMissShare: 0.9 }, 'unknown'],
    ['a new application without history', { path: '/api/v1/users', servedBefore: false }, 'unknown'],
    ['a crawler on an old page', { path: '/blog/2019/old', servedBefore: false, userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, 'benign'],
    ['a scanner by its own name', { path: '/login', userAgent: 'Nuclei - Open-source project' , servedBefore: false }, 'scanner'],
    ['an odd path asked of a bare address', { path: '/mailscanner/login.php', host: '203.0.113.7', servedBefore: false, clientEverServed: false }, 'scanner'],
    ['an ordinary path asked of a bare address says little', { path: '/cart', host: '203.0.113.7:8080' }, 'unknown'],
    ['an ordinary path of a bare IPv6 address says little', { path: '/cart', host: '[2001:db8::7]' }, 'unknown'],
    ['unknown responder is not an application', { path: '/cart', responder: 'unknown' }, 'unknown'],
  ])('%s', (_name, request, kind) => {
    expect(classifyNotFound(request).class).toBe(kind);
  });

  it('shows parts that add up to the log-odds and are each capped', () => {
    for (const { path: text } of tough) {
      const { logOdds, evidence } = classifyNotFound({ path: text, servedBefore: true, userAgent: '', method: 'HEAD' });
      expect(logOdds).toBeCloseTo(evidence.reduce((sum, { weight }) => sum + weight, 0), 6);
      for (const { weight } of evidence) expect(Math.abs(weight)).toBeLessThanOrEqual(2.5);
    }
  });

  it('answers any text', () => {
    const text = fc.string({ unit: 'binary', maxLength: 4096 });
    fc.assert(fc.property(text, text, text, (one, two, three) => {
      const verdict = classifyNotFound({ path: one, host: two, userAgent: three, method: two, client: three });
      expect(['scanner', 'unknown', 'benign']).toContain(verdict.class);
    }), { numRuns: 150 });
  });

  it('needs no longer for a path made to be slow', () => {
    const slow = ['/lib'.repeat(1024), `/${'a-'.repeat(2048)}`, '%2e'.repeat(1365), '/select '.repeat(512)];
    const started = performance.now();
    for (const one of slow) for (let n = 0; n < 20; n += 1) classifyNotFound({ path: one });
    expect((performance.now() - started) / (20 * slow.length)).toBeLessThan(20);
  });
});

describe('classifyNotFound, contrary facts', () => {
  it.each<[string, NotFoundRequest, string]>([
    ['a probe by somebody who got the start page stays a probe', { path: '/.env', servedBefore: false, clientEverServed: true }, 'scanner'],
    ['a front door that this host never had', { path: '/wp-login.php', servedBefore: false, clientEverServed: true, userAgent: '' }, 'scanner'],
    ['the same on the one instance without routes', { path: '/wp-login.php', servedBefore: false, clientEverServed: false, instanceMissShare: 0.98, fleetMissShare: 0.2 }, 'scanner'],
    ['a fleet share that counts the broken instance too', { path: '/api/v1/users', servedBefore: true, instanceMissShare: 1, fleetMissShare: 0.5 }, 'route-miss'],
    ['what was never served is no lost route, on whatever instance', { path: '/blog/tags/2010', servedBefore: false, clientEverServed: true, instanceMissShare: 0.98, fleetMissShare: 0.2 }, 'benign'],
  ])('%s', (_name, request, kind) => {
    expect(classifyNotFound(request).class).toBe(kind);
  });
});

describe('classifyBatch', () => {
  it('artefacts of the release before, and nothing else missed of the host, are benign', () => {
    const old = Array.from({ length: 6 }, (_, at): NotFoundRequest => ({ path: `/assets/main-3de534e${at}.css`, host: 'shop.example.org', client: `198.51.100.${at}`, servedBefore: true, clientEverServed: true }));
    expect(new Set(classifyBatch(old).map((one) => one.class))).toEqual(new Set(['benign']));
    const page: NotFoundRequest = { path: '/cart', host: 'shop.example.org', client: '198.51.100.7', servedBefore: true };
    expect(new Set(classifyBatch([...old, page]).map((one) => one.class))).toEqual(new Set(['route-miss']));
  });

  it('an application that is not routed yet is unknown, though its visitors look like API probes', () => {
    const visits = Array.from({ length: 60 }, (_, at): NotFoundRequest => ({ path: `/api/v1/thing${at % 14}`, host: 'new.example.org', client: `198.51.100.${at % 20}`, servedBefore: false, clientEverServed: false, userAgent: 'okhttp/4.12.0' }));
    expect(new Set(classifyBatch(visits).map((one) => one.class))).toEqual(new Set(['unknown']));
  });

  const scan = (client: string, paths: readonly string[]): NotFoundRequest[] => paths.map((text) => ({ path: text, host: 'shop.example.org', client, userAgent: 'x/1' }));
  const classOf = (requests: readonly NotFoundRequest[], at: number) => classifyBatch(requests)[at]!.class;

  it('keeps the order and the length', () => {
    const requests = scan('198.51.100.1', ['/cart', '/.env', '/favicon.ico']);
    expect(classifyBatch(requests).map((one) => one.class)).toEqual(['unknown', 'scanner', 'benign']);
  });

  it('an odd word of a client that sweeps is a probe', () => {
    const sweep = scan('198.51.100.1', ['/.env', '/.git/config', '/backup.sql', '/demo']).map((one) => ({ ...one, clientEverServed: false }));
    expect(classOf(sweep, 3)).toBe('scanner');
    expect(classOf([sweep[3]!], 0)).toBe('unknown');
  });

  it('a scan from many addresses is one campaign by host and user agent', () => {
    const paths = ['/.env', '/.git/config', '/backup.sql', '/db.tar.gz', '/login'];
    const spread = paths.map((text, at): NotFoundRequest => ({ path: text, host: 'h', client: `198.51.100.${at}`, userAgent: '', method: 'HEAD' }));
    expect(classOf(spread, 4)).toBe('scanner');
  });

  it('ordinary paths of one host, missed by many clients, are a lost host; another host is not touched', () => {
    const lost = Array.from({ length: 30 }, (_, at): NotFoundRequest => ({ path: `/api/v1/thing${at % 6}`, host: 'api.example.org', client: `198.51.100.${at}` }));
    const other: NotFoundRequest = { path: '/api/v1/thing', host: 'new.example.org', client: '198.51.100.1' };
    const classes = classifyBatch([...lost, other]).map((one) => one.class);
    expect(new Set(classes.slice(0, 30))).toEqual(new Set(['route-miss']));
    expect(classes[30]).toBe('unknown');
  });

  it('breadth of one client alone is no sweep: a crawler of a lost application reads many pages', () => {
    const pages = Array.from({ length: 40 }, (_, at): NotFoundRequest => ({ path: `/products/item-${at}`, host: 'h', client: '198.51.100.1', userAgent: 'x' }));
    expect(classifyBatch(pages).some((one) => one.class === 'scanner')).toBe(false);
  });
});
