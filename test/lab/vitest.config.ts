import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = path.resolve(import.meta.dirname, '..', '..');

/** Long runs first; the short ones fill what is left, so that two workers end at about the same time. */
const longest = ['flip-causes', 'before-after', 'rolling-502-skipper', 'flapping-hints', 'rolling-502-envoy', 'routeless-canary', 'scanner-noise', 'quiet-day', 'hops', 'lifecycle', 'live', 'chains', 'causes'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = longest.indexOf(path.basename(moduleId, '.lab.test.ts'));
      return index < 0 ? longest.length : index;
    };
    return [...files].sort((a, b) => place(a) - place(b));
  }
}

/**
 * Two files at a time: a stack takes an eighth of two cores, and each has its own addresses, ports and folder. Not more:
 * timing is what is tested.
 */
export default defineConfig({
  root,
  resolve: { alias: { '@': root, 'server-only': path.join(root, 'test/support/server-only.ts') } },
  test: {
    include: ['test/lab/**/*.lab.test.ts'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 20 * 60_000,
    teardownTimeout: 30_000,
  },
});
