import { hintsHold } from '../../lib/detectors/shared/hints';
import type { Cluster, Service } from './cluster';

/**
 * Gives and takes zone hints as the EndpointSlice controller does. A service is looked at when something of its own changes
 * (`sync`); a change of nodes takes the hints of all services with topology mode Auto at once when it makes hints
 * impossible, and gives none back: each regains them with its next own change.
 *
 * Hints always name the endpoint's own zone. The real controller may lend endpoints to other zones; with the even nodes and
 * pods of the lab it never has to.
 */
export class HintController {
  constructor(readonly cluster: Cluster) {}

  /** Something of the service itself changed: its pods, its annotations. */
  sync(service: Service): void {
    service.hints = service.routing === 'same-zone' || (service.routing === 'auto' && this.#possible(service));
  }

  /** A node came, went, or changed its labels. */
  nodesChanged(): void {
    if (this.#allLabelled()) return;
    for (const service of this.cluster.services) if (service.routing === 'auto') service.hints = false;
  }

  #allLabelled(): boolean {
    return this.cluster.nodes.every((node) => node.labelled);
  }

  #possible(service: Service): boolean {
    const ready = this.cluster.podsBehind(service).filter((pod) => pod.ready && pod.deletion === null);
    if (!this.#allLabelled() || ready.length === 0) return false;
    const cpu: Record<string, number> = {};
    for (const node of this.cluster.nodes) cpu[node.zone] = (cpu[node.zone] ?? 0) + node.cpu;
    const { safe, tie, minimum } = hintsHold(cpu, ready.length);
    if (!safe || tie) return false;
    const short = Object.entries(minimum).find(([zone, least]) => ready.filter((pod) => pod.zone === zone).length < least);
    if (short !== undefined) throw new Error(`${service.name}: zone ${short[0]} would have to borrow endpoints, which the lab does not play`);
    return true;
  }
}
