// npm test: on a fresh clone installs what the tests need, then unit, contract, architecture and browser tests.
import { ensureBuilt, ensureChromium, ensureInstalled } from './shared/prepare.mjs';
import { close, runVitest } from './shared/vitest-run.mjs';

const counts = [];
try {
  ensureInstalled();
  counts.push(runVitest(process.argv.slice(2)));
  if (process.argv.length === 2) {
    const chromium = ensureChromium();
    ensureBuilt();
    counts.push(runVitest(['--config', 'test/browser/vitest.config.ts'], { WEIR_CHROMIUM: chromium }));
  }
} catch (error) {
  console.error(`weir: ${error.message}`);
  counts.push({ passed: 0, failed: 1, skipped: 0 });
}
process.exit(close(counts));
