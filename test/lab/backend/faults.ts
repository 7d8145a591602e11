import type { Socket } from 'node:net';

/**
 * How a server fails to answer. `hang`: it never does; `close`: it closes the connection without an answer; `reset`: likewise, with a TCP reset;
 * `garbage`: not HTTP; `two-lengths`: two Content-Length headers that differ; `mid-body`: the connection ends in the middle of a body.
 */
const faults = ['hang', 'close', 'reset', 'garbage', 'two-lengths', 'mid-body'] as const;
export type Fault = (typeof faults)[number];

/** The fault that a path asks for, or null. */
export function faultOf(path: string): Fault | null {
  return faults.find((fault) => path === `/fault/${fault}`) ?? null;
}

const texts: Readonly<Record<Exclude<Fault, 'hang' | 'close' | 'reset'>, string>> = {
  garbage: 'this is not http\r\n\r\n',
  'two-lengths': 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 7\r\n\r\nhello',
  'mid-body': 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\nthe beginning',
};

/** Long enough for the proxy to have read what was sent before the connection ends. */
const READ_MS = 100;

/** Does it on the connection of a request whose body was read. */
export function misbehave(socket: Socket, fault: Fault): void {
  if (fault === 'hang') return;
  if (fault === 'close') {
    socket.destroy();
    return;
  }
  if (fault === 'reset') {
    socket.resetAndDestroy();
    return;
  }
  socket.write(texts[fault]);
  setTimeout(() => socket.destroy(), READ_MS);
}
