import { defineConfig } from 'vitest/config';

const scripts = { test: { name: 'scripts', include: ['scripts/**/*.test.mjs'], isolate: false, maxWorkers: 4 } };

export default defineConfig({ test: { projects: ['apps/server', 'apps/web', scripts] } });
