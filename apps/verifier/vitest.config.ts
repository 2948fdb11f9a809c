import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'verifier', include: ['src/**/*.test.ts'], isolate: false, maxWorkers: 4, testTimeout: 300_000 },
});
