import { notFoundClasses, type ClassEvidence, type NotFoundClass } from '@/lib/domain/not-found-detail';
import { pathTemplate } from '../../shared/path-evidence';
import type { NotFoundVerdict } from '../classify';
import { Distinct, type DistinctCount } from './distinct';
import { familyOf } from './family';
import { HeavyHitters, type HeavyHitter } from './heavy-hitters';
import type { MissedRow } from './missed-rows';
import type { CountedText, LogCampaign, LogHost, LogPath } from './report';

const HOSTS = 1024;
const PATHS = 512;
const FAMILIES = 48;
const LONGEST_EXAMPLE = 300;

interface HostDetail {
  readonly classes: Record<NotFoundClass, number>;
  hostKey: number;
}

interface PathDetail {
  readonly clients: Distinct;
  evidence: readonly ClassEvidence[] | null;
  example: string;
}

interface CampaignDetail {
  readonly paths: Distinct;
  readonly clients: Distinct;
  readonly hosts: Distinct;
  readonly agents: HeavyHitters<null>;
  readonly addresses: HeavyHitters<null>;
  readonly examples: HeavyHitters<null>;
  from: number;
  to: number;
}

const noClasses = (): Record<NotFoundClass, number> => ({ 'route-miss': 0, scanner: 0, application: 0, benign: 0, unknown: 0 });
const none = () => null;
/** Absent text as a key that no text of a log can be: the readers end lines at LF. */
const ABSENT = '\n';

/** The largest hosts, paths of each class and campaigns, in fixed memory however many rows are judged. */
export class TopLists {
  private readonly hosts = new HeavyHitters<HostDetail>(HOSTS, () => ({ classes: noClasses(), hostKey: 0 }));
  private readonly paths = new Map(notFoundClasses.map((name) => [name, new HeavyHitters<PathDetail>(PATHS, () => ({ clients: new Distinct(256), evidence: null, example: '' }))] as const));
  private readonly families = new HeavyHitters<CampaignDetail>(FAMILIES, () => ({
    paths: new Distinct(4096), clients: new Distinct(4096), hosts: new Distinct(1024),
    agents: new HeavyHitters(32, none), addresses: new HeavyHitters(32, none), examples: new HeavyHitters(32, none), from: Number.NaN, to: Number.NaN,
  }));

  add(row: MissedRow, verdict: NotFoundVerdict): void {
    const host = row.host?.toLowerCase().replace(/:\d+$/, '') ?? ABSENT;
    const { detail } = this.hosts.add(host, row.count);
    detail.classes[verdict.class] += row.count;
    detail.hostKey = row.hostKey;
    const path = this.paths.get(verdict.class)!.add(`${host}\t${pathTemplate(row.path)}`, row.count).detail;
    if (row.clientKey !== 0) path.clients.add(row.clientB);
    if (path.evidence === null) {
      path.evidence = verdict.evidence;
      path.example = row.path.slice(0, LONGEST_EXAMPLE);
    }
    if (verdict.class === 'scanner') this.addCampaign(row, familyOf(row.path, verdict));
  }

  private addCampaign(row: MissedRow, family: string): void {
    const { detail } = this.families.add(family, row.count);
    detail.paths.add(row.targetB);
    if (row.clientKey !== 0) detail.clients.add(row.clientB);
    if (row.host !== null) detail.hosts.add(row.hostKey % 0x7fffffff);
    detail.agents.add(row.userAgent ?? ABSENT, row.count);
    detail.addresses.add(row.client ?? ABSENT, row.count);
    detail.examples.add(row.path.slice(0, LONGEST_EXAMPLE), row.count);
    if (!(row.first >= detail.from) && !Number.isNaN(row.first)) detail.from = row.first;
    if (!(row.last <= detail.to) && !Number.isNaN(row.last)) detail.to = row.last;
  }

  topHosts(most: number, servedOf: (hostKey: number) => number | null): LogHost[] {
    return this.hosts.top(most).filter(isMostlyCertain).map(({ key, count, error, detail }) => ({
      host: key === ABSENT ? null : key, requests: count, errorBound: error, served: servedOf(detail.hostKey), classes: detail.classes,
    }));
  }

  topPaths(name: NotFoundClass, most: number): LogPath[] {
    return this.paths.get(name)!.top(most).filter(isMostlyCertain).map(({ key, count, error, detail }) => {
      const tab = key.indexOf('\t');
      const host = key.slice(0, tab);
      return {
        host: host === ABSENT ? null : host, path: key.slice(tab + 1), requests: count, errorBound: error,
        clients: since(error, detail.clients), evidence: detail.evidence ?? [], example: detail.example,
      };
    });
  }

  topCampaigns(most: number): LogCampaign[] {
    return this.families.top(most).filter(isMostlyCertain).map(({ key, count, error, detail }) => ({
      family: key, requests: count, errorBound: error,
      paths: since(error, detail.paths), clients: since(error, detail.clients), hosts: since(error, detail.hosts),
      userAgents: detail.agents.top(3).filter(isMostlyCertain).map(toCounted), topClients: detail.addresses.top(3).filter(isMostlyCertain).map(toCounted), examples: detail.examples.top(3).map(toCounted),
      from: Number.isNaN(detail.from) ? null : detail.from, to: Number.isNaN(detail.to) ? null : detail.to,
    }));
  }

  /** Keys that lost their place: with 0 everywhere the lists are exact. */
  replaced(): { readonly hosts: number; readonly paths: number; readonly families: number } {
    return { hosts: this.hosts.replaced, paths: [...this.paths.values()].reduce((sum, list) => sum + list.replaced, 0), families: this.families.replaced };
  }
}

/** A row that may be mostly the count of those it displaced says nothing: with a million different keys the table would be full of chance. */
const isMostlyCertain = ({ count, error }: { readonly count: number; readonly error: number }) => error * 2 <= count;

/** A key that took the place of another was not watched before: there may have been more. */
function since(error: number, distinct: Distinct): DistinctCount {
  const { count, atLeast } = distinct.value();
  return { count, atLeast: atLeast || error > 0 };
}

function toCounted({ key, count, error }: HeavyHitter<null>): CountedText {
  return { text: key === ABSENT ? null : key, requests: count, errorBound: error };
}
