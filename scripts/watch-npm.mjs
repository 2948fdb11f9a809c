// Loaded before the server, which has taken the place of the process that npm started; not for its threads, nor for
// those that it forks.
import { isMainThread } from 'node:worker_threads';
import { stopWithNpm } from './stop-with-npm.mjs';

if (isMainThread && !process.connected) stopWithNpm(() => process.kill(process.pid, 'SIGTERM')).unref();
