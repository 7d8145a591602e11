import type { HopName } from '../domain/hops';
import type { RequestSample } from '../domain/request-sample';
import type { StratumTraces } from '../domain/trace-groups';
import type { Mechanism } from '../domain/verdict';
import { hopLabel } from './hops-words';
import { bandWords, mechanismWords } from './words';

/** Traces of one way in which answers came about; the surest first. */
export interface ProofRow {
  readonly key: string;
  readonly answered: string;
  readonly mechanism: string;
  readonly count: number;
  readonly traces: readonly { readonly traceId: string; readonly at: number; readonly sure: string }[];
}

const EXAMPLES = 3;

/** Examples to open for each answering hop and mechanism, most frequent first. */
export function proofRows(strata: readonly StratumTraces[]): readonly ProofRow[] {
  const byKey = new Map<string, { readonly hop: HopName; readonly mechanism: Mechanism; count: number; samples: RequestSample[] }>();
  for (const group of strata.flatMap(({ groups }) => groups)) {
    const key = JSON.stringify([group.answeredBy, group.service, group.mechanism]);
    const row = byKey.get(key) ?? { hop: { role: group.answeredBy, service: group.service }, mechanism: group.mechanism, count: 0, samples: [] };
    byKey.set(key, { ...row, count: row.count + group.count, samples: [...row.samples, ...group.samples] });
  }
  return [...byKey].sort(([, a], [, b]) => b.count - a.count).map(([key, { hop, mechanism, count, samples }]) => ({
    key, answered: hopLabel(hop), mechanism: mechanismWords[mechanism], count,
    traces: [...samples].sort((a, b) => b.confidence - a.confidence || b.at - a.at).slice(0, EXAMPLES).map(({ traceId, at, band }) => ({ traceId, at, sure: bandWords[band] })),
  }));
}
