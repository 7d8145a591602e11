// Serves the built app for one test file; prints READY and the address; ends when standard input closes.
import { freePort, serveApp } from '../../scripts/shared/serve.mjs';

const app = await serveApp({ port: await freePort(), stdio: ['ignore', 'inherit', 'inherit'] });
console.log(`READY ${app.url}`);
process.stdin.resume();
process.stdin.once('end', () => void app.stop().then(() => process.exit(0)));
