// Runs Vitest and counts, so that several runs can close with one line.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from './prepare.mjs';

/**
 * Runs Vitest once. A file that cannot even be loaded counts as one failed test, and so does a run without a report:
 * nothing that broke may look like "0 failed".
 */
export function runVitest(args, env = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'weir-vitest-'));
  const report = path.join(folder, 'report.json');
  try {
    const done = spawnSync(process.execPath, [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args,
      '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    return count(report, done.status);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function count(report, status) {
  try {
    const json = JSON.parse(readFileSync(report, 'utf8'));
    const brokenFiles = json.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
    const failed = json.numFailedTests + brokenFiles;
    return { passed: json.numPassedTests, failed: failed === 0 && status !== 0 ? 1 : failed, skipped: json.numPendingTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** Adds up counts and prints the closing line; returns the exit code. */
export function close(counts) {
  const sum = (key) => counts.reduce((total, one) => total + one[key], 0);
  const skipped = sum('skipped');
  console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`);
  return sum('failed') === 0 && sum('passed') > 0 ? 0 : 1;
}
