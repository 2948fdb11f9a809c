import { parentPort, workerData } from 'node:worker_threads';
import { openResealing, type Resealing, type TakenRow } from './reseal-rows.ts';

const port = parentPort;
if (!port) throw new Error('this is the code of a thread');

const reseal = openResealing(workerData as Resealing);

port.on('message', (rows: readonly TakenRow[]) => port.postMessage(reseal(rows)));
