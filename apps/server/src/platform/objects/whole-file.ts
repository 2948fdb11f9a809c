import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';

type Done = (error?: Error | null) => void;

const readBytes = 256 * 1024;
/** Buffers that were read into and not filled: the next small object takes one. */
const spare: Buffer[] = [];
const spareAtMost = 4;

/**
 * All of a file, which is closed with it. A small object is one read here: the stream that a file makes of itself
 * does another one to find the end, and both take longer than the bytes.
 */
export class WholeFile extends Readable {
  readonly #file: FileHandle;

  constructor(file: FileHandle) {
    super({ highWaterMark: readBytes });
    this.#file = file;
  }

  override _read(): void {
    void this.#pushNext();
  }

  override _destroy(error: Error | null, done: Done): void {
    void this.#close(error, done);
  }

  async #pushNext(): Promise<void> {
    try {
      const into = spare.pop() ?? Buffer.allocUnsafeSlow(readBytes);
      const { buffer, bytesRead } = await this.#file.read(into, 0, readBytes);
      if (this.destroyed) return;
      if (bytesRead > 0) this.push(bytesRead === readBytes ? buffer : copied(buffer, bytesRead));
      if (bytesRead < readBytes) this.push(null);
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error('the file cannot be read', { cause: error }));
    }
  }

  /** Closing waits for a read under way. */
  async #close(error: Error | null, done: Done): Promise<void> {
    let failure = error;
    try {
      await this.#file.close();
    } catch (cause) {
      failure ??= new Error('the file cannot be closed', { cause });
    }
    done(failure);
  }
}

/** As many bytes as there are, so that a small object does not hold the memory of a large one. */
function copied(buffer: Buffer, bytesRead: number): Buffer {
  const bytes = Buffer.from(buffer.subarray(0, bytesRead));
  if (spare.length < spareAtMost) spare.push(buffer);
  return bytes;
}
