import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupCampaigns } from '@/lib/detectors/not-found-split/campaigns';
import { pathFamily } from '@/lib/detectors/not-found-split/path-family';
import type { JudgedSample } from '@/lib/detectors/not-found-split/sampled';
import type { NotFoundClass } from '@/lib/domain/not-found-detail';
import { epochMs } from '@/lib/domain/units';

interface Asked { client: string | null; path: string; agent: string | null; method: string; host: string; step: number; class: NotFoundClass }

function judged(asked: Partial<Asked>, i = 0): JudgedSample {
  const { client = '198.51.100.1', path = '/.env', agent = 'probe/1.0', method = 'GET', host = 'shop.example.org', step = 0, class: kind = 'scanner' } = asked;
  return {
    sample: {
      traceId: `${i}`.padStart(32, '0'), at: epochMs(1_000_000 + step * 5_000), proxy: 'ingress', instance: null, zone: null, method, host, path, userAgent: agent, client, status: 404,
      durationMs: 1, answeredBy: 'proxy', answeredByService: null, causedBy: 'proxy', mechanism: 'route_miss', confidence: 0.9, band: 'certain', earlierAttempts: 0,
    },
    step, verdict: { class: kind, logOdds: 3, evidence: [] }, explained: false,
  };
}
const many = (count: number, of: (i: number) => Partial<Asked>) => Array.from({ length: count }, (_, i) => judged(of(i), i));

describe('pathFamily', () => {
  it.each([
    ['/.git/config.php', 'dotfile'], ['/.well-known/security.txt', 'other'], ['/cgi-bin/../../etc/passwd', 'traversal'], ['/a?x=<script>', 'payload'],
    ['/wp-login.php', 'wordpress'], ['/blog/xmlrpc.php', 'wordpress'], ['/shell.php', 'php'], ['/backup.zip', 'backup'], ['/db.sql', 'backup'], ['/index.php~', 'backup'],
    ['/config.yml', 'config'], ['/id_rsa.pem', 'config'], ['/phpmyadmin/index.php', 'admin'], ['/manager/html', 'admin'], ['/boaform/admin/formLogin', 'device'],
    ['/default.asp', 'server-script'], ['/api/v1/pods', 'api'], ['/actuator/env', 'api'], ['/swagger.json', 'api'], ['/nothing/special', 'other'], ['', 'other'], ['/a\u0000b', 'payload'],
  ])('%j is after %s', (path, family) => {
    expect(pathFamily(path)).toBe(family);
  });
});

describe('campaigns', () => {
  it('one agent from hundreds of addresses on one host is one campaign, whatever it asks for', () => {
    const scan = many(300, (i) => ({ client: `203.0.113.${i % 240}`, path: ['/site.zip', '/.env', '/db.sql', '/wp-login.php'][i % 4]!, agent: '', method: 'HEAD' }));
    const [one, ...others] = groupCampaigns(scan, [300], 400);
    expect(others).toEqual([]);
    expect(one).toMatchObject({ distributed: true, clientCount: 240, samples: 300, requests: 300, share: 0.75, agents: [{ name: '', samples: 300 }], methods: ['HEAD'] });
    expect(one!.families[0]).toEqual({ family: 'backup', samples: 150 });
  });
  it('clients alike join, clients after something else do not', () => {
    const scan = [...many(6, (i) => ({ client: `c${i % 2}`, path: `/a${i}.php` })), ...many(4, (i) => ({ client: 'c9', path: `/.file${i}` })), ...many(4, (i) => ({ client: 'c8', path: `/b${i}.php`, agent: 'other/2' }))];
    expect(groupCampaigns(scan, [14], 14).map(({ samples, clientCount }) => [samples, clientCount])).toEqual([[6, 2], [4, 1], [4, 1]]);
  });
  it('a client that changes its agent with each request is one campaign', () => {
    const scan = many(20, (i) => ({ client: 'c1', agent: `browser ${i}`, path: `/x${i}.php` }));
    expect(groupCampaigns(scan, [20], 20)).toMatchObject([{ agentCount: 20, clientCount: 1, distributed: false }]);
  });
  it('without clients it says that they are not known', () => {
    expect(groupCampaigns(many(3, () => ({ client: null })), [3], 3)).toMatchObject([{ clientCount: null, clients: [], distributed: false }]);
  });
  it('only what was called scanner is in it', () => {
    expect(groupCampaigns(many(5, () => ({ class: 'unknown' })), [5], 5)).toEqual([]);
  });
  it('a wave stands for its own counts, not for those of the calm hours', () => {
    const scan = [...many(5, () => ({ client: 'calm', step: 0, path: '/a.php' })), ...many(5, () => ({ client: 'wave', step: 10, path: '/.env' }))];
    const counts = Array.from({ length: 12 }, (_, at) => (at < 6 ? 10 : 100));
    expect(groupCampaigns(scan, counts, 1000).map(({ requests }) => requests)).toEqual([600, 60]);
  });
  it('a scanner on all of the hosts is one campaign with its hosts', () => {
    expect(groupCampaigns(many(30, (i) => ({ client: 'c1', host: `h${i}` })), [30], 30)).toMatchObject([{ hostCount: 30 }]);
  });
  it('the requests add up to the scanner part, also where small campaigns are folded into one row', () => {
    const sample = fc.record({ client: fc.option(fc.constantFrom(...Array.from({ length: 60 }, (_, i) => `c${i}`))), path: fc.string({ unit: 'binary', maxLength: 30 }), agent: fc.option(fc.constantFrom('', 'a', 'b', 'c')), step: fc.nat(19) });
    fc.assert(fc.property(fc.array(sample, { minLength: 1, maxLength: 200 }), fc.array(fc.option(fc.nat(500)), { minLength: 20, maxLength: 20 }), (asked, counts) => {
      const found = groupCampaigns(asked.map(judged), counts, 100_000);
      const known = counts.some((count) => count !== null) ? counts.reduce<number>((sum, count) => sum + (count ?? 0), 0) : asked.length;
      expect(found.reduce((sum, { requests }) => sum + requests, 0)).toBe(known);
      expect(found.reduce((sum, { samples }) => sum + samples, 0)).toBe(asked.length);
      expect(found.length).toBeLessThanOrEqual(30);
    }));
  });
  it('the order of the samples does not matter', () => {
    const scan = many(80, (i) => ({ client: `c${i % 17}`, path: `/${i % 5}.php`, agent: `a${i % 3}` }));
    const strip = (list: readonly JudgedSample[]) => groupCampaigns(list, [80], 80).map(({ traceIds: _ids, ...rest }) => rest);
    expect(strip([...scan].reverse())).toEqual(strip(scan));
  });
});
