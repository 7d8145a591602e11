// npm run demo: on a fresh clone installs, builds if needed, and serves the bundled recordings.
import path from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './shared/prepare.mjs';
import { assertFree, serveApp } from './shared/serve.mjs';

const host = process.env.HOST || '127.0.0.1';
const port = Number(process.env.PORT || 3000);

try {
  if (!Number.isInteger(port) || port < 1 || port > 65535) throw new Error(`PORT must be a number from 1 to 65535, it is "${process.env.PORT}"`);
  await assertFree(host, port);
  ensureInstalled();
  ensureBuilt();
  const app = await serveApp({ host, port, env: { WEIR_RECORDINGS: path.join(root, 'public/recordings') } });
  console.log(`Weir shows its bundled recordings at ${app.url} (Ctrl-C ends it)`);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void app.stop().then(() => process.exit(0)));
  const code = await app.ended;
  process.exit(typeof code === 'number' ? code : 1);
} catch (error) {
  console.error(`weir: ${error.message}`);
  process.exit(1);
}
