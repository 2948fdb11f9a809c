import { createPrivateKey, generateKeyPairSync, X509Certificate, type KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../time/clock.ts';
import type { Keys } from '../keys/keys.ts';
import { keyIdOf } from '../pki/certificates.ts';
import type { Db } from '../postgres/db.ts';
import { placeOfSecret } from '../secrets.ts';
import { signWith } from './key-signer.ts';
import type { CurrentSigner, Signer } from './signer.ts';

type Parts = { db: Db; keys: Keys; clock: Clock };

/** The name under which its keys are kept. */
const purpose = 'seal-es256';
const yearsOfLife = 10;
/** A seal of the last day of a certificate must still be timestamped while the certificate lasts. */
const yearsOfReserve = 1;
/** Any number, the same for every version of the application. */
const makingLock = 7_203_413;

/**
 * A pair made here, whose certificate nobody vouches for: for the demonstration and for trying out. It lasts ten years
 * and is made anew in its last one. The key is kept wrapped by the root key; processes that need one at the same
 * instant agree on it.
 */
export function openLocalSigner({ db, keys, clock }: Parts): CurrentSigner {
  let opened: Signer | null = null;
  return async () => {
    const now = clock.now();
    if (opened && isGood(opened.certificate, now)) return opened;
    const kept = await readNewest(db, keys, now);
    opened = kept && isGood(kept.certificate, now) ? kept : await makeOne({ db, keys, clock });
    return opened;
  };
}

function isGood({ validFromDate, validToDate }: X509Certificate, now: Date): boolean {
  return validFromDate <= now && yearsAfter(now, yearsOfReserve) < validToDate;
}

/** A key and its certificate are kept as one text, so that neither is without the other. */
async function readNewest(db: Db, keys: Keys, now: Date): Promise<Signer | null> {
  const row = await db
    .selectFrom('system_secrets')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('created_at', '<=', now)
    .orderBy('created_at', 'desc')
    .orderBy('kid', 'desc')
    .executeTakeFirst();
  if (!row) return null;
  const pem = await keys.unwrap('signing', row.wrapped, placeOfSecret(row));
  return signWith(createPrivateKey(pem), { certificate: new X509Certificate(pem), chain: [] });
}

async function makeOne({ db, keys, clock }: Parts): Promise<Signer> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${makingLock})`.execute(tx);
    const now = clock.now();
    const meanwhile = await readNewest(tx, keys, now);
    if (meanwhile && isGood(meanwhile.certificate, now)) return meanwhile;
    const { key, certificate } = await makePair(now);
    const kid = keyIdOf(certificate.publicKey);
    const pem = Buffer.from(`${String(key.export({ format: 'pem', type: 'pkcs8' }))}${certificate.toString()}`);
    const wrapped = await keys.wrap('signing', pem, placeOfSecret({ purpose, kid }));
    await tx.insertInto('system_secrets').values({ purpose, kid, wrapped, created_at: now }).execute();
    return signWith(key, { certificate, chain: [] });
  });
}

async function makePair(now: Date): Promise<{ key: KeyObject; certificate: X509Certificate }> {
  // The writer of certificates takes fourteen megabytes, and is needed once in ten years.
  const { makeCertificate } = await import('../pki/make-certificate.ts');
  const { privateKey: key, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const life = { from: now, to: yearsAfter(now, yearsOfLife) };
  const named = { commonName: 'Pérenne local seal', organization: 'Pérenne', use: 'seals' } as const;
  return { key, certificate: makeCertificate({ ...named, ...life, publicKey }, { key }) };
}

function yearsAfter(instant: Date, years: number): Date {
  const after = new Date(instant);
  after.setUTCFullYear(after.getUTCFullYear() + years);
  return after;
}
