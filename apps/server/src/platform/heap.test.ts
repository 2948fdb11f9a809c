import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { serverArguments } from '../../../../scripts/server-arguments.mjs';

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

/** Writes how many megabytes the heap has grown to while objects live long enough to become garbage of the old generation. */
const churning = (bound: string) => `
  import { boundHeap, boundHeapTighter } from ${JSON.stringify(import.meta.resolve('./heap.ts'))};
  const living = Array.from({ length: 400_000 }, (_, index) => ({ index, name: 'Document ' + index }));
  boundHeap();
  ${bound}
  let highest = 0;
  for (let made = 0; made < 4_000_000; made++) {
    living[made % living.length] = { index: made, name: 'Document ' + made };
    if (made % 1_000 === 0) highest = Math.max(highest, process.memoryUsage().heapUsed);
  }
  console.log(highest / 1_000_000);
`;

/** Posts the bytes of its young generation, once more has passed through it than it holds. */
const thread = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { parentPort } from 'node:worker_threads';
  for (let made = 0; made < 1_000; made++) JSON.parse(JSON.stringify(Array.from({ length: 1_000 }, String)));
  parentPort.postMessage(getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size);
`;

/** Writes how many megabytes the young generation of a thread has. */
const startingThread = (bound: string) => `
  import { once } from 'node:events';
  import { Worker } from 'node:worker_threads';
  import { boundHeapsOfThreads } from ${JSON.stringify(import.meta.resolve('./heap.ts'))};
  ${bound}
  const resourceLimits = { maxYoungGenerationSizeMb: 3 };
  const [bytes] = await once(new Worker(${JSON.stringify(thread)}, { eval: true, resourceLimits }), 'message');
  console.log(bytes / 1_000_000);
`;

async function runProgram(program: string): Promise<number> {
  const node = promisify(execFile);
  // By its threads V8 collects late while the machine is busy.
  const flags = [...serverArguments.slice(0, -1), '--single-threaded-gc'];
  const { stdout } = await node(process.execPath, [...flags, '--input-type=module', '-e', program]);
  return Number(stdout);
}

it('lets the heap grow less while long work goes on, and as before once it has ended', async () => {
  const usual = await runProgram(churning(''));
  const during = await runProgram(churning('boundHeapTighter();'));
  const after = await runProgram(churning('boundHeapTighter()();'));
  expect(during).toBeLessThan(0.9 * usual);
  expect(during).toBeLessThan(0.9 * after);
});

it('gives the memory of a load back to the system once the server rests', async () => {
  expect(await runProgram(program)).toBeGreaterThan(150);
});

it('gives a thread the young generation of its limits, not that of the main thread', async () => {
  expect(await runProgram(startingThread(''))).toBeGreaterThan(8);
  expect(await runProgram(startingThread('boundHeapsOfThreads();'))).toBeLessThan(3);
});
