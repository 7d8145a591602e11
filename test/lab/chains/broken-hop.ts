import net from 'node:net';
import { faultOf, misbehave } from '../backend/faults';

export interface BrokenHop {
  readonly endpoint: string;
  close(): Promise<void>;
}

/** A server in the place of a proxy or an application that misbehaves as the path of the request says. It has no spans. */
export async function startBrokenHop(host: string): Promise<BrokenHop> {
  const open = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    socket.once('data', (head) => {
      const fault = faultOf(head.toString('latin1').split(' ')[1] ?? '');
      misbehave(socket, fault ?? 'close');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return {
    endpoint: `${host}:${address.port}`,
    close: () => new Promise((resolve) => {
      for (const socket of open) socket.destroy();
      server.close(() => resolve());
    }),
  };
}
