import net from 'node:net';
import { sleep } from './random';
import type { Started } from './supervisor';

/** Free TCP ports on a loopback address. They are held together, so that one call never gives the same port twice. */
export async function freePorts(count: number, host = '127.0.0.1'): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listen(host)));
  const ports = servers.map((server) => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port was given');
    return address.port;
  });
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

function listen(host: string): Promise<net.Server> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, host, () => resolve(server));
  });
}

/** Waits until an HTTP address answers with a 2xx. Throws when the process behind it ends or time is up. */
export async function waitForHttp(url: string, process: Started, timeoutMs = 60_000): Promise<void> {
  const until = Date.now() + timeoutMs;
  while (Date.now() < until) {
    if (!process.alive()) throw new Error(`${process.name} ended before it was ready; see its log`);
    const ok = await fetch(url, { signal: AbortSignal.timeout(2_000) }).then((response) => response.ok, () => false);
    if (ok) return;
    await sleep(100);
  }
  throw new Error(`${process.name} was not ready within ${timeoutMs} ms (${url})`);
}

/** Tries a start with fresh ports again: between probing a port and binding it somebody else may take it. */
export async function withFreePorts<T>(count: number, host: string, start: (ports: number[]) => Promise<T>): Promise<T> {
  let last: unknown;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      return await start(await freePorts(count, host));
    } catch (error) {
      last = error;
    }
  }
  throw last;
}
