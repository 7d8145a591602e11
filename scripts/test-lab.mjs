// `npm run test:lab`: runs the real stack and compares Weir with what really happened. Where a part is not installed it
// says so and ends without a failure, unless WEIR_REQUIRE_LAB=1.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureBuilt, ensureChromium, ensureInstalled, root } from './shared/prepare.mjs';

const bin = (name) => path.join(root, 'node_modules', '.bin', name);

try {
  ensureInstalled();
} catch (error) {
  console.error(`weir: ${error.message}`);
  finish(0, 1);
}

const missing = missingParts();
if (missing !== '') {
  const required = process.env.WEIR_REQUIRE_LAB === '1';
  console.log(`${required ? 'failed' : 'skipped'}: not installed: ${missing}. Get it with: npm run lab -- setup`);
  finish(0, required ? 1 : 0);
}

try {
  // The live tests serve the built app and look at it in a browser.
  process.env.WEIR_CHROMIUM = ensureChromium();
  ensureBuilt();
} catch (error) {
  console.error(`weir: ${error.message}`);
  finish(0, 1);
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'weir-test-lab-'));
const report = path.join(folder, 'report.json');
const args = ['run', '--config', 'test/lab/vitest.config.ts', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...process.argv.slice(2)];
const tested = spawnSync(bin('vitest'), args, { cwd: root, stdio: 'inherit' });
const counts = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { numPassedTests: 0, numFailedTests: 0 };
rmSync(folder, { recursive: true, force: true });
// A suite that could not start has no failed test of its own.
const failed = counts.numFailedTests === 0 && tested.status !== 0 ? 1 : counts.numFailedTests;
finish(counts.numPassedTests, failed);

/** Names of the parts that are not installed, as one text. */
function missingParts() {
  const code = "import { missingParts } from './test/lab/parts.ts'; console.log(missingParts().join(', '));";
  const asked = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], { cwd: root, encoding: 'utf8' });
  if (asked.status !== 0) {
    console.error(asked.stderr);
    finish(0, 1);
  }
  return asked.stdout.trim();
}

function finish(passed, failed) {
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
