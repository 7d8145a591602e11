import type { HopExample, HopTotal } from '../domain/hops';
import { hopLabel } from './hops-words';
import { bandWords, mechanismWords } from './words';

/** Traces of one way in which answers came about; the surest first. */
export interface ProofRow {
  readonly key: string;
  readonly answered: string;
  readonly caused: string;
  readonly mechanism: string;
  readonly traces: readonly (HopExample & { readonly sure: string })[];
}

/** Examples to open for each part of a total, in its order. Parts without any are left out. */
export function proofRows({ parts }: Pick<HopTotal, 'parts'>): readonly ProofRow[] {
  return parts.filter(({ examples }) => examples !== undefined && examples.length > 0).map(({ answeredBy, causedBy, mechanism, examples = [] }) => ({
    key: JSON.stringify([answeredBy, causedBy, mechanism]), answered: hopLabel(answeredBy), caused: hopLabel(causedBy), mechanism: mechanismWords[mechanism],
    traces: examples.map((example) => ({ ...example, sure: bandWords[example.band] })),
  }));
}
