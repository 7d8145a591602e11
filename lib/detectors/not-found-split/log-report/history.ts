import type { AccessLine } from '@/lib/domain/access-log';
import type { Fingerprint } from './hash';
import { RecentSet } from './recent-set';

const TARGETS = 2_097_152;
const CLIENTS = 1_048_576;
const MOST_HOSTS = 16_384;
/** A host of fewer good answers than this has not shown what it serves: "never served" would be a guess. */
const KNOWN_HOST = 20;

/** Whom and what the log shows to be served (2xx, 304), in fixed memory: about 13 MB. */
export class SuccessHistory {
  readonly targets = new RecentSet(TARGETS);
  readonly clients = new RecentSet(CLIENTS);
  private readonly hosts = new Map<number, number>();
  /** Good answers of the log. */
  answers = 0;
  hostsBeyond = 0;
  /** The lines are not in order of time: logs of several instances one after another. Then the order of lines says nothing about before and after. */
  unordered = false;

  /** Remembers a good answer. `print` is scratch space. */
  add(line: AccessLine, print: Fingerprint): void {
    this.answers += 1;
    const host = print.start().host(line.host).key();
    print.template(line.path);
    this.targets.add(print.a, print.b);
    if (line.client.from >= 0) {
      print.start().text(line.client, 64);
      this.clients.add(print.a, print.b);
    }
    const known = this.hosts.get(host);
    if (known !== undefined || this.hosts.size < MOST_HOSTS) this.hosts.set(host, (known ?? 0) + 1);
    else this.hostsBeyond += 1;
  }

  /** Good answers of a host; null when the table was full and does not know it. */
  servedOf(hostKey: number): number | null {
    return this.hosts.get(hostKey) ?? (this.hostsBeyond > 0 ? null : 0);
  }

  /** Was this target served before? True and false as the classifier means them; null: the log cannot tell. Served only later is null too, where the lines tell. */
  servedBefore(row: { readonly servedBefore: boolean; readonly targetA: number; readonly targetB: number; readonly hostKey: number }): boolean | null {
    if (row.servedBefore) return true;
    const found = this.targets.has(row.targetA, row.targetB);
    if (found !== 'never') return found === 'in' && this.unordered ? true : null;
    return (this.servedOf(row.hostKey) ?? 0) >= KNOWN_HOST ? false : null;
  }

  /** Did this client get a good answer anywhere in the log? A log without good answers (only its 404s, say) cannot tell. */
  clientServed(clientA: number, clientB: number): boolean | null {
    const found = this.clients.has(clientA, clientB);
    if (found === 'in') return true;
    return found === 'unknown' || this.answers < KNOWN_HOST ? null : false;
  }
}
