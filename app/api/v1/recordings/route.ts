import { parseInput, recordSchema } from '@/lib/server/api/params';
import { guarded, json, respondData } from '@/lib/server/api/respond';
import { toEnvelope } from '@/lib/server/api/envelope';
import { RequestError, isRequestError } from '@/lib/server/errors';
import { listRecordings, saveRecording } from '@/lib/server/use-cases/recordings';
import { wrongMethod } from '@/lib/server/api/unknown-route';

export const dynamic = 'force-dynamic';

export function GET(): Promise<Response> {
  return respondData(listRecordings);
}

export function POST(request: Request): Promise<Response> {
  return guarded(async () => {
    refuseForeign(request);
    const body = parseInput(recordSchema, await readJson(request));
    const answer = await saveRecording({ env: body.env ?? null, from: body.from, to: body.to, maxPoints: null, title: body.title ?? null, note: body.note ?? null });
    return json(toEnvelope(answer), 201);
  });
}

/** Another site must not make a visitor's browser write: only JSON from our own pages (or from no browser at all). */
function refuseForeign(request: Request): void {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') throw new RequestError(403, null, 'recordings can only be made from the pages of Weir itself');
  if (!request.headers.get('content-type')?.startsWith('application/json')) throw new RequestError(400, 'content-type', 'content-type: expected application/json');
}

async function readJson(request: Request): Promise<unknown> {
  try {
    return JSON.parse(await readText(request)) as unknown;
  } catch (error) {
    if (isRequestError(error)) throw error;
    throw new RequestError(400, 'body', 'body: expected JSON');
  }
}

/** A note is 10 kB at most; nothing longer is read into memory. */
const MOST_BYTES = 64 * 1024;

async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.byteLength;
    if (bytes > MOST_BYTES) throw new RequestError(413, 'body', 'body: expected at most 64 KiB');
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export { wrongMethod as DELETE, wrongMethod as PATCH, wrongMethod as PUT };
