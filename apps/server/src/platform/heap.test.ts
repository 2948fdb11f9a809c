import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Writes how many megabytes it has given back, two seconds after it has let go of 200 MB and more. */
const program = `
  import { setTimeout as wait } from 'node:timers/promises';
  import { boundHeap, collectAtRest } from ${JSON.stringify(import.meta.resolve('./heap.ts'))};
  boundHeap();
  collectAtRest(200);
  let load = Array.from({ length: 2_000_000 }, (_, index) => ({ index, name: 'Document ' + index }));
  const loaded = process.memoryUsage.rss();
  load = undefined;
  await wait(2_000);
  console.log((loaded - process.memoryUsage.rss()) / 1_000_000);
`;

it('gives the memory of a load back to the system once the server rests', async () => {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--expose-gc', '--input-type=module', '-e', program]);
  expect(Number(stdout)).toBeGreaterThan(150);
});
