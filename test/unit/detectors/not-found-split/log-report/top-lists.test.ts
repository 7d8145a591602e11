import { describe, expect, it } from 'vitest';
import { TopLists } from '@/lib/detectors/not-found-split/log-report/top-lists';
import type { MissedRow } from '@/lib/detectors/not-found-split/log-report/missed-rows';

const row = (over: Partial<MissedRow>): MissedRow => ({
  key: 1, host: 'shop.example.org', path: '/a', method: 'GET', userAgent: 'x', client: '192.0.2.1', clientKey: 7, responder: 'unknown', servedBefore: false,
  targetA: 1, targetB: 1, clientA: 1, clientB: 1, hostKey: 1, count: 1, first: 0, last: 0, ...over,
});
const scanner = { class: 'scanner', logOdds: 3, evidence: [{ code: 'path-dotfile', weight: 3 }] } as const;

describe('TopLists', () => {
  it('leaves out rows that are mostly the count of those they displaced', () => {
    const lists = new TopLists();
    for (let i = 0; i < 5000; i += 1) lists.add(row({ path: `/x${i}y`, host: `h${i}.example.org`, userAgent: `agent ${i}` }), scanner);
    expect([lists.topPaths('scanner', 20), lists.topHosts(20, () => 0), lists.topCampaigns(20)[0]!.userAgents]).toEqual([[], [], []]);
    expect(lists.topCampaigns(20)[0]).toMatchObject({ requests: 5000, errorBound: 0 });
  });

  it('a large row among many small ones stays, and what it saw before it took its place is "at least"', () => {
    const lists = new TopLists();
    for (let i = 0; i < 5000; i += 1) lists.add(row({ path: `/x${i}y` }), scanner);
    lists.add(row({ path: '/large', count: 900 }), scanner);
    expect(lists.topPaths('scanner', 20)).toMatchObject([{ path: '/large', clients: { count: 1, atLeast: true } }]);
  });

  it('hosts that the log does not name are not counted as one', () => {
    const lists = new TopLists();
    lists.add(row({ host: null, hostKey: 5 }), scanner);
    expect(lists.topCampaigns(1)[0]!.hosts).toEqual({ count: 0, atLeast: false });
  });
});
