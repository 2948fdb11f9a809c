import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * `attempt` is the browser that went to the federation, `return` who came back to it, `sign-out` the
 * state of a sign-out. They travel when the federation sends the browser back, hence Lax.
 */
type CookieName = 'attempt' | 'return' | 'sign-out';

/** The part of a request that holds them. */
export type Cookies = Pick<FastifyRequest, 'cookies'>;

/** They last ten minutes, as what they refer to. */
const lifeSeconds = 600;
const wellFormed = /^[\w-]{43}$/;

export const newCookieSecret = (): string => randomBytes(32).toString('base64url');

/** The secret that the browser holds; null without one. */
export function readCookie({ cookies }: Cookies, publicUrl: string, name: CookieName): string | null {
  const given = cookies[nameOf(publicUrl, name)];
  return given !== undefined && wellFormed.test(given) ? given : null;
}

export function giveCookie(
  reply: FastifyReply,
  publicUrl: string,
  { name, secret }: { name: CookieName; secret: string },
) {
  void reply.setCookie(nameOf(publicUrl, name), secret, { ...optionsOf(publicUrl), maxAge: lifeSeconds });
}

export function endCookie(reply: FastifyReply, publicUrl: string, name: CookieName): void {
  void reply.clearCookie(nameOf(publicUrl, name), optionsOf(publicUrl));
}

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

/** On a machine's own host, cookies of several instances differ by the port. */
const nameOf = (publicUrl: string, name: CookieName): string =>
  isSecure(publicUrl) ? `__Host-perenne-fc-${name}` : `perenne-fc-${name}-${new URL(publicUrl).port}`;

const optionsOf = (publicUrl: string) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(publicUrl) }) as const;
