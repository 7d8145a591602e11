import { toEnvelope } from '@/lib/server/api/envelope';
import { withBodyText } from '@/lib/server/api/large-bodies';
import { paramSchemas, parseParams } from '@/lib/server/api/params';
import { guarded, json } from '@/lib/server/api/respond';
import { wrongMethod } from '@/lib/server/api/unknown-route';
import { RequestError } from '@/lib/server/errors';
import { judgePasted } from '@/lib/server/use-cases/paste';

const LIMITS = { most: 64 * 1024 * 1024, words: '64 MiB; "weir attribute" on the command line takes more' };
const TAKEN = /^(application\/(.+\+)?json|application\/x-ndjson|text\/plain)\s*(;|$)/i;

/** Verdicts of a pasted text. Nothing is kept, so there is nothing that another site could change: only its kind and size are checked. */
export function POST(request: Request): Promise<Response> {
  return guarded(async () => {
    const { env } = parseParams(paramSchemas.env, request);
    if (!TAKEN.test(request.headers.get('content-type') ?? '')) throw new RequestError(415, 'content-type', 'content-type: expected application/json or text/plain');
    return withBodyText(request, LIMITS, async (text) => json(toEnvelope(await judgePasted({ env: env ?? null, text }))));
  }, 'traces');
}

export { wrongMethod as DELETE, wrongMethod as GET, wrongMethod as PATCH, wrongMethod as PUT };
