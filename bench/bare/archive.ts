import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/** The limit of an export: files under AES-GCM, decrypted, digested, stored in one file, synced. No database, no HTTP. */
export class BareArchive {
  readonly #folder: string;
  readonly #key = randomBytes(32);
  readonly #iv = randomBytes(12);

  constructor(folder: string) {
    this.#folder = folder;
  }

  async prepare(count: number, sizeBytes: number): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    for (let index = 0; index < count; index++) {
      const cipher = createCipheriv('aes-256-gcm', this.#key, this.#iv);
      const sealed = Buffer.concat([cipher.update(randomBytes(sizeBytes)), cipher.final(), cipher.getAuthTag()]);
      await writeFile(join(this.#folder, String(index)), sealed);
    }
  }

  async write(count: number): Promise<void> {
    const zip = await open(join(this.#folder, `${randomBytes(4).toString('hex')}.zip`), 'wx', 0o600);
    try {
      for (let index = 0; index < count; index++) {
        const sealed = await readFile(join(this.#folder, String(index)));
        const decipher = createDecipheriv('aes-256-gcm', this.#key, this.#iv, { authTagLength: 16 });
        decipher.setAuthTag(sealed.subarray(-16));
        const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
        const digest = createHash('sha256').update(plain).digest();
        const head = Buffer.alloc(64);
        digest.copy(head);
        head.writeUInt32LE(crc32(plain), 32);
        await zip.writev([head, plain]);
      }
      await zip.sync();
    } finally {
      await zip.close();
    }
  }
}
