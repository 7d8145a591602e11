import 'server-only';
import type { Answer } from '../../domain/answer';
import type { HopDetail } from '../../domain/hops';
import type { RangeRequest } from '../../domain/requests';
import { getRuntime } from '../runtime';
import { timed } from '../telemetry/timed';
import { AnswerParts } from './answer';
import { resolveRequest } from './range';

/** Which hop answered and which caused 404, 502, 503 and 504 over a range. */
export function loadHops(request: RangeRequest): Promise<Answer<HopDetail>> {
  return timed('hops', async () => {
    const environment = await getRuntime().environment(request.env);
    const range = await resolveRequest(environment, request);
    return new AnswerParts().finish({
      edges: [range.from, range.to], cells: [], totals: [], agreement: [], profiles: [],
      spanMetrics: { kind: 'not-found', why: 'not looked for yet', mend: 'ask again' },
      search: { searches: 0, skipped: 0, failed: 0, budgetMs: 30_000, young: false, reread: 0, sampling: [] },
    }, range, null);
  });
}
