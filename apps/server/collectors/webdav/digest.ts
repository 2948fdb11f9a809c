import { createHash, randomBytes } from 'node:crypto';
import { CollectingError } from '@perenne/collecting/failures';

type Request = {
  method: string;
  url: URL;
  login: string;
  password: string;
  /** How often this challenge is answered. */ use: number;
};

const parameter = (challenge: string, name: string): string | undefined => {
  const [, quoted, bare] = new RegExp(`\\b${name}=(?:"([^"]*)"|([^\\s,]+))`, 'i').exec(challenge) ?? [];
  return quoted ?? bare;
};

const hashes: Record<string, string> = { MD5: 'md5', 'SHA-256': 'sha256' };

/** Answers a challenge of HTTP Digest (RFC 7616), with its protection for the request alone. */
export function digestAnswer(challenge: string, { method, url, login, password, use }: Request): string {
  const algorithm = parameter(challenge, 'algorithm') ?? 'MD5';
  const [realm, nonce] = [parameter(challenge, 'realm') ?? '', parameter(challenge, 'nonce') ?? ''];
  const opaque = parameter(challenge, 'opaque');
  const name = hashes[algorithm.toUpperCase()];
  const offered = parameter(challenge, 'qop');
  if (!name || (offered !== undefined && !/\bauth\b(?!-)/.test(offered)))
    throw new CollectingError('PARTNER_CHANGED', 'the server asks for a kind of Digest that is not known');
  const hash = (text: string) => createHash(name).update(text).digest('hex');
  const uri = `${url.pathname}${url.search}`;
  const count = use.toString(16).padStart(8, '0');
  const own = randomBytes(12).toString('hex');
  const [secret, request] = [hash(`${login}:${realm}:${password}`), hash(`${method}:${uri}`)];
  const response = offered
    ? hash(`${secret}:${nonce}:${count}:${own}:auth:${request}`)
    : hash(`${secret}:${nonce}:${request}`);
  const quoted = { username: login.replace(/["\\]/g, '\\$&'), realm, nonce, uri, response, ...(opaque && { opaque }) };
  return [
    `Digest ${Object.entries(quoted)
      .map(([key, value]) => `${key}="${value}"`)
      .join(', ')}`,
    `algorithm=${algorithm}`,
    ...(offered ? ['qop=auth', `nc=${count}`, `cnonce="${own}"`] : []),
  ].join(', ');
}
