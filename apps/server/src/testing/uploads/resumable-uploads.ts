import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { AntivirusUnavailable, type Antivirus } from '../../platform/antivirus/antivirus.ts';
import { eicar } from '../servers/clamd.ts';
import type { TestOwner } from '../people/makers.ts';
import type { TestApp } from '../test-app.ts';
import { tusOf } from './tus.ts';

export const sha256 = (content: Buffer): Buffer => createHash('sha256').update(content).digest();

/** An antivirus that knows one signature, wherever it is, and answers while it is not down. */
export function scannerOf(state: { isDown: boolean }): Antivirus {
  const signature = eicar();
  return {
    enabled: true,
    check: async () => {},
    begin: async () => {
      let seen = Buffer.alloc(0);
      let isInfected = false;
      return {
        write: async (chunk) => {
          seen = Buffer.concat([seen.subarray(-signature.length), chunk]);
          isInfected ||= seen.includes(signature);
        },
        finish: async () => {
          if (state.isDown) throw new AntivirusUnavailable('stopped');
          return isInfected ? { verdict: 'infected', signature: 'Eicar' } : { verdict: 'clean' };
        },
        abort: () => {},
      };
    },
  };
}

const tables = ['resumable_uploads', 'resumable_pieces', 'upload_intents'] as const;

/** The traces of an owner's uploads in the database and in the store. */
export function tracesOf({ app, platform }: Pick<TestApp, 'app' | 'platform'>, owner: TestOwner) {
  const { db } = platform;
  const tus = tusOf({ app }, owner);
  const read = (path: string) => app.inject({ url: `/backend/api/v1${path}`, headers: owner.headers });

  const rows = async () => {
    const counts = tables.map((table) =>
      db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    );
    return Object.fromEntries((await Promise.all(counts)).map(({ count }, index) => [tables[index], count]));
  };
  const room = (safeId = owner.safeId) =>
    db
      .selectFrom('safes')
      .select(['storage_used as used', 'storage_reserved as reserved', 'document_count as count'])
      .where('safe_id', '=', safeId)
      .executeTakeFirstOrThrow();
  /** Objects that no document has. */
  const strayObjects = async () => {
    const objects = await Array.fromAsync(platform.objects.list());
    const known = await db.selectFrom('documents').select('object_id').execute();
    return objects.filter((id) => !known.some((row) => row.object_id === id));
  };
  return {
    tus,
    rows,
    room,
    strayObjects,
    /** Announces a file and gives its address. */
    create: async (bytes: number, fields?: Record<string, string>): Promise<string> => {
      const answer = await tus.create({ bytes, ...(fields && { fields }) });
      expect(answer.statusCode).toBe(201);
      return String(answer.headers['location']);
    },
    document: async (id: unknown) => (await read(`/documents/${String(id)}`)).json(),
    content: async (id: unknown) => (await read(`/documents/${String(id)}/content`)).rawPayload,
    lastEntry: async () => (await read('/user/journal')).json().items[0],
    /** Takes completed uploads away, which name their document for a day. */
    forgetCompleted: () => db.deleteFrom('resumable_uploads').where('document_id', 'is not', null).execute(),
    /** A refused or abandoned upload leaves no row, no object, no room taken, no document. */
    expectNothingLeft: async (work: () => Promise<unknown>): Promise<void> => {
      const before = await room();
      await work();
      expect(await room()).toEqual(before);
      expect(await rows()).toEqual({ resumable_uploads: 0, resumable_pieces: 0, upload_intents: 0 });
      await expect.poll(strayObjects).toEqual([]);
    },
  };
}
