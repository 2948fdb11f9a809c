import { describe, expect, it } from 'vitest';
import { noWalls } from '../isolation/walls.ts';
import { childrenRunning } from '../../testing/instances/process-status.ts';
import { compileScript } from './compile-script.ts';

const options = { walls: noWalls('for the test'), isHeard: false };
const limits = { timeMs: 60_000, memoryBytes: 300_000_000, compiledBytes: 1_000_000 };
const compile = (body: string, given: Partial<typeof limits> = {}) =>
  compileScript(Buffer.from(`(function (require) { ${body} })`), options, { ...limits, ...given });

describe('a script', () => {
  it('is compiled', async () => {
    expect((await compile('const answer = 42;'))?.length).toBeGreaterThan(100);
  });

  it.each([
    ['waits for ever', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);', { timeMs: 1_000 }],
    ['says more than it may', "const s = require('fs'); for (;;) s.writeSync(3, 'x'.repeat(60_000));", {}],
    ['holds more than it may', 'const all = []; for (;;) all.push(Buffer.alloc(10_000_000, 1));', {}],
  ])('that %s is ended, and each run compiles for itself', async (_what, body, given) => {
    expect(await compile(body, given)).toBeNull();
    await expect.poll(() => childrenRunning('boot.cjs')).toEqual([]);
  });
});
