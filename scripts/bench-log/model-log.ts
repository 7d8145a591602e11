import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** `hostile`: 404s only, each of another path and client: the slowest that a log can be. */
export const logShapes = ['combined', 'skipper', 'envoy', 'envoy-json', 'hostile'] as const;
export type LogShape = (typeof logShapes)[number];

type Random = () => number;

/** Mulberry32: seeded chance, the same log on every machine. */
function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const hosts = Array.from({ length: 40 }, (_, i) => `app-${i}.example.org`);
const nouns = ['orders', 'items', 'cart', 'customers', 'invoices', 'articles', 'images', 'search', 'prices', 'stock', 'reviews', 'events'];
const agents = [
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1', 'shop-app/4.2 (android)', 'Go-http-client/2.0',
];
const probes = ['/.env', '/wp-login.php', '/.git/config', '/backup.sql', '/admin/config.php', '/cgi-bin/test.cgi', '/phpinfo.php', '/old/site.zip', '/.aws/credentials', '/xmlrpc.php'];

interface ModelRequest {
  readonly host: string;
  readonly client: string;
  readonly path: string;
  readonly agent: string;
  readonly status: number;
  readonly at: number;
}

/** Writes about `bytes` of log. 6 % of the requests are 404s: scans, stale links, and one application without its routes for a while. */
export async function writeModelLog(file: string, shape: LogShape, bytes: number, seed: number): Promise<void> {
  const random = seeded(seed);
  const output = createWriteStream(file, { highWaterMark: 4 * 1024 * 1024 });
  let written = 0;
  let at = Date.UTC(2026, 10, 1);
  while (written < bytes) {
    const lines: string[] = [];
    for (let i = 0; i < 5000; i += 1) {
      at += 20;
      lines.push(printLine(shape, shape === 'hostile' ? hostile(random, at) : request(random, at, written / bytes)));
    }
    const text = `${lines.join('\n')}\n`;
    written += text.length;
    if (!output.write(text)) await once(output, 'drain');
  }
  output.end();
  await once(output, 'close');
}

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() ** 2 * list.length)]!;
const address = (random: Random, nets: number) => `198.${18 + Math.floor(random() * 2)}.${Math.floor(random() * nets)}.${Math.floor(random() * 254) + 1}`;

/** `progress` is 0 to 1: between 0.4 and 0.5 one host has lost its routes. */
function request(random: Random, at: number, progress: number): ModelRequest {
  if (random() < 0.04) return { host: pick(random, hosts), client: address(random, 4).replace('198', '203'), path: `${random() < 0.3 ? `/${pick(random, nouns)}` : ''}${pick(random, probes)}`, agent: random() < 0.5 ? '-' : agents[3]!, status: 404, at };
  const host = pick(random, hosts);
  const path = `/api/v1/${pick(random, nouns)}/${Math.floor(random() * 1e6)}${random() < 0.5 ? `/${pick(random, nouns)}?page=${Math.floor(random() * 50)}` : ''}`;
  const lost = host === hosts[5] && progress > 0.4 && progress < 0.5;
  const stale = random() < 0.01;
  const status = lost || stale ? 404 : random() < 0.003 ? 503 : random() < 0.05 ? 302 : 200;
  return { host, client: address(random, 250), path: stale ? `/static/app.${Math.floor(random() * 1e9).toString(16).padStart(8, '0')}.js` : path, agent: pick(random, agents), status, at };
}

function hostile(random: Random, at: number): ModelRequest {
  return { host: pick(random, hosts), client: address(random, 255), path: `/${Math.floor(random() * 1e12).toString(36)}/${Math.floor(random() * 1e12).toString(36)}.php?id=${Math.floor(random() * 1e9)}`, agent: `agent ${Math.floor(random() * 1e6)}`, status: 404, at };
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function logTime(at: number): string {
  const iso = new Date(at).toISOString();
  return `${iso.slice(8, 10)}/${MONTHS[Number(iso.slice(5, 7)) - 1]}/${iso.slice(0, 4)}:${iso.slice(11, 19)} +0000`;
}

function printLine(shape: LogShape, { host, client, path, agent, status, at }: ModelRequest): string {
  const upstream = status === 404 ? '-' : '192.0.2.7:8080';
  const combined = () => `${client} - - [${logTime(at)}] "GET ${path} HTTP/1.1" ${status} ${path.length * 97} "-" "${agent}"`;
  switch (shape) {
    case 'combined':
    case 'hostile':
      return combined();
    case 'skipper':
      return `${combined()} ${status % 7} ${host} - -`;
    case 'envoy':
      return `[${new Date(at).toISOString()}] "GET ${path} HTTP/2" ${status} ${status === 404 ? 'NR' : '-'} 0 512 7 ${status === 404 ? '-' : '6'} "${client}" "${agent}" "6d0dca1f-2a1c-9d8d-bd6c-0c2c5b5b1f11" "${host}" "${upstream}"`;
    case 'envoy-json':
      return JSON.stringify({
        start_time: new Date(at).toISOString(), method: 'GET', 'x-envoy-origin-path': path, protocol: 'HTTP/2', response_code: String(status), response_flags: status === 404 ? 'NR' : '-',
        response_code_details: status === 404 ? 'route_not_found' : 'via_upstream', bytes_received: '0', bytes_sent: '512', duration: '7', 'x-forwarded-for': client, 'user-agent': agent,
        'x-request-id': '6d0dca1f-2a1c-9d8d-bd6c-0c2c5b5b1f11', ':authority': host, upstream_host: upstream, downstream_remote_address: `${client}:44321`, route_name: '-',
      });
  }
}
