import { defineConfig } from 'vitest/config';

/** How many times slower than usual the machine is: it stretches each limit. */
const pace = Number(process.env.PERENNE_TEST_PACE ?? 1);

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts', 'demo/**/*.test.ts'],
    setupFiles: ['src/zz-setup.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    // The files of a worker share what they import: reading the server anew for each took a third of the time.
    isolate: false,
    maxWorkers: 4,
    // Real servers on a machine that is shared: a test fails by what it finds, not by how long it took.
    testTimeout: 60_000 * pace,
    hookTimeout: 60_000 * pace,
    // What a job does is waited for as long: a second, which is usual, is a busy machine's breath.
    expect: { poll: { timeout: 30_000 * pace } },
  },
});
