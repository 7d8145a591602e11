// Starts the built app, waits until it answers, and ends it. Plain Node.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { root } from './prepare.mjs';

/** A port of the loopback interface that is free right now. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Rejects with a clear message when somebody already listens there. */
export function assertFree(host, port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => reject(new Error(error.code === 'EADDRINUSE'
      ? `port ${port} on ${host} is taken: choose another with PORT=…`
      : `cannot listen on ${host}:${port}: ${error.code ?? error.message}`)));
    server.listen(port, host, () => server.close(() => resolve()));
  });
}

/**
 * Starts `next start`. Resolves to { url, child, stop } once /healthz answers; rejects when the app ends before that
 * or `timeoutMs` passes. `stop` ends the process and waits for it.
 */
export async function serveApp({ host = '127.0.0.1', port, env = {}, stdio = ['ignore', 2, 2], timeoutMs = 60_000 }) {
  await assertFree(host, port);
  const next = path.join(root, 'node_modules/next/dist/bin/next');
  const child = spawn(process.execPath, [next, 'start', '-H', host, '-p', String(port)], {
    cwd: root, stdio, env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', HOST: host, PORT: String(port), ...env },
  });
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(late);
  };
  const shown = host === '0.0.0.0' ? '127.0.0.1' : host;
  const url = `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`;
  const until = Date.now() + timeoutMs;
  let exit;
  void ended.then((code) => { exit = code; });
  while (Date.now() < until) {
    if (exit !== undefined) throw new Error(`the app ended before it answered (${exit}); its messages are above`);
    const ok = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) }).then((r) => r.ok, () => false);
    if (ok) return { url, child, stop, ended };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await stop();
  throw new Error(`the app did not answer on ${url} within ${timeoutMs / 1000} s`);
}
