import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/testing/longest-first.mjs';

const scripts = { test: { name: 'scripts', include: ['scripts/**/*.test.mjs'], isolate: false, maxWorkers: 4 } };

const collecting = {
  test: { name: 'collecting', include: ['packages/collecting/{src,examples}/**/*.test.ts'], maxWorkers: 4 },
};

export default defineConfig({
  test: {
    projects: ['apps/server', 'apps/web', 'apps/verifier', collecting, scripts],
    sequence: { sequencer: LongestFirst },
  },
});
