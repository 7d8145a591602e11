// What every command needs before it can do its own work. Plain Node, no packages: it runs before `npm ci`.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** Runs a command to its end with its output shown; throws an Error that names the command when it fails. */
export function run(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options, env: { ...process.env, ...options.env } });
  if (done.error) throw new Error(`${command} could not be started: ${done.error.message}`);
  if (done.status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${done.status ?? done.signal}`);
}

/** Installs the packages of the lock file unless the ones in place are from this very lock file. */
export function ensureInstalled() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 9)) throw new Error(`Node 20.9 or newer is needed, this is ${process.version}`);
  const stamp = path.join(root, 'node_modules/.weir-lock');
  const lock = digest([path.join(root, 'package-lock.json')]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.error('weir: installing packages (npm ci) …');
  // npm's own output goes to standard error: standard output is for what the command answers.
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], { stdio: ['ignore', 2, 2] });
  writeFileSync(stamp, lock);
}

/** Builds the app unless the build in place is of these very sources. */
export function ensureBuilt() {
  const stamp = path.join(root, '.next/weir-build');
  const sources = digest(sourceFiles());
  if (existsSync(stamp) && existsSync(path.join(root, '.next/BUILD_ID')) && readFileSync(stamp, 'utf8') === sources) return;
  console.error('weir: building the app (next build) …');
  run('npx', ['next', 'build'], { stdio: ['ignore', 2, 2], env: { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' } });
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, sources);
}

/** Path of a Chromium; installs Debian's when there is none and we may. Throws with the way out when neither works. */
export function ensureChromium() {
  const given = process.env.WEIR_CHROMIUM;
  const known = [given, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].filter(Boolean);
  const found = known.find((file) => existsSync(file));
  if (found) return found;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error('no Chromium found: install one (Debian: apt-get install chromium) or name it in WEIR_CHROMIUM');
  }
  console.error('weir: installing Chromium (apt-get) …');
  const apt = { stdio: ['ignore', 2, 2], env: { DEBIAN_FRONTEND: 'noninteractive' } };
  run('apt-get', ['update', '-qq'], apt);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'], apt);
  return '/usr/bin/chromium';
}

function sourceFiles() {
  const tops = ['app', 'components', 'lib', 'package-lock.json', 'next.config.ts', 'tsconfig.json', 'postcss.config.mjs', 'instrumentation.ts', 'proxy.ts'];
  return tops.map((top) => path.join(root, top)).filter(existsSync).flatMap(filesBelow);
}

function filesBelow(entry) {
  if (!statSync(entry).isDirectory()) return [entry];
  return readdirSync(entry).sort().flatMap((name) => filesBelow(path.join(entry, name)));
}

function digest(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}
