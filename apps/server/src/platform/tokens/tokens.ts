import { randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../clock.ts';
import type { Secrets } from '../secrets.ts';

/** What each kind of our tokens is: its `type` claim, its life, and the audience that it opens. */
const kinds = {
  auth: { type: 'JwtPayloadLoggedUser', minutes: 60 },
  invalid: { type: 'JwtPayloadLoggedInvalidUser', minutes: 15 },
  notActivated: { type: 'JwtPayloadLoggedFCNotActivatedUser', minutes: 15 },
  activation: { type: 'JwtPayloadActivation', minutes: 60 },
  merge: { type: 'JwtPayloadMerge', minutes: 15 },
  code: { type: 'JwtPayloadSharingCode', minutes: 60 },
  sharing: { type: 'JwtPayloadSharing', minutes: 60 },
  employer: { type: 'JwtPayloadEmployer', minutes: 60 },
} as const;

export type OwnKind = keyof typeof kinds;

export type Claims = { sub: string; sid: string; jti: string; exp: number };

export interface Tokens {
  /** `jti` is new each time; `expiresAt` shortens the life of the kind, never lengthens it. */
  issue(kind: OwnKind, about: { sub: string; sid: string }, expiresAt?: Date): Promise<string>;
  /** The claims, or null for a token of another kind, malformed, forged or expired. */
  read(kind: OwnKind, token: string): Promise<Claims | null>;
  lifeSeconds(kind: OwnKind): number;
}

const issuer = 'perenne';

/** HS256 under a key named by `kid`; `typ` and `aud` tell the kind, so that no kind passes for another. */
export function openTokens(secrets: Secrets, clock: Clock): Tokens {
  const keyOf = (kid: string | undefined): Buffer => {
    const key = kid === undefined ? undefined : secrets.tokenKeys.get(kid);
    if (!key) throw new errors.JWTInvalid('unknown key');
    return key;
  };

  return {
    lifeSeconds: (kind) => kinds[kind].minutes * 60,
    async issue(kind, { sub, sid }, expiresAt) {
      const now = Math.floor(clock.now().getTime() / 1000);
      const longest = now + kinds[kind].minutes * 60;
      const exp = expiresAt ? Math.min(longest, Math.floor(expiresAt.getTime() / 1000)) : longest;
      return new SignJWT({ type: kinds[kind].type, sid })
        .setProtectedHeader({ alg: 'HS256', typ: `${kind}+jwt`, kid: secrets.currentTokenKid })
        .setIssuer(issuer)
        .setAudience(kind)
        .setSubject(sub)
        .setJti(randomUUID())
        .setIssuedAt(now)
        .setExpirationTime(exp)
        .sign(keyOf(secrets.currentTokenKid));
    },
    async read(kind, token) {
      try {
        const { payload } = await jwtVerify(token, ({ kid }) => keyOf(kid), {
          algorithms: ['HS256'],
          typ: `${kind}+jwt`,
          audience: kind,
          issuer,
          currentDate: clock.now(),
          requiredClaims: ['sub', 'sid', 'jti', 'exp', 'type'],
        });
        const { sub, sid, jti, exp, type } = payload;
        if (type !== kinds[kind].type || typeof sid !== 'string' || !sub || !jti || !exp) return null;
        return { sub, sid, jti, exp };
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
        throw error;
      }
    },
  };
}
