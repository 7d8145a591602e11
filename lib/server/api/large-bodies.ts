import 'server-only';
import pLimit from 'p-limit';
import { RequestError } from '../errors';
import { readBodyText } from './read-body';

/** Of each body so much is free: small ones never wait for large ones. */
const FREE_BYTES = 1024 * 1024;
/** What all large bodies may hold together. Reading one takes several times its size. */
const MOST_HELD = 160 * 1024 * 1024;

let held = 0;
const inTurn = pLimit(1);

/**
 * Answers from the text of a body. Large ones are answered one after the other, and together they hold a bounded part of the memory: a few
 * colleagues who paste at once must not end the process. Throws RequestError 413 for one that is too long, itself or its answer, and 429 when
 * there is no room.
 */
export async function withBodyText<T>(request: Request, limits: { readonly most: number; readonly words: string }, answer: (text: string) => Promise<T>): Promise<T> {
  let own = 0;
  const take = (bytes: number) => {
    const more = Math.max(0, bytes - FREE_BYTES) - own;
    if (held + more > MOST_HELD) throw new RequestError(429, 'body', 'body: other large bodies are being read; try again in a moment');
    held += more;
    own += more;
  };
  try {
    const text = await readBodyText(request, limits.most, limits.words, take);
    return await (own > 0 ? inTurn(() => written(answer(text))) : written(answer(text)));
  } finally {
    held -= own;
  }
}

/** V8 holds texts of up to half a gigabyte: what a resource of many spans says is written once for each of them. */
async function written<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RangeError && /string length/i.test(error.message)) throw new RequestError(413, 'body', 'body: its answer is too long to be written; "weir attribute" on the command line gives the verdicts alone');
    throw error;
  }
}
