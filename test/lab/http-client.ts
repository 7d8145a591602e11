import http from 'node:http';

export interface ClientRequest {
  readonly ip: string;
  readonly port: number;
  readonly method: 'GET' | 'POST';
  readonly host: string;
  readonly path: string;
  readonly userAgent: string;
  /** Loopback address that the client comes from; the proxy takes it for the client's address. */
  readonly from?: string;
  readonly agent?: http.Agent;
  /** Give up after this time, as an impatient client does. */
  readonly abortAfterMs?: number;
  /** Context of a caller that is traced itself. */
  readonly traceparent?: string | undefined;
}

export interface ClientResponse {
  /** 0: no answer came. */
  readonly status: number;
  /** Pod of the application that answered, from its response header; null when the proxy answered itself. */
  readonly servedBy: string | null;
  /** Attempts that the proxy made, where it says so (Envoy, told to by its virtual host); else null. */
  readonly attempts: number | null;
  /** Beginning of the body of a 5xx: where the proxy answered, its own words for what went wrong. Null for other answers. */
  readonly errorText: string | null;
}

/** Sends one request and reads the whole answer. Never throws: no answer is status 0. */
export function send(request: ClientRequest): Promise<ClientResponse> {
  return new Promise((resolve) => {
    const body = request.method === 'POST' ? '{"item":1}' : undefined;
    const headers: Record<string, string> = { host: request.host, 'user-agent': request.userAgent };
    if (request.traceparent !== undefined) headers.traceparent = request.traceparent;
    if (body !== undefined) Object.assign(headers, { 'content-type': 'application/json', 'content-length': String(body.length) });
    const outgoing = http.request({
      host: request.ip,
      port: request.port,
      method: request.method,
      path: request.path,
      headers,
      agent: request.agent ?? false,
      ...(request.from === undefined ? {} : { localAddress: request.from }),
      signal: AbortSignal.timeout(request.abortAfterMs ?? 30_000),
    }, (response) => {
      const servedBy = response.headers['x-served-by'];
      const attempts = Number(response.headers['x-envoy-attempt-count'] ?? NaN);
      const status = response.statusCode ?? 0;
      let text = '';
      const done = () => resolve({ status, servedBy: typeof servedBy === 'string' ? servedBy : null, attempts: Number.isNaN(attempts) ? null : attempts, errorText: status >= 500 ? text.slice(0, 300) : null });
      if (status >= 500) response.setEncoding('utf8').on('data', (chunk: string) => { text += chunk; });
      else response.resume();
      response.once('end', done);
      response.once('error', done);
    });
    outgoing.once('error', () => resolve({ status: 0, servedBy: null, attempts: null, errorText: null }));
    outgoing.end(body);
  });
}
