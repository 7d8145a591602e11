import { describe, expect, it } from 'vitest';
import type { ScannerCampaign } from '@/lib/domain/not-found-campaign';
import { epochMs } from '@/lib/domain/units';
import { campaignsModel } from '@/lib/present/not-found-campaigns';
import { exportNotFound } from '@/lib/present/not-found-export';
import { notFoundSample } from '../../support/samples-details';

const range = { from: Date.UTC(2026, 10, 29, 13, 5), to: Date.UTC(2026, 10, 29, 14, 5) };
const campaign: ScannerCampaign = {
  key: 'k', families: [{ family: 'dotfile', samples: 30 }, { family: 'backup', samples: 8 }, { family: 'api', samples: 2 }], samples: 40, requests: 8_000, share: 0.3, pathCount: 12, paths: [{ name: '/.env', samples: 9 }, { name: '/`|', samples: 2 }],
  hosts: [{ name: '=cmd', samples: 40 }], hostCount: 1, clientCount: 240, clients: [], agents: [{ name: '', samples: 40 }], agentCount: 1, methods: ['HEAD'], distributed: true, first: epochMs(range.from), last: epochMs(range.to), traceIds: ['aa'], folded: 0,
};
const sample = { ...notFoundSample(), campaigns: [campaign] };
const file = (kind: Parameters<typeof exportNotFound>[1], format: 'csv' | 'md') => exportNotFound(sample, kind, format, range);

describe('files of the page', () => {
  it.each([
    ['ledger', 'csv', '404-ledger-20261129T1305Z-to-20261129T1405Z.csv', 'text/csv;charset=utf-8'],
    ['hosts-and-paths', 'md', '404-hosts-and-paths-20261129T1305Z-to-20261129T1405Z.md', 'text/markdown;charset=utf-8'],
  ] as const)('%s as %s says in its name what it holds', (kind, format, name, type) => {
    expect(file(kind, format)).toMatchObject({ name, type });
  });
  it('the ledger adds up per row, and an unknown step has empty cells', () => {
    const [, ...rows] = file('ledger', 'csv').text.trimEnd().split('\r\n').map((line) => line.split(','));
    expect(rows).toHaveLength(240);
    for (const [, total, ...parts] of rows) expect(total === '' ? parts.join('') : String(parts.reduce((sum, part) => sum + Number(part), 0))).toBe(total);
    expect(rows.filter(([, total]) => total === '')).toHaveLength(1);
  });
  it('hostile hosts and paths are written visibly and whole', () => {
    const { text } = file('hosts-and-paths', 'csv');
    expect(text).toContain('<script>alert(1)</script>,/⟨U+202E⟩gnp.exe?x=AAAA');
    expect(text).toContain('A'.repeat(4000));
  });
  it('campaigns as Markdown: one row each, nothing ends a cell', () => {
    const rows = file('campaigns', 'md').text.split('\n').filter((line) => line.startsWith('|'));
    expect(rows[2]).toBe('| Dotfiles, backups and archives and 1 more kind | 8,000 | 30\u00a0% | 40 | distributed: 240 addresses | (empty) | `/.env`, `/⟨U+0060⟩⟨U+007C⟩` |');
  });
  it('campaigns as CSV: a host that is a formula is none', () => {
    expect(file('campaigns', 'csv').text).toContain(",'=cmd,");
  });
  it('without traces it says so instead of an empty table', () => {
    expect(exportNotFound({ ...sample, targets: null }, 'hosts-and-paths', 'md', range).text).toContain('No traces could be looked at');
  });
});

describe('campaigns in words', () => {
  it('one line says how much may be passed over', () => {
    const model = campaignsModel([campaign, { ...campaign, folded: 4, requests: 1_000, share: 0.04 }], 26_330)!;
    expect(model.summary).toBe('5 campaigns, about 9,000 requests: 34\u00a0% of all 404s');
    expect(model.rows.map(({ title, origin, manner }) => [title, origin, manner])).toEqual([['Dotfiles, backups and archives and 1 more kind', 'distributed: 240 addresses', 'HEAD, empty user agent'], ['4 smaller campaigns', 'distributed: 240 addresses', 'HEAD, empty user agent']]);
  });
  it('none is no panel', () => {
    expect(campaignsModel([], 10)).toBeNull();
  });
});
