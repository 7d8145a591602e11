import type { EpochMs } from './units';

/** What a scanner's path is after. A fixed list: the order is that of the rules that tell them. */
export const pathFamilies = ['traversal', 'payload', 'dotfile', 'wordpress', 'php', 'backup', 'config', 'server-script', 'device', 'admin', 'api', 'other'] as const;
export type PathFamily = (typeof pathFamilies)[number];

/** A name and how many samples have it. Names are hostile text. */
export interface Counted {
  readonly name: string;
  readonly samples: number;
}

/** Scanner requests that belong together: by their clients, their user agent and what they are after. All text is hostile. */
export interface ScannerCampaign {
  /** The same in another window for the same kind of scan. Stands for nothing else. */
  readonly key: string;
  /** Largest first. */
  readonly families: readonly { readonly family: PathFamily; readonly samples: number }[];
  /** Samples that were looked at; `requests` is what they stand for by the ledger. */
  readonly samples: number;
  readonly requests: number;
  /** Share of all 404 answers of the range, 0..1; null when there were none. */
  readonly share: number | null;
  readonly pathCount: number;
  readonly paths: readonly Counted[];
  readonly hosts: readonly Counted[];
  readonly hostCount: number;
  /** Null: the traces name no clients. */
  readonly clientCount: number | null;
  readonly clients: readonly Counted[];
  /** User agents as they came; the empty text is a user agent too. Empty list: traces name none. */
  readonly agents: readonly Counted[];
  readonly agentCount: number;
  readonly methods: readonly string[];
  /** Many addresses with a few requests each: blocking one of them changes nothing. */
  readonly distributed: boolean;
  readonly first: EpochMs;
  readonly last: EpochMs;
  readonly traceIds: readonly string[];
  /** Small campaigns that were put together in this last row; 0 for a campaign of its own. */
  readonly folded: number;
}
