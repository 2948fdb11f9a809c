import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';

/** Milliseconds that the work below takes on one core of the machine that the limits were set on, with nothing beside it. */
const referenceMs = 175;
/** Nobody waits longer than that many times a limit. */
const slowest = 12;
/** The measure is taken on an idle machine, and the tests then fill it: each event waits for the work of the others. */
const ownLoad = 2;

/** JSON, maps and text, like most of what the tests run. Not crypto: its speed varies with the processor's extensions. */
const work = `
  const { parentPort } = require('node:worker_threads');
  const started = performance.now();
  let sum = 0;
  for (let round = 0; round < 60; round += 1) {
    const rows = Array.from({ length: 1500 }, (_, index) => ({ id: index, title: 'Bulletin de paie ' + (index * 7919) % 1500 }));
    const read = JSON.parse(JSON.stringify(rows));
    read.sort((one, other) => (one.title < other.title ? -1 : 1));
    sum += new Map(read.map((row) => [row.title, row.id])).size;
  }
  parentPort.postMessage(sum > 0 ? performance.now() - started : NaN);
`;

/**
 * Measures how many times slower than the reference this machine works now, on all its cores at once. Every limit on
 * what may hang is stretched by `stretch`, a whole number: Node takes no other timeouts than whole milliseconds.
 */
export async function measurePace() {
  const threads = Array.from({ length: availableParallelism() }, measureThread);
  const times = await Promise.all(threads);
  const slowestThreadMs = Math.max(...times);
  const slowness = Math.max(1, Math.round((slowestThreadMs / referenceMs) * 10) / 10);
  return { slowness, stretch: Math.min(slowest, Math.ceil(slowness * ownLoad)) };
}

function measureThread() {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const thread = new Worker(work, { eval: true });
    // The time of its own start counts as well: a machine under load takes long for that.
    thread.once('message', () => resolve(performance.now() - startedAt));
    thread.once('error', reject);
  });
}
