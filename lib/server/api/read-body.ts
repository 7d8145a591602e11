import 'server-only';
import { RequestError } from '../errors';

/**
 * The body as text, never more than `most` bytes of it in memory. `limit` says that size to people; `taken` hears how much came so far and may
 * throw. Throws RequestError 413.
 */
export async function readBodyText(request: Request, most: number, limit: string, taken: (bytes: number) => void = () => undefined): Promise<string> {
  const tooLong = () => new RequestError(413, 'body', `body: expected at most ${limit}`);
  const told = Number(request.headers.get('content-length'));
  if (Number.isFinite(told) && told > most) throw tooLong();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.byteLength;
    try {
      if (bytes > most) throw tooLong();
      taken(bytes);
    } catch (error) {
      void reader?.cancel().catch(() => undefined);
      throw error;
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString('utf8');
}
