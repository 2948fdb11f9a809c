import { setFlagsFromString } from 'node:v8';

/**
 * Lets V8 choose the young generation of each thread that starts from now on, within the limits of the thread. The
 * program's arguments ask for the main thread's: by them a thread that passes a few messages would fill 8 MB first.
 */
export function boundHeapsOfThreads(): void {
  setFlagsFromString('--min-semi-space-size=0');
  setFlagsFromString('--max-semi-space-size=0');
}

/**
 * Collects the garbage of the start, gives its memory back, and from then on collects the heap whenever it has grown by
 * a half. V8 by itself lets one process grow to two and a half times what lives in it, and another by some megabytes,
 * which then collects its whole heap eight times a second while a large file comes. For a process that has started:
 * programs load faster without.
 */
export function boundHeap(): void {
  growBetweenCollections(usualGrowthPercent);
  giveBack();
}

const usualGrowthPercent = 50;
const frugalGrowthPercent = 15;
let frugalWorks = 0;

/**
 * Collects the heap after a smaller growth until the returned function is called. Long work behind asks for it: its
 * garbage lies beside that of requests. Requests that make much garbage, as lists do, are dearer meanwhile.
 */
export function boundHeapTighter(): () => void {
  frugalWorks++;
  growBetweenCollections(frugalGrowthPercent);
  globalThis.gc?.();
  return () => {
    frugalWorks--;
    if (frugalWorks === 0) growBetweenCollections(usualGrowthPercent);
  };
}

/** V8 follows it from its next collection on. */
function growBetweenCollections(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}

const usualRestMs = 10_000;
/** A share of the time of the main thread. */
const restsBelow = 0.05;
const worthBytes = 32 * 1024 * 1024;

/**
 * V8 keeps for later whatever its collections have freed; its collection of a last resort gives that to the system, and
 * takes longer than others.
 */
function giveBack(): void {
  globalThis.gc?.({ type: 'major', flavor: 'last-resort' });
}

/** Gives the memory of a load back once the server rests. */
export function collectAtRest(restMs = usualRestMs): void {
  // The first rest follows the start, which was a load.
  let leftBytes = 0;
  let earlier = performance.eventLoopUtilization();
  const look = () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, earlier);
    earlier = now;
    if (utilization > restsBelow || process.memoryUsage.rss() - leftBytes < worthBytes) return;
    giveBack();
    leftBytes = process.memoryUsage.rss();
  };
  setInterval(look, restMs).unref();
}
