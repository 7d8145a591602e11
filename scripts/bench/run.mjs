// npm run bench: packages and build first, then the measurements. Standard output is for the result alone.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, root } from '../shared/prepare.mjs';

ensureInstalled();
ensureBuilt();
const child = spawn(process.execPath, ['--import', 'tsx', path.join(root, 'scripts/bench.ts')], { cwd: root, stdio: 'inherit' });
// Ctrl-C reaches the child by itself, and it ends what it started; we only wait for it. A SIGTERM is passed on.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.once('error', (error) => {
  console.error(`weir: ${error.message}`);
  process.exit(1);
});
child.once('exit', (code) => process.exit(code ?? 1));
