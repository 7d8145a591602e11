import { accessSync, constants, existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Versions that the lab was written against; they are part of the names in the cache. */
export const versions = { skipper: 'v0.26.0', jaeger: 'v1.76.0', envoy: '1.40.0' } as const;

export type PartName = 'prometheus' | 'promtool' | 'victoria-metrics' | 'skipper' | 'jaeger' | 'envoy';

/** Parts without which no scenario can run. */
export const requiredParts: readonly PartName[] = ['prometheus', 'promtool', 'skipper', 'jaeger', 'envoy'];

/** Folder of built programs, outside of the tree. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env.WEIR_LAB_CACHE ?? path.join(env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'), 'weir-lab');
}

/** Where a part that we build is, or will be, in the cache. */
export function cachedPath(part: 'skipper' | 'jaeger' | 'envoy'): string {
  if (part === 'envoy') return path.join(cacheFolder(), `envoy-${versions.envoy}`, 'bin', 'envoy');
  return path.join(cacheFolder(), 'bin', `${part}-${versions[part]}`);
}

/** The program of a part, or null when it is not installed. */
export function findPart(part: PartName): string | null {
  if (part === 'envoy') return findEnvoy();
  if (part === 'skipper' || part === 'jaeger') return isProgram(cachedPath(part)) ? cachedPath(part) : null;
  return onPath(part);
}

/** The parts of the list that are not installed. */
export function missingParts(parts: readonly PartName[] = requiredParts): PartName[] {
  return parts.filter((part) => findPart(part) === null);
}

/** The program of a part; throws with the way to get it. */
export function requirePart(part: PartName): string {
  const found = findPart(part);
  if (found === null) throw new Error(`${part} is not installed: run "npm run lab -- setup"`);
  return found;
}

/** The start script of the package costs a Python each; the real program lies beside it. */
function findEnvoy(): string | null {
  const starter = cachedPath('envoy');
  if (!isProgram(starter)) return null;
  const lib = path.join(path.dirname(starter), '..', 'lib');
  for (const python of ['python3.11', 'python3.12', 'python3.13', 'python3.14', 'python3.10', 'python3.9']) {
    const binary = path.join(lib, python, 'site-packages', 'envoy', '_bin', 'envoy');
    if (isProgram(binary)) return binary;
  }
  return starter;
}

function onPath(name: string): string | null {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const candidate = path.join(folder, name);
    if (folder !== '' && isProgram(candidate)) return candidate;
  }
  return null;
}

function isProgram(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
