import type { Counted, PathFamily, ScannerCampaign } from '../domain/not-found-campaign';
import { formatCount, formatPercent, plural } from './format';
import { type ClippedText, clipText } from './hostile-text';
import { capital } from './words';

export const familyWords: Readonly<Record<PathFamily, string>> = {
  traversal: 'path traversal', payload: 'payloads', dotfile: 'dotfiles', wordpress: 'WordPress', php: 'PHP', backup: 'backups and archives', config: 'configuration and keys',
  'server-script': 'server scripts', device: 'devices and VPNs', admin: 'admin pages', api: 'API probes', other: 'other paths',
};

/** How many families a title names. */
const NAMED = 2;
/** A family below this share of a campaign is no part of its title. */
const LEAST_SHARE = 0.15;

/** One campaign, ready to be drawn. */
export interface CampaignRow {
  readonly campaign: ScannerCampaign;
  /** `Dotfiles, PHP and 3 more kinds`. */
  readonly title: string;
  /** `distributed: 240 addresses`, `1 client`; null: the traces name no clients. */
  readonly origin: string | null;
  /** `HEAD, no user agent`. */
  readonly manner: string | null;
  readonly agent: ClippedText | null;
  readonly paths: readonly CampaignName[];
  readonly hosts: readonly CampaignName[];
  readonly clients: readonly CampaignName[];
  readonly agents: readonly CampaignName[];
}

export interface CampaignName {
  readonly text: ClippedText;
  readonly samples: number;
}

export interface CampaignsModel {
  /** `6 campaigns, about 3,498 requests: 41 % of all 404s`. */
  readonly summary: string;
  /** The largest in a few words, for those who pass over the rest. */
  readonly largest: string;
  readonly rows: readonly CampaignRow[];
}

/** Rows of the campaigns, largest first; null when there is none. */
export function campaignsModel(campaigns: readonly ScannerCampaign[], total: number): CampaignsModel | null {
  if (campaigns.length === 0) return null;
  const count = campaigns.reduce((sum, { folded }) => sum + Math.max(1, folded), 0);
  const requests = campaigns.reduce((sum, one) => sum + one.requests, 0);
  const rows = campaigns.map(campaignRow);
  return {
    summary: `${plural(count, 'campaign')}, about ${plural(requests, 'request')}${total > 0 ? `: ${formatPercent(requests / total)} of all 404s` : ''}`,
    largest: rows.filter(({ campaign }) => campaign.folded === 0).slice(0, 3).map(({ title, campaign }) => `${title} (${formatPercent(campaign.share)})`).join(', '), rows,
  };
}

/** Words for one campaign. */
export function campaignRow(campaign: ScannerCampaign): CampaignRow {
  const [agent] = campaign.agents;
  const shown = campaign.agentCount === 1 && agent && agent.name !== '' && agent.name !== '-' ? clipText(agent.name, 60) : null;
  return {
    campaign, title: titleOf(campaign), origin: originOf(campaign), manner: mannerOf(campaign), agent: shown,
    paths: campaign.paths.map(toName), hosts: campaign.hosts.map(toName), clients: campaign.clients.map(toName), agents: campaign.agents.map(({ name, samples }) => toName({ name: name === '' ? '(empty)' : name, samples })),
  };
}

const toName = ({ name, samples }: Counted): CampaignName => ({ text: clipText(name, 72), samples });

function titleOf({ families, samples, folded }: ScannerCampaign): string {
  if (folded > 0) return `${formatCount(folded)} smaller campaigns`;
  const main = families.filter((one, at) => at === 0 || one.samples >= LEAST_SHARE * samples).slice(0, NAMED);
  const rest = families.length - main.length;
  const names = main.map(({ family }) => familyWords[family]);
  return capital([...names, ...(rest > 0 ? [plural(rest, 'more kind')] : [])].join(', ').replace(/, ([^,]*)$/, ' and $1'));
}

function originOf({ clientCount, distributed }: ScannerCampaign): string | null {
  if (clientCount === null) return null;
  return distributed ? `distributed: ${plural(clientCount, 'address', 'addresses')}` : plural(clientCount, 'client');
}

function mannerOf({ methods, agents, agentCount }: ScannerCampaign): string | null {
  const [agent] = agents;
  const worn = agentCount > 1 ? plural(agentCount, 'user agent') : agent && (agent.name === '' || agent.name === '-') ? 'empty user agent' : null;
  const parts = [...methods.map((name) => clipText(name, 12).text), ...(worn === null ? [] : [worn])];
  return parts.length === 0 ? null : parts.join(', ');
}
