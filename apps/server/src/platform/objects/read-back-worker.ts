import { readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { Checksum, type ChecksumKey } from './checksum.ts';
import { failureOf, type ThreadFailure } from './thread-failure.ts';

/** A part of a file that is open in the process, and what its checksum is made with. */
export type AskedReadBack = { file: number; from: number; sizeBytes: number; key: ChecksumKey };

/** Answers come in the order of what is asked: the checksum of what the file holds there, as far as it goes. */
export type ReadBackAnswer = { checksum: string } | { failure: ThreadFailure };

const port = parentPort;
if (!port) throw new Error('this is the code of a thread');

/** The bytes are still in the processor's own memory when their checksum is made. */
const buffer = Buffer.allocUnsafeSlow(256 * 1024);

port.on('message', (asked: AskedReadBack) => {
  port.postMessage(answerTo(asked) satisfies ReadBackAnswer);
});

function answerTo(asked: AskedReadBack): ReadBackAnswer {
  try {
    return { checksum: checksumOf(asked) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

function checksumOf({ file, from, sizeBytes, key }: AskedReadBack): string {
  const checksum = new Checksum(key);
  for (let at = from; at < from + sizeBytes;) {
    const bytesRead = readSync(file, buffer, 0, Math.min(buffer.length, from + sizeBytes - at), at);
    if (bytesRead === 0) break;
    checksum.add(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
  return checksum.value();
}
