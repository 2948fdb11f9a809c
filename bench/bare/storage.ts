import { createCipheriv, randomBytes, randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/**
 * The limit of a deposit: AES-GCM into a file that is synced, and one durable commit. No HTTP, no
 * check, no journal.
 */
export class BareStorage {
  readonly #pool: pg.Pool;
  readonly #folder: string;

  constructor(url: string, folder: string, clients: number) {
    this.#pool = new pg.Pool({ connectionString: url, max: clients });
    // A connection that the database ends at its own stop is no fault of the measure.
    this.#pool.on('error', () => {});
    this.#folder = folder;
  }

  async prepare(): Promise<void> {
    await this.#pool.query('create table if not exists bare (id uuid primary key, size bigint, note bytea)');
  }

  async store(content: Buffer): Promise<void> {
    const id = randomUUID();
    const cipher = createCipheriv('aes-256-gcm', randomBytes(32), randomBytes(12));
    const file = await open(join(this.#folder, id), 'wx', 0o600);
    try {
      const block = 1_000_000;
      for (let at = 0; at < content.length; at += block)
        await file.write(cipher.update(content.subarray(at, at + block)));
      await file.write(Buffer.concat([cipher.final(), cipher.getAuthTag()]));
      await file.sync();
    } finally {
      await file.close();
    }
    await this.#pool.query({
      name: 'bare-insert',
      text: 'insert into bare (id, size, note) values ($1, $2, $3)',
      values: [id, content.length, randomBytes(200)],
    });
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
