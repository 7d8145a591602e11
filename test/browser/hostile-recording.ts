import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { strFromU8 } from 'fflate';
import { openArchive, packArchive } from '../../lib/adapters/recording/archive';

/** What a scanner puts into a Host or a path to see whether somebody draws it as markup. */
export const HOSTILE = '<script>alert(1)</script>';

/** Requests that hide, reorder, overflow or attack. Those with a mark would set `pwned` on the page if anything of them ran. */
export const hostileRequests: readonly (readonly [host: string, path: string])[] = [
  ['<script>window.pwned=1</script>', '/<img src=x onerror="window.pwned=1">'],
  ['"><svg onload=window.pwned=1>', `/${'a'.repeat(4096)}/end.php`],
  ['victim.example.net', '/\u202egnp.exe\u202c/\u2066hidden\u2069'],
  ['zero\u200bwidth.example.net', '/pay\u200bpal\u00ad\ufeff'],
  ['victim.example.net', '/%zz%e0%80%af%c0%ae%c0%ae/%'],
  ['victim.example.net', '/nul\u0000after\u001b[31mred\u0007'],
  ['victim.example.net', '/😀/🏴\u{e0067}\u{e0062}/\ud800'],
  ['مثال.example.net', '/مرحبا/שלום?x=1'],
  ['=cmd|calc!A1', '/=HYPERLINK("http://evil.example","x")'],
  ['`a` | b', '/`|[x](javascript:alert(1))|\n# heading'],
];

/** A user agent of the same kind. */
export const HOSTILE_AGENT = '=1+1;@SUM(A1)\t<b>`agent`</b>|\u202e';

/** A folder with one recording whose hosts, paths, user agents, workloads and instances are hostile, and one that is cut off. */
export function makeHostileFolder(source: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'weir-hostile-'));
  mkdirSync(folder, { recursive: true });
  const bytes = new Uint8Array(readFileSync(source));
  const { manifest, files } = openArchive(bytes);
  const poisoned = new Map<string, string>();
  for (const [name, content] of files) {
    if (name === 'manifest.json') continue;
    const text = strFromU8(content).replaceAll('shop.example.org', `${HOSTILE}.example.org`).replaceAll('shop/shop', `shop/${HOSTILE}`).replaceAll('"workload":"shop"', `"workload":"${HOSTILE}"`);
    poisoned.set(name, name.startsWith('traces/') ? poisonTraces(text) : text);
  }
  const { files: _hashes, format: _format, ...rest } = manifest;
  writeFileSync(path.join(folder, 'story.weir'), packArchive({ ...rest, title: HOSTILE }, poisoned));
  writeFileSync(path.join(folder, 'cut-off.weir'), bytes.subarray(0, Math.floor(bytes.length / 2)));
  return folder;
}

interface WireTrace { readonly spans: { readonly parentId: string | null; readonly attributes: Record<string, unknown> }[] }

let turn = 0;

/** Every second request that found no route asks for one of the hostile hosts and paths, in turn. */
function poisonTraces(text: string): string {
  const traces = JSON.parse(text) as WireTrace[];
  for (const { attributes } of traces.flatMap(({ spans }) => spans.filter(({ parentId }) => parentId === null))) {
    if ('user_agent' in attributes) attributes.user_agent = HOSTILE_AGENT;
    if (attributes['http.status_code'] !== 404 || 'skipper.route_id' in attributes) continue;
    turn += 1;
    if (turn % 2 === 0) continue;
    const [host, asked] = hostileRequests[((turn - 1) / 2) % hostileRequests.length]!;
    Object.assign(attributes, { 'http.host': host, 'http.path': asked });
  }
  return JSON.stringify(traces);
}
