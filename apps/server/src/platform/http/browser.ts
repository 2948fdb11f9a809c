import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Origin } from './actors.ts';

const secretBytes = 32;
const wellFormed = /^[\w-]{43}$/;
const lifeSeconds = 400 * 24 * 3600;

/**
 * Adds to each request where it comes from, and of which browser: a cookie that scripts cannot read names it. It is
 * given with the first thing that is bound to it, and opens nothing by itself.
 */
export function addOrigins(app: FastifyInstance, publicUrl: string): void {
  const cookies = cookiesOf(new URL(publicUrl));
  app.decorateRequest('origin');
  app.addHook('onRequest', async (request, reply) => {
    const agent = (request.headers['user-agent'] ?? '').slice(0, 300);
    request.origin = { address: request.ip, agent, ...browserOf(request, reply, cookies(agent)) };
  });
}

type BrowserCookie = { name: string; secure: boolean };

function browserOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, secure }: BrowserCookie,
): Pick<Origin, 'browser' | 'keepBrowser'> {
  const given = request.cookies[name];
  const isKnown = given !== undefined && wellFormed.test(given);
  if (!isKnown && request.headers['sec-fetch-site'] === undefined) return { browser: null };
  const secret = isKnown ? given : randomBytes(secretBytes).toString('base64url');
  return {
    browser: createHash('sha256').update(secret).digest('base64url'),
    keepBrowser: () => {
      const kept = { path: '/', httpOnly: true, secure, sameSite: 'strict', maxAge: lifeSeconds } as const;
      void reply.setCookie(name, secret, kept);
    },
  };
}

/** Two instances on one host differ by their port, and share no cookie. */
function cookiesOf({ origin, protocol }: URL): (agent: string) => BrowserCookie {
  const name = `perenne-${createHash('sha256').update(origin).digest('hex').slice(0, 8)}`;
  const usual = { name: `__Host-${name}`, secure: true };
  if (protocol === 'https:') return () => usual;
  // On a machine's own http://localhost, Safari alone keeps no Secure cookie (WebKit bug 281149).
  return (agent) => (isSafari(agent) ? { name, secure: false } : usual);
}

const isSafari = (agent: string): boolean => /\bVersion\/\S+.* Safari\//.test(agent) && !/Chrom|Android/.test(agent);
