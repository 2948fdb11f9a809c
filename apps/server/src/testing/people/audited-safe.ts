import { Client } from 'pg';
import { printFaults } from '../../cli/evidence-commands.ts';
import { makeCheckpoint, stampCheckpoint, type Auditor } from '../../domains/evidence/evidence.ts';
import { writeCheckpoint } from '../../domains/evidence/checkpoint-files.ts';
import type { Db } from '../../platform/postgres/db.ts';
import { Merger } from './merger.ts';
import { createTestApp, type TestApp } from '../test-app.ts';

/** A safe with four documents and two published checkpoints, whose database and disk somebody attacks. */
export class AuditedSafe {
  readonly test: TestApp;
  readonly owner: Merger;
  readonly documents: readonly string[];
  readonly #database: Client;

  private constructor(parts: { test: TestApp; owner: Merger; documents: readonly string[]; database: Client }) {
    this.test = parts.test;
    this.owner = parts.owner;
    this.documents = parts.documents;
    this.#database = parts.database;
  }

  static async make(): Promise<AuditedSafe> {
    const test = await createTestApp();
    const owner = await Merger.make(test);
    const documents = [await owner.add('Bail'), await owner.add('Quittance'), await owner.add('Contrat')];
    await publish(test);
    await owner.add('Avenant');
    await publish(test);
    const database = new Client({ connectionString: test.database.ownerUrl });
    await database.connect();
    return new AuditedSafe({ test, owner, documents, database });
  }

  get safeId(): string {
    return this.owner.owner.safeId;
  }

  publish = () => publish(this.test);

  /** As the owner of the database, who may do anything. `$1` is the safe unless other values are given. */
  attack = (statement: string, values: unknown[] = statement.includes('$1') ? [this.safeId] : []) =>
    this.#database.query<{ seq: string }>(statement, values);

  /** The answer of the operator's command. */
  async verify({ contents = false, ...changes }: { contents?: boolean; db?: Db; settings?: Auditor['settings'] } = {}) {
    let printed = '';
    const out = { write: (text: string) => (printed += text) };
    const code = await printFaults({ ...this.test.platform, ...changes }, { contents }, { out });
    const lines = printed.split('\n');
    return { code, printed, faults: lines.slice(0, -2), summary: lines.at(-2) };
  }

  /** As it names an entry of the safe. */
  ofEntry = (seq: number, cause: string): string => `safe ${this.safeId}, entry ${seq}: ${cause}`;

  async close(): Promise<void> {
    await this.#database.end();
    await this.test.close();
  }
}

/** A checkpoint, stamped and written. */
async function publish({ platform }: TestApp): Promise<void> {
  const made = await makeCheckpoint(platform);
  if (!made) throw new Error('nothing had changed');
  await writeCheckpoint(platform, await stampCheckpoint(platform, made.n));
}
