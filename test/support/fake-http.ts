import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface FakeHttp {
  readonly url: string;
  readonly seen: SeenRequest[];
  close(): Promise<void>;
}

/** A small HTTP server on loopback that answers as the test says and remembers what it was asked. */
export async function fakeHttp(answer: (request: SeenRequest, response: ServerResponse) => void): Promise<FakeHttp> {
  const seen: SeenRequest[] = [];
  const server = createServer((message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      const request = { method: message.method ?? '', url: new URL(message.url ?? '/', 'http://fake'), headers: message.headers, body: Buffer.concat(chunks).toString() };
      seen.push(request);
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
