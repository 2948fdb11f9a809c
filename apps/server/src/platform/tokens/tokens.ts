import { createHash, randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../time/clock.ts';
import type { Bearer } from '../http/actors.ts';
import type { Secrets } from '../secrets.ts';
import { hideSubject, revealSubject } from './hidden-subject.ts';

/**
 * The facts of each kind of our tokens: its `type` claim, its life, and the audience that it opens. A `lasting` one
 * lives as long as what it opens, which may have been made to live longer: its `exp` is not what ends it. A `foreign`
 * one is held by who has nothing to do with its subject, a safe: it does not show which safe that is, nor since when.
 */
const kinds = {
  auth: { type: 'JwtPayloadLoggedUser', minutes: 60 },
  invalid: { type: 'JwtPayloadLoggedInvalidUser', minutes: 15 },
  notActivated: { type: 'JwtPayloadLoggedFCNotActivatedUser', minutes: 15 },
  activation: { type: 'JwtPayloadActivation', minutes: 60 },
  merge: { type: 'JwtPayloadMerge', minutes: 15 },
  passwordReset: { type: 'JwtPayloadPasswordReset', minutes: 15 },
  code: { type: 'JwtPayloadSharingCode', minutes: 91 * 1440, lasting: true, foreign: true },
  sharing: { type: 'JwtPayloadSharing', minutes: 60, foreign: true },
  request: { type: 'JwtPayloadDocumentRequest', minutes: 91 * 1440, lasting: true, foreign: true },
  employer: { type: 'JwtPayloadEmployer', minutes: 60 },
} as const;

export type OwnKind = keyof typeof kinds;

/** `browser` is the hash of the cookie without which the token is worth nothing; null for a client that is no browser. */
export type Claims = { sub: string; sid: string; jti: string; exp: number; browser: string | null };

/** `expiresAt` shortens the life of the kind, never lengthens it. */
export type About = { sub: string; sid: string; expiresAt?: Date };

export interface Tokens {
  /** `jti` is new each time. Bound to the browser that asks, whose cookie then comes with the answer. */
  issue(kind: OwnKind, about: About, to: Bearer): Promise<string>;
  /** The claims, or null for a token of another kind or another browser, malformed, forged or expired. */
  read(kind: OwnKind, token: string, from: Pick<Bearer, 'browser'>): Promise<Claims | null>;
  lifeSeconds(kind: OwnKind): number;
}

const issuer = 'perenne';

const isLasting = (kind: OwnKind): boolean => 'lasting' in kinds[kind];
const isForeign = (kind: OwnKind): boolean => 'foreign' in kinds[kind];

/** HS256 under a key named by `kid`; `typ` and `aud` name the kind, so that no kind passes for another. */
export function openTokens(secrets: Secrets, clock: Clock): Tokens {
  const keyOf = (kid: string | undefined): Buffer => {
    const key = kid === undefined ? undefined : secrets.tokenKeys.get(kid);
    if (!key) throw new errors.JWTInvalid('unknown key');
    return key;
  };

  const verified = new VerifiedTokens();

  async function verify(kind: OwnKind, token: string): Promise<Claims | null> {
    try {
      const { payload } = await jwtVerify(token, ({ kid }) => keyOf(kid), {
        algorithms: ['HS256'],
        typ: `${kind}+jwt`,
        audience: kind,
        issuer,
        currentDate: clock.now(),
        ...(isLasting(kind) && { clockTolerance: Number.MAX_SAFE_INTEGER }),
        requiredClaims: ['sub', 'sid', 'jti', 'exp', 'type'],
      });
      const { sub, sid, jti, exp, type, browser = null } = payload;
      if (type !== kinds[kind].type || typeof sid !== 'string' || !sub || !jti || !exp) return null;
      if (browser !== null && typeof browser !== 'string') return null;
      const subject = isForeign(kind) ? revealSubject(secrets, { sub, sid }) : sub;
      return verified.keep(kind, token, { sub: subject, sid, jti, exp, browser });
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
      throw error;
    }
  }

  return {
    lifeSeconds: (kind) => kinds[kind].minutes * 60,
    async issue(kind, { sub, sid, expiresAt }, { browser, keepBrowser }) {
      keepBrowser?.();
      const now = Math.floor(clock.now().getTime() / 1000);
      const longest = now + kinds[kind].minutes * 60;
      const exp = expiresAt ? Math.min(longest, Math.floor(expiresAt.getTime() / 1000)) : longest;
      return new SignJWT({ type: kinds[kind].type, sid, ...(browser !== null && { browser }) })
        .setProtectedHeader({ alg: 'HS256', typ: `${kind}+jwt`, kid: secrets.currentTokenKid })
        .setIssuer(issuer)
        .setAudience(kind)
        .setSubject(isForeign(kind) ? hideSubject(secrets, { sub, sid }) : sub)
        .setJti(randomUUID())
        .setIssuedAt(now)
        .setExpirationTime(exp)
        .sign(keyOf(secrets.currentTokenKid));
    },
    async read(kind, token, from) {
      const claims = verified.find(kind, token) ?? (await verify(kind, token));
      const hasEnded = !isLasting(kind) && claims !== null && claims.exp <= Math.floor(clock.now().getTime() / 1000);
      if (!claims || hasEnded) return null;
      return claims.browser === null || claims.browser === from.browser ? claims : null;
    },
  };
}

const keptAtMost = 5_000;

/**
 * Claims of tokens whose signature was verified: what comes again, to the letter, only ages. Tokens
 * are remembered by their digest, so that none lies about in memory.
 */
class VerifiedTokens {
  readonly #claims = new Map<string, Claims>();

  find(kind: OwnKind, token: string): Claims | undefined {
    return this.#claims.get(nameOf(kind, token));
  }

  keep(kind: OwnKind, token: string, claims: Claims): Claims {
    this.#claims.set(nameOf(kind, token), claims);
    const oldest = this.#claims.size > keptAtMost ? this.#claims.keys().next().value : undefined;
    if (oldest !== undefined) this.#claims.delete(oldest);
    return claims;
  }
}

const nameOf = (kind: OwnKind, token: string): string =>
  createHash('sha256').update(`${kind} ${token}`).digest('base64');
