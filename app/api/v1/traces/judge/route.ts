import { paramSchemas, parseParams } from '@/lib/server/api/params';
import { readBodyText } from '@/lib/server/api/read-body';
import { respond } from '@/lib/server/api/respond';
import { wrongMethod } from '@/lib/server/api/unknown-route';
import { RequestError } from '@/lib/server/errors';
import { judgePasted } from '@/lib/server/use-cases/paste';

const MOST_BYTES = 64 * 1024 * 1024;
const TAKEN = /^(application\/(.+\+)?json|application\/x-ndjson|text\/plain)\s*(;|$)/i;

/** Verdicts of a pasted text. Nothing is kept, so there is nothing that another site could change: only its kind and size are checked. */
export function POST(request: Request): Promise<Response> {
  return respond(async () => {
    const { env } = parseParams(paramSchemas.env, request);
    if (!TAKEN.test(request.headers.get('content-type') ?? '')) throw new RequestError(415, 'content-type', 'content-type: expected application/json or text/plain');
    const text = await readBodyText(request, MOST_BYTES, '64 MiB; "weir attribute" on the command line takes more');
    return judgePasted({ env: env ?? null, text });
  }, 'traces');
}

export { wrongMethod as DELETE, wrongMethod as GET, wrongMethod as PATCH, wrongMethod as PUT };
