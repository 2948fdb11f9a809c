import type { ClientCredentials } from './client-secrets.ts';

/** RFC 6749, section 5.2. */
export type OAuthError = 'invalid_request' | 'invalid_client' | 'unsupported_grant_type';

export type TokenRequest = { credentials: ClientCredentials } | { error: OAuthError };

/** Reads a token request: the client says who it is by HTTP Basic or in the body, never both (section 2.3). */
export function readTokenRequest(authorization: string | undefined, body: string): TokenRequest {
  const form = new URLSearchParams(body);
  const once = (name: string) => form.get(name) || undefined;
  if ([...new Set(form.keys())].some((name) => form.getAll(name).length > 1)) return { error: 'invalid_request' };
  const grantType = once('grant_type');
  const clientId = once('client_id');
  const clientSecret = once('client_secret');
  if (grantType === undefined) return { error: 'invalid_request' };
  if (grantType !== 'client_credentials') return { error: 'unsupported_grant_type' };
  if (authorization !== undefined) return readBasic(authorization, { clientId, clientSecret });
  return clientId === undefined || clientSecret === undefined
    ? { error: 'invalid_client' }
    : { credentials: { clientId, clientSecret } };
}

type InBody = { clientId: string | undefined; clientSecret: string | undefined };

function readBasic(authorization: string, inBody: InBody): TokenRequest {
  if (inBody.clientSecret !== undefined) return { error: 'invalid_request' };
  const credentials = decodeBasic(authorization);
  if (!credentials) return { error: 'invalid_client' };
  if (inBody.clientId !== undefined && inBody.clientId !== credentials.clientId) return { error: 'invalid_request' };
  return { credentials };
}

/** Both halves are form-encoded before they are joined (section 2.3.1). */
function decodeBasic(authorization: string): ClientCredentials | null {
  const encoded = /^Basic +([\w+/-]+={0,2})$/i.exec(authorization)?.[1];
  const plain = Buffer.from(encoded ?? '', 'base64').toString();
  const colon = plain.indexOf(':');
  if (colon < 1) return null;
  const [clientId, clientSecret] = [plain.slice(0, colon), plain.slice(colon + 1)].map(decodeFormText);
  return clientId && clientSecret ? { clientId, clientSecret } : null;
}

const decodeFormText = (text: string): string | null =>
  new URLSearchParams(`v=${text.replaceAll('&', '%26')}`).get('v');
