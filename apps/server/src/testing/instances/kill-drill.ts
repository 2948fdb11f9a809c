import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { readServerRecord } from '../../platform/postgres/embedded/leftover.ts';
import { findRunningServer } from '../../platform/postgres/embedded/running-server.ts';
import { pdfSaying } from '../files/sample-files.ts';
import { pace } from '../pace.ts';
import { bearer, listAll, readContent, Refused, sha256Of, signIn, uploadFile } from './instance-client.ts';
import { readDemoFile, startInstance, type InstanceProcess } from './instance-process.ts';

type Plan = {
  kills: number;
  clients: number;
  /** After each kill, once the instance answers again. */
  onKill?(kill: number): void;
};

export type Drilled = {
  acknowledged: number;
  /** Acknowledged, and gone or altered since. */
  lost: string[];
  /** Documents of the list whose content is not the one that the list names. */
  broken: string[];
  /** Uploads that made a document and were cut off before their answer. */
  unanswered: number;
  /** Kills at which documents were still to be drawn and read. */
  killsWithQueue: number;
  /** Added documents without their picture or their words, long after the last kill. */
  undrawn: string[];
  /** By how much the clock of the last start was ahead. */
  clockOffsetMs: number;
};

/**
 * Kills an instance again and again, each second time its database first, while two owners add documents from several
 * windows: texts, and PDFs that the worker draws and reads meanwhile. Then sees what is there, and stops the instance.
 */
export async function drillKills(dataFolder: string, { kills, clients, onKill }: Plan): Promise<Drilled> {
  const drill = new KillDrill(dataFolder, clients);
  try {
    await drill.begin();
    for (let kill = 0; kill < kills; kill += 1) {
      await drill.kill({ withDatabase: kill % 2 === 1, thenHttpProcesses: kill < kills / 2 ? 1 : 2 });
      onKill?.(kill + 1);
    }
    const drilled = await drill.look();
    await drill.stop('SIGTERM');
    return drilled;
  } finally {
    await drill.stop('SIGKILL');
  }
}

/** A process that reads a document holds it for five minutes: each start is under a clock that is later by more. */
const laterMs = 360_000;
const longestBeforeKillMs = 400;
const readersAtOnce = 8;
/** Of the added files alone. */
const name = 'coupure';
const busyStatus = 429;

/** The second one has agreed that contents are read. */
type Owner = 'of texts' | 'of PDFs';
const owners: Owner[] = ['of texts', 'of PDFs'];
type Acknowledged = { owner: Owner; id: string; sha256: string };

class KillDrill {
  readonly #dataFolder: string;
  readonly #clients: number;
  readonly #acknowledged: Acknowledged[] = [];
  readonly #lost = new Set<string>();
  #onAcknowledged = () => {};
  #page: Buffer = Buffer.alloc(0);
  #killsWithQueue = 0;
  #starts = 0;
  readonly #tokens = { 'of texts': '', 'of PDFs': '' };
  #instance: InstanceProcess | null = null;

  constructor(dataFolder: string, clients: number) {
    this.#dataFolder = dataFolder;
    this.#clients = clients;
  }

  async begin(): Promise<void> {
    this.#page = await pdfSaying('Quittance de loyer');
    await this.#start(1);
    const agreed = await fetch(`${this.#url}/backend/api/v1/user/content-reading`, {
      method: 'PUT',
      headers: { ...bearer(this.#tokens['of PDFs']), 'content-type': 'application/json' },
      body: '{"accepted":true}',
    });
    if (!agreed.ok) throw new Error(`agreeing answered ${agreed.status}`);
  }

  async kill({ withDatabase, thenHttpProcesses }: { withDatabase: boolean; thenHttpProcesses: 1 | 2 }): Promise<void> {
    const before = this.#acknowledged.length;
    const windows = Array.from({ length: this.#clients }, (_, index) => owners[index % owners.length] ?? 'of PDFs');
    const uploads = Promise.all(windows.map((owner) => this.#uploadUntilKilled(owner)));
    // However slow the machine is, something of both is acknowledged before the kill.
    const enough = this.#untilAcknowledged(before);
    const tooEarly = uploads.then(() => Promise.reject(new Error('all uploads ended before the kill')));
    await Promise.race([enough, tooEarly]);
    await sleep(Math.random() * longestBeforeKillMs);
    const pdfs = this.#acknowledged.slice(before).filter(({ owner }) => owner === 'of PDFs');
    if ((await this.#selectUndrawn(pdfs.map(({ id }) => id))).length > 0) this.#killsWithQueue += 1;
    if (withDatabase) await this.#killDatabase();
    await this.stop('SIGKILL');
    await uploads;
    await this.#start(thenHttpProcesses);
    await this.#noteLost(this.#acknowledged.slice(before));
  }

  async look(): Promise<Drilled> {
    await this.#noteLost(this.#acknowledged);
    const broken: string[] = [];
    const added = { 'of texts': [] as string[], 'of PDFs': [] as string[] };
    for (const owner of owners)
      await eachOf(await listAll(this.#url, this.#tokens[owner]), async ({ id, title, sha256 }) => {
        if ((await this.#digestOf({ owner, id })) !== sha256) broken.push(id);
        if (title === name) added[owner].push(id);
      });
    const unanswered = Object.values(added).flat().length - this.#acknowledged.length;
    return {
      ...{ acknowledged: this.#acknowledged.length, lost: [...this.#lost], broken, unanswered },
      ...{ killsWithQueue: this.#killsWithQueue, undrawn: await this.#untilDrawn(added['of PDFs']) },
      clockOffsetMs: this.#clockOffsetMs,
    };
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    await this.#instance?.stop(signal);
    this.#instance = null;
  }

  get #url(): string {
    return this.#instance?.url ?? '';
  }

  get #clockOffsetMs(): number {
    return this.#starts * laterMs;
  }

  async #start(httpProcesses: 1 | 2): Promise<void> {
    this.#starts += 1;
    const env = {
      PERENNE_HTTP_PROCESSES: String(httpProcesses),
      PERENNE_CLOCK_OFFSET_MS: String(this.#clockOffsetMs),
    };
    this.#instance = await startInstance({ dataFolder: this.#dataFolder, env });
    await this.#instance.until('/ready');
    const users = (await readDemoFile(this.#dataFolder)).users.filter(({ mustChangeEmail }) => !mustChangeEmail);
    for (const [index, owner] of owners.entries())
      this.#tokens[owner] = await signIn(this.#url, users[index] ?? { email: '', password: '' });
  }

  /** As many of each owner as there are windows, beyond so many. */
  #untilAcknowledged(before: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onAcknowledged = () => {
      const added = this.#acknowledged.slice(before);
      const enough = this.#clients / owners.length;
      if (owners.every((owner) => added.filter((each) => each.owner === owner).length >= enough)) resolve();
    };
    return promise;
  }

  /** Uploads as fast as answers come, and notes those that were acknowledged. */
  async #uploadUntilKilled(owner: Owner): Promise<void> {
    const [url, token] = [this.#url, this.#tokens[owner]];
    const [page, extension] = owner === 'of PDFs' ? [this.#page, 'pdf'] : [Buffer.alloc(0), 'txt'];
    for (;;) {
      const content = Buffer.concat([page, comment()]);
      try {
        const { id } = await uploadFile(url, token, { fileName: `${name}.${extension}`, parts: [content] });
        this.#acknowledged.push({ owner, id, sha256: sha256Of(content) });
        this.#onAcknowledged();
      } catch (error) {
        // An owner who meets no free slot tries again.
        if (error instanceof Refused && error.status === busyStatus) continue;
        // The connection broke, or the database: what was not acknowledged may be there or not.
        if (error instanceof TypeError || error instanceof Refused) return;
        throw error;
      }
    }
  }

  async #killDatabase(): Promise<void> {
    const record = await readServerRecord(join(this.#dataFolder, 'postgres'));
    if (record) process.kill(record.pid, 'SIGKILL');
  }

  async #noteLost(documents: readonly Acknowledged[]): Promise<void> {
    await eachOf(documents, async (document) => {
      if ((await this.#digestOf(document)) !== document.sha256) this.#lost.add(document.id);
    });
  }

  /** Null where the content cannot be read. */
  async #digestOf({ owner, id }: Pick<Acknowledged, 'owner' | 'id'>): Promise<string | null> {
    try {
      return sha256Of(await readContent(this.#url, this.#tokens[owner], id));
    } catch {
      return null;
    }
  }

  /**
   * Those that are left once nothing more has come for long: a job that is killed again and again with its process waits
   * longer each time, up to a quarter of an hour.
   */
  async #untilDrawn(documentIds: readonly string[]): Promise<string[]> {
    const patienceMs = Math.min(5_000 * 2 ** this.#starts, 900_000) + 60_000 * pace;
    let undrawn = await this.#selectUndrawn(documentIds);
    for (let changedAt = performance.now(); undrawn.length > 0 && performance.now() - changedAt < patienceMs;) {
      await sleep(200);
      const left = await this.#selectUndrawn(undrawn);
      if (left.length < undrawn.length) changedAt = performance.now();
      undrawn = left;
    }
    return undrawn;
  }

  /** Of these documents those without their picture or their words. */
  async #selectUndrawn(documentIds: readonly string[]): Promise<string[]> {
    const server = await findRunningServer(this.#dataFolder);
    const client = new Client({ connectionString: server?.ownerUrl });
    await client.connect();
    try {
      const { rows } = await client.query<{ id: string }>(
        `select document_id as id from documents
         where document_id = any ($1::uuid[]) and (has_thumbnail is not true or content_tags is null)`,
        [documentIds],
      );
      return rows.map(({ id }) => id);
    } finally {
      await client.end();
    }
  }
}

/** A line like no other, as a PDF may have one behind its end: of some 100 KB, and one in ten of up to a megabyte. */
function comment(): Buffer {
  const mostBytes = Math.random() < 0.1 ? 1_000_000 : 200_000;
  const bytes = Math.ceil((Math.random() * mostBytes) / 2);
  return Buffer.from(`\n%${randomBytes(bytes).toString('hex')}\n`);
}

/** Several at once. */
async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const turns = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: readersAtOnce }, turns));
}
