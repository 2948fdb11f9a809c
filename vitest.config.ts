import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/testing/longest-first.mjs';
import { countWorkers, pace } from './scripts/testing/machine.mjs';

/** A test fails by what it finds, not by how long it took on a machine that is shared. */
const testTimeout = 300_000 * pace;
const maxWorkers = countWorkers().unit;

const scripts = {
  test: { name: 'scripts', include: ['scripts/**/*.test.mjs'], isolate: false, maxWorkers, testTimeout },
};

const collecting = {
  test: {
    name: 'collecting',
    include: ['packages/collecting/{src,examples}/**/*.test.ts'],
    maxWorkers,
    testTimeout,
  },
};

export default defineConfig({
  test: {
    projects: ['apps/server', 'apps/web', 'apps/verifier', collecting, scripts],
    sequence: { sequencer: LongestFirst },
  },
});
