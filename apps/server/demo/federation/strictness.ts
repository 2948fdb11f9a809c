/**
 * The parameters that FranceConnect v2 takes, and no more. It answers anything else with an error page, and does not
 * send the browser back. PKCE is among what it does not know.
 */
type Rules = { required: readonly string[]; optional: readonly string[] };

const authorize: Rules = {
  required: ['response_type', 'client_id', 'redirect_uri', 'scope', 'state', 'nonce', 'acr_values'],
  optional: ['prompt'],
};

const endSession: Rules = { required: ['id_token_hint', 'post_logout_redirect_uri', 'state'], optional: [] };

/** 128 bits in the 64 letters of base64url. */
const shortestNonce = 22;
const acrValue = 'eidas1';

export const scopes: Record<string, string[]> = {
  openid: ['sub', 'acr'],
  given_name: ['given_name'],
  family_name: ['family_name'],
  birthdate: ['birthdate'],
  email: ['email'],
};

/** Returns the fault of a browser's request, for its error page; null for none. */
export function refusalOf(path: string, query: URLSearchParams): string | null {
  if (path === '/authorize') return brokenRule(authorize, query) ?? wrongValue(query);
  if (path === '/session/end') return brokenRule(endSession, query);
  return null;
}

function brokenRule({ required, optional }: Rules, query: URLSearchParams): string | null {
  const names = [...query.keys()];
  const unknown = names.find((name) => !required.includes(name) && !optional.includes(name));
  if (unknown !== undefined) return `${unknown}: unknown parameter`;
  const twice = names.find((name) => query.getAll(name).length > 1);
  if (twice !== undefined) return `${twice}: given twice`;
  const missing = required.find((name) => !query.get(name));
  return missing === undefined ? null : `${missing}: missing parameter`;
}

function wrongValue(query: URLSearchParams): string | null {
  if (query.get('response_type') !== 'code') return 'response_type: only “code” is known';
  if ((query.get('nonce') ?? '').length < shortestNonce) return `nonce: shorter than ${shortestNonce} characters`;
  if (query.get('acr_values') !== acrValue) return `acr_values: only “${acrValue}” is known`;
  const unknown = (query.get('scope') ?? '').split(' ').find((scope) => !Object.hasOwn(scopes, scope));
  return unknown === undefined ? null : `scope: “${unknown}” is unknown`;
}
