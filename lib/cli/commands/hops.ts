import { toEnvelope } from '../../server/api/envelope';
import { loadHops } from '../../server/use-cases/load-hops';
import { hopsText } from '../hops-text';
import { type Io, UnansweredError, writeJson } from '../io';

export interface HopsOptions {
  readonly from: string;
  readonly to: string;
  readonly env?: string;
  readonly format: string;
}

/** `weir hops`: the answer of GET /api/v1/hops. Fails with 1 when a source failed; what the others said is written all the same. */
export async function hops(io: Io, { from, to, env, format }: HopsOptions): Promise<void> {
  const answer = await loadHops({ env: env ?? null, from, to, maxPoints: null });
  if (format === 'text') io.output.write(hopsText(answer));
  else writeJson(io, toEnvelope(answer));
  if (answer.failures.length > 0) throw new UnansweredError(answer.failures.map(({ source, message }) => `${source}: ${message}`).join('\n'));
}
