import { defineConfig } from 'vitest/config';
import { countWorkers, pace } from '../../scripts/testing/machine.mjs';

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts', 'demo/**/*.test.ts', 'collectors/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    // The files of a worker share what they import: reading the server anew for each took a third of the time.
    isolate: false,
    maxWorkers: countWorkers().unit,
    // Real servers on a machine that is shared: a test fails by what it finds, not by how long it took.
    testTimeout: 300_000 * pace,
    hookTimeout: 300_000 * pace,
    // A poll waits as long for a job: a busy machine takes more than the usual second.
    expect: { poll: { timeout: 30_000 * pace } },
  },
});
