import type { Answer } from '@/lib/domain/answer';

/** Why the API did not answer, in words for people. Made from an RFC 9457 problem document, or from what the browser said. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    /** HTTP status; 0: the server could not be reached. */
    readonly status: number,
    /** Short name of the trouble. */
    readonly title: string,
    readonly detail: string,
    /** The backend at fault, when the server named one. */
    readonly source: string | null,
  ) {
    super(detail === '' ? title : `${title}: ${detail}`);
  }
}

type ParamValue = string | number | null | undefined;

/** Path with its query; empty parameters are left out. */
export function apiPath(path: string, params: Readonly<Record<string, ParamValue>> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== null && value !== undefined && value !== '') search.set(name, String(value));
  }
  const query = search.toString();
  return query === '' ? `/api/v1/${path}` : `/api/v1/${path}?${query}`;
}

/**
 * Asks our own API. The answer's shape is vouched for by the server: route handlers are typed with the same `Answer<T>`,
 * so it is not validated again here (a validator would cost each page 24 to 34 kB of script).
 * Throws ApiError; an aborted request throws the browser's AbortError.
 */
export async function fetchAnswer<T>(path: string, signal?: AbortSignal): Promise<Answer<T>> {
  return readAnswer<T>(await reach(path, { headers: { Accept: 'application/json' }, ...(signal ? { signal } : {}) }));
}

/** The same for a question that comes with a text: it travels as plain text, whatever a file calls itself. */
export async function postAnswer<T>(path: string, text: string | Blob, signal?: AbortSignal): Promise<Answer<T>> {
  return readAnswer<T>(await reach(path, { method: 'POST', headers: { Accept: 'application/json', 'Content-Type': 'text/plain;charset=UTF-8' }, body: text, ...(signal ? { signal } : {}) }));
}

async function readAnswer<T>(response: Response): Promise<Answer<T>> {
  const body = await readJson(response);
  if (!response.ok) throw toApiError(response.status, body);
  if (!isRecord(body) || !('data' in body)) throw new ApiError(response.status, 'Unreadable answer', 'The server sent something that is no Weir answer.', null);
  return body as unknown as Answer<T>;
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, 'Weir cannot be reached', 'The connection to the Weir server failed. Is it running, and are you online?', null);
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

/** Problem document to error; an answer without one keeps its status, never its body. */
export function toApiError(status: number, body: unknown): ApiError {
  const problem = isRecord(body) ? body : {};
  const text = (name: string) => (typeof problem[name] === 'string' ? problem[name] : null);
  return new ApiError(status, text('title') ?? `The server answered ${status}`, text('detail') ?? '', text('source'));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What somebody can do about a failed question. */
export function nextStep(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Reload the page. If it stays, look at the log of Weir.';
  if (error.status === 0) return 'Weir tries again when the connection is back.';
  if (error.source !== null) return `Check that ${error.source} is up and reachable from Weir; Sources shows its state.`;
  if (error.status === 400) return 'Correct the range or the parameter that is named, or go back to the default.';
  if (error.status === 404) return 'Choose another environment, or check the link.';
  return 'Try again in a moment; Sources shows what is up.';
}
