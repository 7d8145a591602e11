import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { strFromU8 } from 'fflate';
import { openArchive, packArchive } from '../../lib/adapters/recording/archive';

/** What a scanner puts into a Host or a path to see whether somebody draws it as markup. */
export const HOSTILE = '<script>alert(1)</script>';

/** A folder with one recording whose hosts, workloads and instances carry markup, and one that is cut off. */
export function makeHostileFolder(source: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'weir-hostile-'));
  mkdirSync(folder, { recursive: true });
  const bytes = new Uint8Array(readFileSync(source));
  const { manifest, files } = openArchive(bytes);
  const poisoned = new Map<string, string>();
  for (const [name, content] of files) {
    if (name === 'manifest.json') continue;
    poisoned.set(name, strFromU8(content).replaceAll('shop.example.org', `${HOSTILE}.example.org`).replaceAll('shop/shop', `shop/${HOSTILE}`).replaceAll('"workload":"shop"', `"workload":"${HOSTILE}"`));
  }
  const { files: _hashes, format: _format, ...rest } = manifest;
  writeFileSync(path.join(folder, 'story.weir'), packArchive({ ...rest, title: HOSTILE }, poisoned));
  writeFileSync(path.join(folder, 'cut-off.weir'), bytes.subarray(0, Math.floor(bytes.length / 2)));
  return folder;
}
