import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { exportJWK, SignJWT, type JWK } from 'jose';
import type { Clock } from './clock.ts';
import type { Keys } from './keys/keys.ts';
import type { Db } from './postgres/db.ts';

/** Tokens that a service of others reads: signed by a key pair, whose public half anyone may fetch. */
export interface ChatbotTokens {
  /** ES256, for an hour. `subject` names a safe to the chatbot, and to nobody else. */
  issue(subject: string): Promise<string>;
  /** RFC 7517. */
  publicKeys(): Promise<JWK[]>;
}

const purpose = 'chatbot';
const audience = 'perenne-chatbot';
const lifeSeconds = 3_600;

type SigningKey = { kid: string; key: KeyObject };
type Parts = { db: Db; keys: Keys; clock: Clock; issuer: string };

/** The pair is made when it is first needed; the newest signs, and all are published. */
export function openChatbotTokens(parts: Parts): ChatbotTokens {
  let opened: Promise<SigningKey[]> | null = null;
  const signingKeys = (): Promise<SigningKey[]> => {
    opened ??= readKeys(parts).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };
  return {
    async issue(subject) {
      const newest = (await signingKeys()).at(-1);
      if (!newest) throw new Error('the key of the chatbot is missing');
      const now = Math.floor(parts.clock.now().getTime() / 1000);
      return new SignJWT()
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: newest.kid })
        .setIssuer(parts.issuer)
        .setAudience(audience)
        .setSubject(subject)
        .setIssuedAt(now)
        .setExpirationTime(now + lifeSeconds)
        .sign(newest.key);
    },
    publicKeys: async () => Promise.all((await signingKeys()).map(publish)),
  };
}

const publish = async ({ kid, key }: SigningKey): Promise<JWK> => {
  const { kty = 'EC', crv, x, y } = await exportJWK(createPublicKey(key));
  return { kty, ...(crv && { crv }), ...(x && { x }), ...(y && { y }), kid, alg: 'ES256', use: 'sig' };
};

async function readKeys({ db, keys, clock }: Parts): Promise<SigningKey[]> {
  const list = () => db.selectFrom('system_secrets').selectAll().where('purpose', '=', purpose);
  if (!(await list().executeTakeFirst())) await makeFirst({ db, keys, clock });
  const rows = await list().orderBy('created_at').orderBy('kid').execute();
  return Promise.all(
    rows.map(async ({ kid, wrapped }) => {
      const der = await keys.unwrap('signing', wrapped, placeOf(kid));
      return { kid, key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) };
    }),
  );
}

const placeOf = (kid: string): string => `${purpose}/${kid}`;

/** Processes that need it at the same instant agree on one. */
async function makeFirst({ db, keys, clock }: Omit<Parts, 'issuer'>): Promise<void> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const kid = '1';
  const wrapped = await keys.wrap('signing', privateKey.export({ format: 'der', type: 'pkcs8' }), placeOf(kid));
  await db
    .insertInto('system_secrets')
    .values({ purpose, kid, wrapped, created_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
