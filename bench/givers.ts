import { join } from 'node:path';
import { emailTag, openProfile, sealProfile } from '../apps/server/src/domains/identity/account/account-record.ts';
import { insertAccount } from '../apps/server/src/domains/identity/account/accounts.store.ts';
import { startingCategories } from '../apps/server/src/domains/documents/record/documents.rules.ts';
import { categoryPlace, titleTag } from '../apps/server/src/domains/documents/safe/safes.ts';
import { systemClock } from '../apps/server/src/platform/time/clock.ts';
import { newId } from '../apps/server/src/platform/identifiers.ts';
import { appendJournal } from '../apps/server/src/platform/journal/journal.ts';
import { openKeyringFile } from '../apps/server/src/platform/keys/keyring.ts';
import { type Db, openDatabase } from '../apps/server/src/platform/postgres/db.ts';
import { beginContent } from '../apps/server/src/platform/sealing/content.ts';
import { sealValue } from '../apps/server/src/platform/sealing/values.ts';
import { openVault, type Vault } from '../apps/server/src/platform/sealing/vault.ts';
import { openSecrets, type Secrets } from '../apps/server/src/platform/secrets.ts';

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const clock = systemClock(0);

/** A safe that is to be merged into another. */
export type Giver = {
  safeId: string;
  email: string;
  password: string;
  /** Gives each document that it holds a key of its own, and the entry that an upload writes. */
  finish(): Promise<void>;
};

type Parts = { db: Db; vault: Vault; secrets: Secrets };
type Wanted = { count: number; of: { email: string; password: string } };

/** Safes like that of a user whose password they share: nobody has to be mailed a code for each. */
export async function makeGivers(databaseUrl: string, dataFolder: string, { count, of }: Wanted): Promise<Giver[]> {
  const open = () => openParts(databaseUrl, dataFolder);
  return withParts(open, async (parts) => {
    const template = await findTemplate(parts, of.email);
    const givers: Giver[] = [];
    for (let index = 0; index < count; index++) {
      const email = `camille.${index}@autre-coffre.example`;
      const safeId = await makeSafe(parts, { ...template, email });
      const finish = () => withParts(open, (opened) => finishDocuments(opened, safeId));
      givers.push({ safeId, email, password: of.password, finish });
    }
    return givers;
  });
}

export type Opened = Parts & { close(): Promise<void> };

export async function openParts(databaseUrl: string, dataFolder: string): Promise<Opened> {
  const { db, close } = openDatabase({ url: databaseUrl, poolSize: 2, log: quiet });
  const keys = await openKeyringFile(join(dataFolder, 'keyring.json'), { now: clock.now() });
  return { db, close, vault: openVault({ db, keys, clock }), secrets: await openSecrets(db, keys, clock) };
}

async function withParts<T>(open: () => Promise<Opened>, work: (parts: Parts) => Promise<T>): Promise<T> {
  const { close, ...parts } = await open();
  try {
    return await work(parts);
  } finally {
    await close();
  }
}

async function findTemplate({ db, vault, secrets }: Parts, email: string) {
  const row = await db
    .selectFrom('accounts as a')
    .innerJoin('safes as s', 's.safe_id', 'a.safe_id')
    .select(['a.safe_id', 'a.sealed_profile', 'a.password_hash', 's.storage_limit'])
    .where('a.email_tag', '=', emailTag(secrets, email))
    .executeTakeFirstOrThrow();
  const { values } = await vault.keysOf(row.safe_id, 'background');
  const profile = openProfile(values, row.safe_id, row.sealed_profile);
  return { profile, passwordHash: row.password_hash, storageLimit: row.storage_limit };
}

type Template = Awaited<ReturnType<typeof findTemplate>> & { email: string };

async function makeSafe({ db, vault, secrets }: Parts, template: Template): Promise<string> {
  const { profile, passwordHash, storageLimit, email } = template;
  const safeId = newId(clock);
  const now = clock.now();
  const { keys, columns } = await vault.makeKeys(safeId, 'background');
  const safe = { safe_id: safeId, ...columns, created_at: now, storage_limit: storageLimit };
  await db
    .insertInto('safes')
    .values({ ...safe, kind: 'owned' })
    .execute();
  const categories = startingCategories.fr.map(([kind, title], position) => {
    const id = newId(clock);
    return {
      ...{ safe_id: safeId, category_id: id, kind, position, created_at: now, title_tag: titleTag(keys, title) },
      sealed_title: sealValue(keys.values, categoryPlace(id), title),
    };
  });
  await db.insertInto('categories').values(categories).execute();
  await db.transaction().execute((tx) =>
    insertAccount(tx, {
      ...{ safeId, passwordHash, emailVerifiedAt: now, openedAt: now },
      emailTag: emailTag(secrets, email),
      sealedProfile: sealProfile(keys.values, safeId, { ...profile, email }),
    }),
  );
  return safeId;
}

async function finishDocuments({ db, vault }: Parts, safeId: string): Promise<void> {
  const { contents: key } = await vault.keysOf(safeId, 'background');
  const rows = await db.selectFrom('documents').select('document_id').where('safe_id', '=', safeId).execute();
  const digest = 'ab'.repeat(32);
  await db.transaction().execute(async (tx) => {
    for (const { document_id: objectId } of rows) {
      const header = beginContent(objectId).headerFor({ key, safeId });
      await tx
        .updateTable('documents')
        .set({ header })
        .where('safe_id', '=', safeId)
        .where('document_id', '=', objectId)
        .execute();
      await appendJournal(
        tx,
        { clock, vault },
        {
          ...{ safeId, action: 'document.deposited', objectId, actor: { kind: 'owner' } },
          details: { title: 'Facture n° 1234', sha256: digest, sha512: digest + digest, address: '192.0.2.1' },
        },
      );
    }
  });
}
