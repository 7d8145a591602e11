// npm start: checks the configuration, builds if needed, and serves. HOST (default 127.0.0.1) and PORT (default 3000).
import { spawnSync } from 'node:child_process';
import { ensureBuilt, ensureInstalled, root } from './shared/prepare.mjs';
import { assertFree, serveApp } from './shared/serve.mjs';

const host = process.env.HOST || '127.0.0.1';
const port = Number(process.env.PORT || 3000);

try {
  if (!Number.isInteger(port) || port < 1 || port > 65535) throw new Error(`PORT must be a number from 1 to 65535, it is "${process.env.PORT}"`);
  ensureInstalled();
  const check = spawnSync(process.execPath, ['--conditions=react-server', '--import', 'tsx', 'lib/cli/main.ts', 'preflight', '--host', host], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (check.status !== 0) process.exit(check.status ?? 1);
  await assertFree(host, port);
  ensureBuilt();
  const app = await serveApp({ host, port });
  console.log(`Weir serves at ${app.url} (Ctrl-C ends it)`);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void app.stop().then(() => process.exit(0)));
  const code = await app.ended;
  process.exit(typeof code === 'number' ? code : 1);
} catch (error) {
  console.error(`weir: ${error.message}`);
  process.exit(1);
}
