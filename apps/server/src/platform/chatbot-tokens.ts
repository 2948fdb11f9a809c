import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { exportJWK, SignJWT, type JWK } from 'jose';
import { openSigningKeys, type SigningKey, type SigningParts } from './signing-keys.ts';

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

type Parts = SigningParts & { issuer: string };

/** The pair is made when it is first needed; the newest signs, and all are published. */
export function openChatbotTokens(parts: Parts): ChatbotTokens {
  const make = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const signingKeys = openSigningKeys(parts, { purpose, make });
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
