// npm run weir: starts the CLI, or says in one sentence that the packages are missing. Plain Node, no packages.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

function findTsx() {
  try {
    return import.meta.resolve('tsx');
  } catch {
    return null;
  }
}

const tsx = findTsx();
if (tsx === null) {
  console.error(`weir: the packages are not installed: run "npm ci" in ${root} first`);
  process.exit(2);
}
const args = ['--conditions=react-server', '--import', tsx, path.join(root, 'lib/cli/main.ts'), ...process.argv.slice(2)];
const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, TSX_TSCONFIG_PATH: path.join(root, 'tsconfig.json') } });
// A terminal gives Ctrl-C to the child by itself; twice would end it before it has ended what it started.
const passedOn = process.stdin.isTTY ? ['SIGTERM', 'SIGHUP'] : ['SIGTERM', 'SIGHUP', 'SIGINT'];
for (const signal of passedOn) process.on(signal, () => child.kill(signal));
if (process.stdin.isTTY) process.on('SIGINT', () => undefined);
child.once('error', (error) => {
  console.error(`weir: ${error.message}`);
  process.exit(1);
});
child.once('exit', (code, signal) => {
  if (signal === null) process.exit(code ?? 1);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
