import path from 'node:path';
import { defineConfig } from 'vitest/config';

const root = path.resolve(import.meta.dirname, '..', '..');

/** One scenario at a time: each starts two dozen processes, and their timing is what is tested. */
export default defineConfig({
  root,
  resolve: { alias: { '@': root, 'server-only': path.join(root, 'test/support/server-only.ts') } },
  test: {
    include: ['test/lab/**/*.lab.test.ts'],
    environment: 'node',
    fileParallelism: false,
    pool: 'forks',
    testTimeout: 120_000,
    hookTimeout: 20 * 60_000,
    teardownTimeout: 30_000,
  },
});
