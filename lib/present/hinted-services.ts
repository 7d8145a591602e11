import type { Finding, FlipCause } from '../domain/findings';
import { own } from '../domain/own';
import type { ZoneDetail } from '../domain/zone-detail';

/** Services split by whether zone hints matter for them. Both lists are sorted. */
export interface HintedServices {
  /** Had hints at some time of the range, ask for them by annotation, or are named by the evidence of a finding. */
  readonly shown: readonly string[];
  /** Never had a hint and do not ask for any: most services of a cluster. */
  readonly others: readonly string[];
}

/**
 * Which services are worth a look where hints are drawn or forecast. Where hints are not collected, all of `services` are
 * shown: nothing says that they have none.
 */
export function splitByHints(services: readonly string[], { hintedShare, fleets, topologyModes }: Pick<ZoneDetail, 'hintedShare' | 'fleets' | 'topologyModes'>, findings: readonly Finding[]): HintedServices {
  const sorted = [...new Set(services)].sort();
  if (hintedShare === null) return { shown: sorted, others: [] };
  const evidence = [...findings.flatMap(evidenceOf), ...fleets.flatMap(({ flips }) => flips.flatMap(({ cause }) => textsOf(cause)))];
  const matters = (service: string) => (own(hintedShare, service) ?? []).some((value) => value !== null && value > 0) || topologyModes?.auto.includes(service) || evidence.some((text) => names(text, service));
  return { shown: sorted.filter(matters), others: sorted.filter((service) => !matters(service)) };
}

/** `5 services without hints are not shown`. */
export function unhintedText(count: number): string {
  return count === 1 ? '1 service without hints is not shown' : `${count} services without hints are not shown`;
}

const textsOf = (cause: FlipCause) => cause.evidence.map(({ text }) => text);

/** Advice is left out: it may list every service without hints. */
function evidenceOf(finding: Finding): readonly string[] {
  const texts = [...finding.evidence, ...finding.against].map(({ text }) => text);
  if (finding.kind === 'zone-flapping') return [...texts, ...finding.data.flips.flatMap(({ cause }) => textsOf(cause))];
  return finding.kind === 'zone-concentrated' ? [...texts, ...textsOf(finding.data.cause)] : texts;
}

/** The whole name only: `shop/cart` is not named by `shop/cart-api`. */
function names(text: string, service: string): boolean {
  for (let at = text.indexOf(service); at >= 0; at = text.indexOf(service, at + 1)) {
    if (!/[\w/-]/.test(text[at - 1] ?? ' ') && !/[\w/-]/.test(text[at + service.length] ?? ' ')) return true;
  }
  return false;
}
