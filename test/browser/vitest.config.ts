import path from 'node:path';
import { defineConfig } from 'vitest/config';

const root = path.resolve(import.meta.dirname, '../..');

export default defineConfig({
  root,
  resolve: { alias: { '@': root } },
  test: {
    include: ['test/browser/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A page has as long as the test: machines differ, and no wall time is tested here.
    expect: { poll: { timeout: 30_000, interval: 100 } },
    // One browser at a time: the machines have two cores.
    fileParallelism: false,
  },
});
