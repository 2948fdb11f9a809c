import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'demo/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    // Real servers on a machine that is shared: a test fails by what it finds, not by how long it took.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What a job does is waited for as long: a second, which is usual, is a busy machine's breath.
    expect: { poll: { timeout: 30_000 } },
  },
});
