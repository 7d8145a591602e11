import { readFileSync } from 'node:fs';
import { Agent, request } from 'undici';
import { SourceError, isSourceError } from '../../ports/source-error';
import { type AuthSettings, makeAuthorizer } from './auth';
import { fromStatus, fromTransport } from './errors';
import { pauseFor } from './pause';

export interface HttpSettings {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly auth?: AuthSettings;
  readonly tls?: { readonly caFile?: string; readonly certFile?: string; readonly keyFile?: string; readonly serverName?: string; readonly insecureSkipVerify?: boolean };
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

export interface HttpCall {
  /** Path below the base URL, without a leading slash. */
  readonly path: string;
  readonly query?: URLSearchParams;
  /** A form body makes it a POST. Only reads are sent, so retries stay safe. */
  readonly form?: URLSearchParams;
  readonly signal?: AbortSignal;
  /** Statuses that the caller wants to read itself. */
  readonly accept?: readonly number[];
  /** A shorter time limit than that of the source: for small questions that others wait for. */
  readonly timeoutMs?: number;
}

/** Headers of an answer, names in lower case. */
export type HttpHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: HttpHeaders;
}

export interface HttpClient {
  /** Name of the source in messages: host and path, never credentials. */
  readonly name: string;
  send(call: HttpCall): Promise<HttpAnswer>;
  /** The answer as JSON; null for an accepted error status without JSON. Throws SourceError `malformed` when it is not. */
  json(call: HttpCall): Promise<{ readonly status: number; readonly body: unknown; readonly headers: HttpHeaders }>;
  /** The base URL without credentials, ending in a slash. */
  readonly base: URL;
  close(): Promise<void>;
}

const RETRYABLE = new Set([429, 502, 503, 504]);
const TRIES = 3;

/**
 * HTTP to one source: one connection pool, a time limit, a size limit and careful retries.
 *
 * Credentials in the URL become basic auth and leave the URL, so that no link or message can show them.
 */
export function makeHttpClient(settings: HttpSettings): HttpClient {
  const { base, auth } = splitCredentials(settings);
  const authorize = makeAuthorizer(auth);
  const timeoutMs = settings.timeoutMs ?? 25_000;
  const maxBytes = settings.maxBytes ?? 64 * 1024 * 1024;
  const agent = new Agent({ connect: tlsOptions(settings), connections: 16, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  const name = `${base.host}${base.pathname.replace(/\/$/, '')}`;

  async function once(call: HttpCall): Promise<HttpAnswer & { readonly retryAfter: string | null }> {
    const url = new URL(call.path, base);
    if (call.query) url.search = call.query.toString();
    const authorization = await authorize();
    const headers: Record<string, string> = { accept: 'application/json', ...settings.headers };
    if (authorization) headers.authorization = authorization;
    if (call.form) headers['content-type'] = 'application/x-www-form-urlencoded';
    const limitMs = Math.min(timeoutMs, call.timeoutMs ?? timeoutMs);
    const timeout = AbortSignal.timeout(limitMs);
    const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout;
    try {
      const response = await request(url, { method: call.form ? 'POST' : 'GET', headers, body: call.form?.toString(), dispatcher: agent, signal });
      const text = await readLimited(response.body, maxBytes, name);
      const retryAfter = response.headers['retry-after'];
      return { status: response.statusCode, text, headers: response.headers, retryAfter: typeof retryAfter === 'string' ? retryAfter : null };
    } catch (error) {
      throw fromTransport(error, name, { timedOut: timeout.aborted, aborted: call.signal?.aborted ?? false, timeoutMs: limitMs });
    }
  }

  async function send(call: HttpCall): Promise<HttpAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await once(call).catch((error: unknown) => {
        // A connection that was kept open ends with the server at its other end: a fresh one tells whether that is back.
        if (attempt === 1 && isCutConnection(error)) return null;
        throw error;
      });
      if (!answer) continue;
      if (answer.status < 300 || call.accept?.includes(answer.status)) return answer;
      if (!RETRYABLE.has(answer.status) || attempt === TRIES) throw fromStatus(answer.status, name);
      await pauseFor(call.signal, name)(waitMs(attempt, answer.retryAfter));
    }
  }

  return {
    name,
    base,
    send,
    async json(call) {
      const answer = await send(call);
      try {
        return { status: answer.status, body: JSON.parse(answer.text) as unknown, headers: answer.headers };
      } catch {
        // A status that the caller reads itself says enough; gateways write a page beside it.
        if (answer.status >= 300) return { status: answer.status, body: null, headers: answer.headers };
        throw new SourceError('malformed', `${name} answered something that is not JSON`, { status: answer.status });
      }
    },
    close: () => agent.close(),
  };
}

function isCutConnection(error: unknown): boolean {
  const cause = isSourceError(error) && error.kind === 'unreachable' ? error.cause : null;
  return cause instanceof Error && 'code' in cause && (cause.code === 'UND_ERR_SOCKET' || cause.code === 'ECONNRESET' || cause.code === 'EPIPE');
}

function splitCredentials(settings: HttpSettings): { base: URL; auth: AuthSettings | undefined } {
  const { username, password } = new URL(settings.url);
  const base = toBase(settings.url);
  const inUrl = username || password ? { basic: { username: decodeURIComponent(username), password: decodeURIComponent(password) } } : undefined;
  return { base, auth: settings.auth ?? inUrl };
}

/** An address that paths are added to and people may see: it ends in a slash and has no credentials, query or fragment. */
export function toBase(text: string): URL {
  const base = new URL(text);
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  base.username = '';
  base.password = '';
  base.search = '';
  base.hash = '';
  return base;
}

function tlsOptions({ tls }: HttpSettings) {
  return {
    timeout: 5_000,
    ...(tls?.caFile ? { ca: readFileSync(tls.caFile) } : {}),
    ...(tls?.certFile ? { cert: readFileSync(tls.certFile) } : {}),
    ...(tls?.keyFile ? { key: readFileSync(tls.keyFile) } : {}),
    ...(tls?.serverName ? { servername: tls.serverName } : {}),
    ...(tls?.insecureSkipVerify ? { rejectUnauthorized: false } : {}),
  };
}

async function readLimited(body: AsyncIterable<Uint8Array>, maxBytes: number, name: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new SourceError('too-large', `${name} answered more than ${Math.round(maxBytes / 1024 / 1024)} MiB; narrow the range`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Full jitter, so that many replicas do not come back in step. A Retry-After of the source is kept up to 5 s. */
function waitMs(attempt: number, retryAfter: string | null): number {
  const asked = Number(retryAfter) * 1000;
  const least = retryAfter !== null && Number.isFinite(asked) ? Math.min(asked, 5_000) : 0;
  return least + Math.random() * 250 * 2 ** attempt;
}
