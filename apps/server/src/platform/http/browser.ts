import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Bearer, KnownCookie, SessionCookie } from './actors.ts';

const secretBytes = 32;
const wellFormed = /^[\w-]{43}$/;
const lifeSeconds = 400 * 24 * 3600;
const knownCharsAtMost = 4_000;

/**
 * Adds to each request where it comes from, and of which browser: cookies that scripts cannot read name it. Each is
 * given with the first thing that is bound to it, and opens nothing by itself.
 */
export function addOrigins(app: FastifyInstance, publicUrl: string): void {
  const cookies = cookiesOf(new URL(publicUrl));
  app.decorateRequest('origin');
  app.addHook('onRequest', async (request, reply) => {
    const agent = (request.headers['user-agent'] ?? '').slice(0, 300);
    const jar = { request, reply, ...cookies(agent) };
    const isBrowser = request.headers['sec-fetch-site'] !== undefined || allCookies.some((name) => given(jar, name));
    request.origin = {
      ...{ address: request.ip, agent },
      ...(isBrowser ? bindTo(jar, 'browser', secretOf(jar, 'browser')) : noBrowser),
      isNewBrowser: given(jar, 'browser') === undefined,
      session: isBrowser ? sessionOf(jar) : noSession,
      known: knownOf(jar),
    };
  });
}

/** `session` is what auth tokens are bound to, `browser` what all others are, `known` what remembers its accounts. */
type CookieName = 'session' | 'browser' | 'known';
const allCookies = ['session', 'browser', 'known'] as const;

type Jar = { request: FastifyRequest; reply: FastifyReply; nameOf(cookie: CookieName): string; secure: boolean };

const noBrowser: Bearer = { browser: null };
const noSession: SessionCookie = { ...noBrowser, renew: () => noBrowser, end: () => {} };

const given = ({ request, nameOf }: Jar, name: CookieName): string | undefined => request.cookies[nameOf(name)];

const newSecret = (): string => randomBytes(secretBytes).toString('base64url');

/** The secret that the browser holds, or a new one. */
function secretOf(jar: Jar, name: CookieName): string {
  const held = given(jar, name);
  return held !== undefined && wellFormed.test(held) ? held : newSecret();
}

const bindTo = (jar: Jar, name: CookieName, secret: string): Required<Bearer> => ({
  browser: createHash('sha256').update(secret).digest('base64url'),
  keepBrowser: () => setCookie(jar, name, secret),
});

const sessionOf = (jar: Jar): SessionCookie => ({
  ...bindTo(jar, 'session', secretOf(jar, 'session')),
  renew: () => bindTo(jar, 'session', newSecret()),
  end: () => void jar.reply.clearCookie(jar.nameOf('session'), optionsOf(jar)),
});

function knownOf(jar: Jar): KnownCookie {
  const held = given(jar, 'known') ?? '';
  return {
    value: held !== '' && held.length <= knownCharsAtMost ? held : null,
    keep: (value) => setCookie(jar, 'known', value),
  };
}

/**
 * The cookies stay behind when another site sends the browser here (they are Strict): a new one would take the place of
 * the one that it holds, and end what is bound to that. A token of such a call serves nobody.
 */
function setCookie(jar: Jar, name: CookieName, value: string): void {
  if (jar.request.headers['sec-fetch-site'] === 'cross-site') return;
  jar.reply.setCookie(jar.nameOf(name), value, { ...optionsOf(jar), maxAge: lifeSeconds });
}

const optionsOf = ({ secure }: Jar) => ({ path: '/', httpOnly: true, secure, sameSite: 'strict' }) as const;

/** Two instances on one host differ by their port, and share no cookie. */
function cookiesOf({ origin, protocol }: URL): (agent: string) => Pick<Jar, 'nameOf' | 'secure'> {
  const instance = createHash('sha256').update(origin).digest('hex').slice(0, 8);
  const plainName = (cookie: CookieName) => `perenne-${cookie === 'session' ? '' : `${cookie}-`}${instance}`;
  const usual = { nameOf: (cookie: CookieName) => `__Host-${plainName(cookie)}`, secure: true };
  if (protocol === 'https:') return () => usual;
  // On a machine's own http://localhost, Safari alone keeps no Secure cookie (WebKit bug 281149).
  return (agent) => (isSafari(agent) ? { nameOf: plainName, secure: false } : usual);
}

const isSafari = (agent: string): boolean => /\bVersion\/\S+.* Safari\//.test(agent) && !/Chrom|Android/.test(agent);
