import { parentPort, workerData } from 'node:worker_threads';
import { lowerOwnPriority } from '../../../platform/low-priority.ts';
import { openResealing, type Resealing, type TakenRows } from './reseal-rows.ts';

const port = parentPort;
if (!port) throw new Error('this is the code of a thread');

// Waiting callers go first.
lowerOwnPriority();

const reseal = openResealing(workerData as Resealing);

port.on('message', (rows: TakenRows) => port.postMessage(reseal(rows)));
