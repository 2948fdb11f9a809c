import * as openid from 'openid-client';
import { z } from 'zod';
import {
  FederationRefused,
  FederationUnavailable,
  type FederatedSignIn,
  type Federation,
  type FederationAnswer,
  type FederationSecrets,
} from './federation.ts';
import { isAssured, type FederationSettings } from './settings.ts';

type Options = {
  /** The browser comes back below it: `/france-connect` and `/login`. */
  publicUrl: string;
  /** Makes the calls. */
  fetch?: openid.CustomFetch;
};

const timeoutSeconds = 8;
const scope = 'openid given_name family_name birthdate email';

const userInfo = z.object({
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  birthdate: z.string().optional(),
  email: z.string().optional(),
});

/**
 * Speaks to FranceConnect v2. Nothing is asked before the first sign-in: one that is down stops no
 * start. Every id token and every userinfo must bear its signature.
 */
export function connectFederation(settings: FederationSettings, { publicUrl, fetch }: Options): Federation {
  const redirectUri = new URL('/france-connect', publicUrl).href;
  const configuration = discoverOnce(settings, fetch);

  async function exchange(secrets: FederationSecrets, { code, issuer: answering }: FederationAnswer) {
    const known = await configuration();
    const { issuer } = known.serverMetadata();
    const back = new URL(redirectUri);
    // A caller may leave out who answered: there is one federation only, and nobody to take for another.
    back.search = new URLSearchParams({ code, state: secrets.state, iss: answering ?? issuer }).toString();
    const tokens = await openid.authorizationCodeGrant(known, back, {
      ...{ expectedState: secrets.state, expectedNonce: secrets.nonce, idTokenExpected: true },
      ...(secrets.verifier !== null && { pkceCodeVerifier: secrets.verifier }),
    });
    const claims = tokens.claims();
    if (!claims || tokens.id_token === undefined) throw new FederationRefused('no id token');
    if (!isAssured(claims['acr'], settings.acr)) throw new FederationRefused('less sure than was asked for');
    const info = userInfo.parse(await openid.fetchUserInfo(known, tokens.access_token, claims.sub));
    return { issuer, sub: claims.sub, idToken: tokens.id_token, info };
  }

  return {
    begin: () => ({
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      verifier: settings.pkce ? openid.randomPKCECodeVerifier() : null,
    }),
    authorizationUrl: ({ state, nonce, verifier }) =>
      withFederationErrors(async () => {
        const asked = { redirect_uri: redirectUri, scope, state, nonce, acr_values: settings.acr };
        const url = openid.buildAuthorizationUrl(await configuration(), { ...asked, ...(await challengeOf(verifier)) });
        return url.href;
      }),
    finish: (secrets, answer) =>
      withFederationErrors(async (): Promise<FederatedSignIn> => {
        const { issuer, sub, idToken, info } = await exchange(secrets, answer);
        const person = {
          ...{ issuer, sub, firstName: info.given_name ?? null, lastName: info.family_name ?? null },
          ...{ birthDate: info.birthdate ?? null, email: info.email ?? null },
        };
        return { idToken, person };
      }),
    logoutUrl: ({ idToken, state }) =>
      withFederationErrors(async () => {
        const back = { post_logout_redirect_uri: new URL('/login', publicUrl).href };
        const url = openid.buildEndSessionUrl(await configuration(), { ...back, id_token_hint: idToken, state });
        // The library names the client too, which FranceConnect does not know here.
        url.searchParams.delete('client_id');
        return url.href;
      }),
  };
}

/** The federation's description of itself, asked for once; a failure is not kept. */
function discoverOnce(settings: FederationSettings, fetch: openid.CustomFetch | undefined) {
  let known: Promise<openid.Configuration> | null = null;
  return () => {
    const asked = (known ??= discover(settings, fetch));
    asked.catch(() => {
      if (known === asked) known = null;
    });
    return asked;
  };
}

function discover(settings: FederationSettings, fetch: openid.CustomFetch | undefined): Promise<openid.Configuration> {
  const issuer = new URL(settings.issuer);
  const client = {
    id_token_signed_response_alg: settings.signature,
    // Without it, a userinfo in plain JSON would pass.
    userinfo_signed_response_alg: settings.signature,
  };
  const execute = [openid.enableNonRepudiationChecks];
  // Only a stand-in speaks plain HTTP: production asks for an https:// issuer.
  if (issuer.protocol === 'http:') execute.push(openid.allowInsecureRequests);
  const authentication = openid.ClientSecretPost(settings.clientSecret);
  return openid.discovery(issuer, settings.clientId, client, authentication, {
    ...{ execute, timeout: timeoutSeconds },
    ...(fetch && { [openid.customFetch]: fetch }),
  });
}

const challengeOf = async (verifier: string | null) =>
  verifier !== null && {
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };

async function withFederationErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof FederationRefused) throw cause;
    if (isAway(cause)) throw new FederationUnavailable('the federation does not answer', { cause });
    throw new FederationRefused('what the federation answered was refused', { cause });
  }
}

/** The network, a delay, or an answer of the 5xx. */
function isAway(error: unknown): boolean {
  if (error instanceof openid.ResponseBodyError) return error.status >= 500;
  if (!(error instanceof Error)) return false;
  const { name, cause } = error;
  const code = 'code' in error ? error.code : '';
  if (['TimeoutError', 'AbortError'].includes(name) || code === 'OAUTH_TIMEOUT') return true;
  if (error instanceof TypeError && error.message === 'fetch failed') return true;
  if (cause instanceof Response) return cause.status >= 500 || cause.status === 404;
  return cause !== undefined && isAway(cause);
}
