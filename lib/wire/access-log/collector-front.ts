import { find } from './line';

const BLANK = 0x20;

/**
 * Where the line of the proxy begins, behind what collectors of container logs put in front of it:
 *   [pod/skipper-1/skipper] line                  kubectl logs --prefix
 *   2025-10-10T13:55:36.123456789Z line           kubectl logs --timestamps, docker logs --timestamps
 *   2025-10-10T13:55:36.123456789Z stdout F line  files of a container runtime (Kubernetes CRI logging format)
 * Their time is the time of writing; the line has its own.
 */
export function behindCollector(text: string, from: number, to: number): number {
  const at = text.charCodeAt(from) === 0x5b && text.startsWith('[pod/', from) ? behindWord(text, from, to) : from;
  if (!isTime(text, at)) return at;
  const behind = behindWord(text, at, to);
  const stream = text.startsWith('stdout ', behind) || text.startsWith('stderr ', behind);
  // F: whole line, P: a part of a long one.
  return stream && text.charCodeAt(behind + 8) === BLANK ? behind + 9 : behind;
}

/** Behind the next blank; `from` when there is none or nothing behind it. */
function behindWord(text: string, from: number, to: number): number {
  const blank = find(text, BLANK, from, to);
  return blank < 0 || blank + 1 >= to ? from : blank + 1;
}

/** `2025-10-10T`: no host or client begins so. Most lines end at the first test. */
function isTime(text: string, at: number): boolean {
  return text.charCodeAt(at + 10) === 0x54 && text.charCodeAt(at + 4) === 0x2d && /^\d{4}-\d\d-\d\dT\d\d:/.test(text.slice(at, at + 14));
}
