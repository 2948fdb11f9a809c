import { defineConfig } from 'vitest/config';
import { countWorkers, pace } from '../../scripts/testing/machine.mjs';

export default defineConfig({
  test: {
    name: 'web',
    include: ['src/**/*.test.ts'],
    isolate: false,
    maxWorkers: countWorkers().unit,
    testTimeout: 300_000 * pace,
  },
});
