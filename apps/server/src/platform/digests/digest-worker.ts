import { createHash, type Hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

/** An order to a thread, about one of its runs: to hash the first `bytes` of a buffer, to end, to forget. */
export type Asked = { run: number; buffer?: ArrayBuffer; bytes?: number; isEnd?: boolean; isGivenUp?: boolean };

/** Its answer: a buffer that is free again, or the digests. */
export type DigestAnswer =
  | { run: number; buffer: ArrayBuffer }
  | { run: number; sha256: Uint8Array; sha512: Uint8Array };

const port = parentPort;
if (!port) throw new Error('this is the code of a thread');

const runs = new Map<number, { sha256: Hash; sha512: Hash }>();

port.on('message', ({ run, buffer, bytes, isEnd, isGivenUp }: Asked) => {
  const hashes = runs.get(run) ?? { sha256: createHash('sha256'), sha512: createHash('sha512') };
  runs.set(run, hashes);
  if (buffer) {
    const part = new Uint8Array(buffer, 0, bytes);
    hashes.sha256.update(part);
    hashes.sha512.update(part);
    port.postMessage({ run, buffer } satisfies DigestAnswer, [buffer]);
  }
  if (isEnd)
    port.postMessage({ run, sha256: hashes.sha256.digest(), sha512: hashes.sha512.digest() } satisfies DigestAnswer);
  if (isEnd || isGivenUp) runs.delete(run);
});
