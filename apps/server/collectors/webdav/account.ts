import { CollectingError } from '@perenne/collecting/failures';
import type { HttpAnswer } from '@perenne/collecting/http/http';
import type { Run } from '@perenne/collecting/run';
import { digestAnswer } from './digest.ts';

export type Account = {
  /** The origin of the address that the owner typed: credentials go nowhere else. */
  origin: string;
  /** An answer of 5xx to a GET is about one file. @throws {CollectingError} CREDENTIALS_INVALID, PARTNER_UNAVAILABLE */
  send(method: 'GET' | 'PROPFIND', url: URL): Promise<HttpAnswer>;
};

const wanted = `<?xml version="1.0" encoding="utf-8"?>
<propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/><getlastmodified/><getetag/></prop></propfind>`;

const requestOf = (method: 'GET' | 'PROPFIND', url: URL) =>
  method === 'GET'
    ? { url, method, headers: {}, takes5xx: true }
    : { url, method, headers: { depth: '1', 'content-type': 'application/xml; charset=utf-8' }, body: wanted };

/** Signs each request, as the server asks for it: by Basic, or by Digest once it has sent a challenge. */
export function openAccount({ http, credentials }: Run): Account {
  const { origin } = new URL(String(credentials['url']));
  const [login, password] = [String(credentials['login']), String(credentials['password'])];
  const basic = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
  let challenge: string | null = null;
  let uses = 0;
  const sign = (method: string, url: URL): string =>
    challenge === null ? basic : digestAnswer(challenge, { method, url, login, password, use: ++uses });
  const attempt = (method: 'GET' | 'PROPFIND', url: URL): Promise<HttpAnswer> => {
    const { headers, ...request } = requestOf(method, url);
    const authorization = url.origin === origin ? { authorization: sign(method, url) } : {};
    return http.send({ ...request, headers: { ...headers, ...authorization } });
  };
  const send: Account['send'] = async (method, url) => {
    const answer = await attempt(method, url);
    if (answer.status !== 401) return answer;
    await answer.text();
    const offered = answer.headers['www-authenticate'] ?? '';
    // A challenge grows old: another one is answered, and what is refused after that is the password.
    if (!/\bdigest\b/i.test(offered)) throw new CollectingError('CREDENTIALS_INVALID');
    challenge = offered;
    uses = 0;
    const again = await attempt(method, url);
    if (again.status !== 401) return again;
    await again.text();
    throw new CollectingError('CREDENTIALS_INVALID');
  };
  return { origin, send };
}
