import { randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const readBytes = 256 * 1024;

/** The disk did not take the frames of a large content. */
export class SpoolFailed extends Error {
  override readonly name = 'SpoolFailed';
}

/**
 * The sealed frames of one large content, kept on the disk while it is not known whether they are whole: the store is
 * read once, and no plain byte touches the disk.
 */
export class Spool {
  readonly #file: FileHandle;
  readonly #path: string;

  private constructor(file: FileHandle, path: string) {
    this.#file = file;
    this.#path = path;
  }

  /** @throws {SpoolFailed} */
  static async open(): Promise<Spool> {
    const path = join(tmpdir(), `perenne-export-${randomUUID()}`);
    try {
      const spool = new Spool(await open(path, 'wx+', 0o600), path);
      // A file without a name goes with the process, however that ends; Windows keeps the name until the end.
      if (process.platform !== 'win32') await rm(path);
      return spool;
    } catch (cause) {
      throw new SpoolFailed('a temporary file could not be made', { cause });
    }
  }

  /** These frames as they pass, each kept first. @throws {SpoolFailed} */
  async *keep(frames: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of frames) {
      await this.#file.appendFile(chunk).catch((cause: unknown) => {
        throw new SpoolFailed('a temporary file could not be written', { cause });
      });
      yield chunk;
    }
  }

  async *frames(): AsyncGenerator<Buffer> {
    for (let at = 0; ;) {
      const { buffer, bytesRead } = await this.#file.read(Buffer.allocUnsafe(readBytes), 0, readBytes, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
    if (process.platform === 'win32') await rm(this.#path, { force: true });
  }
}
