import { parentPort } from 'node:worker_threads';
import { lowerOwnPriority } from '../../../platform/low-priority.ts';
import { ArchiveIndex } from './archive-index.ts';
import type { ThreadAnswer, ThreadRequest } from './archive-thread.ts';

const port = parentPort;
if (!port) throw new Error('this is the code of a thread');

// Waiting callers go first.
lowerOwnPriority();

const partLength = 64 * 1024;

const index = new ArchiveIndex();
let text: Generator<string> = index.write({ text: 'asicManifest', hasTimestamp: false });

port.on('message', (request: ThreadRequest) => {
  if (request.kind === 'add') index.add(request.files, request.documents);
  if (request.kind === 'write') text = index.write(request.writing);
  const part: ThreadAnswer = request.kind === 'next' ? nextPart() : null;
  port.postMessage(part, part ? [part.buffer] : []);
});

/** Null at the end of the text. */
function nextPart(): ThreadAnswer {
  let part = '';
  while (part.length < partLength) {
    const { value, done } = text.next();
    if (done) break;
    part += value;
  }
  return part === '' ? null : new TextEncoder().encode(part);
}
