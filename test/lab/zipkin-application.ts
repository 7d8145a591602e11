import { randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerFor } from './backend/answers';

export interface ZipkinApplication {
  readonly endpoint: string;
  stop(): void;
}

export interface ZipkinApplicationOptions {
  readonly zipkin: string;
  /** Null: an application without spans. */
  readonly service: string | null;
  /** True: it joins the caller's span, as Brave does; else its span is a child of it. */
  readonly joins: boolean;
}

/** A small application that reads B3 headers and posts its own server span to Zipkin when it has answered. */
export async function startZipkinApplication(options: ZipkinApplicationOptions): Promise<ZipkinApplication> {
  const server = http.createServer((request, response) => {
    const started = Date.now() * 1000;
    const answer = answerFor('shop', request.method ?? 'GET', request.url ?? '/');
    request.resume();
    if (answer === 'hang') return;
    if (typeof answer === 'string') return void request.socket.destroy();
    setTimeout(() => {
      response.writeHead(answer.status).end(answer.body);
      if (options.service !== null) void post(options.zipkin, [serverSpan(request, options, started, answer.status)]);
    }, answer.delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { endpoint: `127.0.0.1:${port}`, stop: () => { server.closeAllConnections(); server.close(); } };
}

const header = (request: http.IncomingMessage, name: string) => String(request.headers[name] ?? '');

function serverSpan(request: http.IncomingMessage, { service, joins }: ZipkinApplicationOptions, started: number, status: number): object {
  const caller = header(request, 'x-b3-spanid');
  const above = header(request, 'x-b3-parentspanid');
  const place = joins ? { id: caller, ...(above === '' ? {} : { parentId: above }), shared: true } : { id: randomBytes(8).toString('hex'), parentId: caller };
  return {
    traceId: header(request, 'x-b3-traceid'), ...place, kind: 'SERVER', name: (request.method ?? 'GET').toLowerCase(), timestamp: started, duration: Math.max(1, Date.now() * 1000 - started),
    localEndpoint: { serviceName: service, ipv4: '127.0.0.1' },
    // Brave writes the status of failed requests alone; this one writes it always, as most others do.
    tags: { 'http.method': request.method, 'http.path': request.url, 'http.status_code': String(status), ...(status >= 400 ? { error: String(status) } : {}) },
  };
}

/** Sends spans to Zipkin; throws when it does not take them. */
export async function post(zipkin: string, spans: readonly object[]): Promise<void> {
  const response = await fetch(`${zipkin}/api/v2/spans`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(spans) });
  if (response.status !== 202) throw new Error(`zipkin answered ${response.status} to spans`);
}
