import path from 'node:path';
import { defineConfig } from 'vitest/config';

const root = import.meta.dirname;

export default defineConfig({
  resolve: {
    alias: { '@': root, 'server-only': path.join(root, 'test/support/server-only.ts') },
  },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/browser/**', 'test/lab/**', '**/node_modules/**'],
    environment: 'node',
    testTimeout: 20_000,
  },
});
