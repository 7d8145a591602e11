import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LogCollector } from '@/lib/detectors/not-found-split/log-report';
import type { AccessLine, Responder } from '@/lib/domain/access-log';

interface Request {
  readonly path: string;
  readonly status: number;
  readonly host?: string;
  readonly client?: string;
  readonly userAgent?: string;
  readonly responder?: Responder;
}

const stretch = (text: string | undefined) => (text === undefined ? { text: '', from: -1, to: -1 } : { text, from: 0, to: text.length });
const toLine = ({ path, status, host, client, userAgent, responder }: Request, at: number): AccessLine => ({
  format: 'combined', status, at: at * 1000, responder: responder ?? 'unknown', client: stretch(client), host: stretch(host), method: stretch('GET'), path: stretch(path), userAgent: stretch(userAgent),
});

function report(requests: readonly Request[], rows = 1000) {
  const collector = new LogCollector(({ text, from, to }, most) => text.slice(from, Math.min(to, from + most)), { rows, characters: 1e6 });
  requests.forEach((request, at) => collector.add(toLine(request, at)));
  return collector.finish();
}

const shop = 'shop.example.org';
const browser = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0';
/** Traffic that makes the host and its clients known. */
const traffic = (host: string | undefined = shop): Request[] => Array.from({ length: 40 }, (_, i) => ({ path: `/orders/${i}`, status: 200, ...(host === undefined ? {} : { host }), client: `198.51.100.${i % 8}`, userAgent: browser }));
const missed = (path: string, more: Partial<Request> = {}): Request => ({ path, status: 404, host: shop, client: '198.51.100.3', userAgent: browser, ...more });
const classesOf = (requests: readonly Request[], rows?: number) => report(requests, rows).notFound.classes;

describe('LogCollector', () => {
  it.each<[string, Request[], object]>([
    ['a path that was served before, lost: a route miss', [...traffic(), missed('/orders/77')], { 'route-miss': 1 }],
    ['a probe of a stranger: a scanner', [...traffic(), missed('/.env', { client: '203.0.113.9' })], { scanner: 1 }],
    ['the application answered', [...traffic(), missed('/orders/77', { responder: 'backend' })], { application: 1 }],
    ['browsers ask for it by themselves', [...traffic(), missed('/apple-touch-icon.png')], { benign: 1 }],
    ['a stale link of a client that is served', [...traffic(), missed('/offers/summer')], { benign: 1 }],
    ['served only later, as a new application is: unknown', [...traffic(), missed('/new/1'), { ...missed('/new/2'), status: 200 }], { unknown: 1 }],
    ['a log of 404s alone cannot tell what was served: unknown', [missed('/offers/summer'), missed('/orders/1')], { unknown: 2 }],
    ['a host that the log hardly shows: unknown', [...traffic('other.example.org'), missed('/offers/summer', { client: '203.0.113.9' })], { unknown: 1 }],
    ['the client is served only after its 404', [...traffic(), missed('/offers/summer', { client: '203.0.113.9' }), { ...missed('/orders/1', { client: '203.0.113.9' }), status: 200 }], { benign: 1 }],
  ])('%s', (_name, requests, wanted) => {
    const none = { 'route-miss': 0, scanner: 0, application: 0, benign: 0, unknown: 0 };
    expect(classesOf(requests)).toEqual({ ...none, ...wanted });
  });

  it('logs of several instances one after another: the order of the lines does not matter', () => {
    const routeless = Array.from({ length: 5 }, (_, i) => missed(`/orders/${i}`));
    const both = (instances: readonly (readonly Request[])[]) => {
      const collector = new LogCollector(({ text, from, to }, most) => text.slice(from, Math.min(to, from + most)), { rows: 1000, characters: 1e6 });
      for (const lines of instances) lines.forEach((request, at) => collector.add(toLine(request, at * 60)));
      return collector.finish();
    };
    const healthy = [...traffic(), ...traffic()];
    const [first, last] = [both([routeless, healthy, traffic()]), both([healthy, routeless, traffic()])];
    expect([first.notFound.classes['route-miss'], last.notFound.classes]).toEqual([5, first.notFound.classes]);
    expect(first.estimates.map(({ what }) => what)).toContain('order of time');
    expect(report(healthy).estimates.map(({ what }) => what)).not.toContain('order of time');
  });

  it('another host serving the same path proves nothing', () => {
    expect(classesOf([...traffic('other.example.org'), ...traffic().map((one) => ({ ...one, path: '/' })), missed('/orders/5', { client: '203.0.113.9' })])['route-miss']).toBe(0);
  });

  it('counts 410, 5xx and the rest beside the 404s', () => {
    const statuses = [200, 204, 301, 304, 404, 410, 403, 500, 503, 101, 0].map((status): Request => ({ path: '/', status }));
    expect(report(statuses).statuses).toEqual({ ok: 2, redirect: 2, notFound: 1, gone: 1, otherClientError: 1, serverError: 2, other: 2 });
  });

  it('range, share and who answered', () => {
    const { range, notFound } = report([...traffic().slice(0, 8), missed('/a', { responder: 'proxy' }), missed('/b', { responder: 'backend' })]);
    expect(range).toEqual({ from: 0, to: 9000 });
    expect(notFound).toMatchObject({ total: 2, shareOfRequests: 0.2, answeredBy: { proxy: 1, backend: 1, unknown: 0 } });
  });

  it('an empty log', () => {
    expect(report([])).toMatchObject({ range: { from: null, to: null }, requests: 0, notFound: { total: 0, shareOfRequests: null }, hosts: [], campaigns: [] });
  });

  it('a sweep stays known after its window', () => {
    const sweep = ['/.env', '/.git/config', '/backup.sql', '/a.bak', '/cgi-bin/x.cgi'].map((path) => missed(path, { client: '203.0.113.9' }));
    const evidence = report([...traffic(), ...sweep, missed('/wp-x', { client: '203.0.113.9' })], 5).paths;
    const codes = Object.values(evidence).flat().find(({ path }) => path === '/wp-x')!.evidence.map(({ code }) => code);
    expect(codes).toContain('client-sweeps');
  });

  it('groups scanners by family, with paths, clients and user agents', () => {
    const scan = Array.from({ length: 6 }, (_, i) => missed(i % 2 ? '/.env' : '/.git/config', { client: `203.0.113.${i}`, userAgent: 'nuclei' }));
    expect(report([...traffic(), ...scan]).campaigns).toMatchObject([{
      family: 'path-dotfile', requests: 6, errorBound: 0, paths: { count: 2, atLeast: false }, clients: { count: 6 }, hosts: { count: 1 }, userAgents: [{ text: 'nuclei', requests: 6 }], from: 40_000, to: 45_000,
    }]);
  });

  it('hosts: 404s by class beside what was served', () => {
    expect(report([...traffic(), missed('/orders/9'), missed('/orders/8'), missed('/.env', { host: 'SHOP.example.org:443', client: '203.0.113.9' })]).hosts)
      .toMatchObject([{ host: shop, requests: 3, served: 40, classes: { 'route-miss': 2, scanner: 1 } }]);
  });

  it('classes add up to the 404s, in any window, for any text', () => {
    const some = fc.record({
      path: fc.oneof(fc.constantFrom('/', '/a', '/a/1', '/.env', '/wp-login.php', '/favicon.ico'), fc.string()), status: fc.constantFrom(200, 404, 404, 404, 410, 503),
      host: fc.option(fc.constantFrom('a', 'b', 'c:80'), { nil: undefined }), client: fc.option(fc.constantFrom('1', '2', '3'), { nil: undefined }),
      userAgent: fc.option(fc.string(), { nil: undefined }), responder: fc.constantFrom('proxy' as const, 'backend' as const, 'unknown' as const),
    });
    fc.assert(fc.property(fc.array(some, { maxLength: 120 }), fc.integer({ min: 1, max: 40 }), (requests, rows) => {
      const { notFound, hosts, paths } = report(requests as Request[], rows);
      const total = requests.filter(({ status }) => status === 404).length;
      const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);
      expect(notFound.total).toBe(total);
      expect(sum(Object.values(notFound.classes))).toBe(total);
      expect(sum(Object.values(notFound.answeredBy))).toBe(total);
      expect(sum(hosts.map((host) => host.requests))).toBe(total);
      expect(sum(Object.values(paths).flat().map((path) => path.requests))).toBeLessThanOrEqual(total);
    }), { numRuns: 60 });
  });

  it('says how many windows were judged, and gives memory back after each full one', () => {
    const requests = [...traffic(), ...Array.from({ length: 10 }, (_, i) => missed(`/offers/x${i}`))];
    const boundOf = (rows: number) => report(requests, rows).estimates.find(({ what }) => what === 'windows judged together')!.bound;
    expect(boundOf(100)).toContain('one: every 404 was judged with the whole log known');
    expect(boundOf(4)).toMatch(/^3: /);
    let given = 0;
    const collector = new LogCollector(({ text }) => text, { rows: 4, characters: 1e6 }, () => (given += 1));
    requests.forEach((request, at) => collector.add(toLine(request, at)));
    expect(given).toBe(2);
  });

  it('the same log gives the same report', () => {
    const requests = [...traffic(), missed('/.env'), missed('/x'), missed('/orders/5')];
    expect(JSON.stringify(report(requests))).toBe(JSON.stringify(report(requests)));
  });
});
