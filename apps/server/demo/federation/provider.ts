import {
  interactionPolicy,
  Provider,
  type ClientMetadata,
  type Configuration,
  type JWKS,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import type { Clock } from '../../src/platform/time/clock.ts';
import { readLocale } from '../../src/platform/http/locale.ts';
import { openAdapter } from './adapter.ts';
import type { FederatedPerson } from './identities.ts';
import { errorPage, logoutPage } from './pages.ts';
import { scopes } from './strictness.ts';

/** As on the real one; the paths of calls are below it. */
export const basePath = '/api/v2';

export type ProviderSettings = {
  issuer: string;
  client: { clientId: string; clientSecret: string; redirectUri: string; postLogoutRedirectUri: string };
  keys: { jwks: JWKS; cookieKey: string };
  identities: readonly FederatedPerson[];
  clock: Clock;
};

const signature = 'ES256';
const lives = { AuthorizationCode: 30, AccessToken: 60, IdToken: 60, Interaction: 600, Session: 1800, Grant: 1800 };

/** The protocol of FranceConnect v2: short lives, signed userinfo, claims by userinfo only. */
export const makeProvider = (settings: ProviderSettings): Provider => {
  const { issuer, clock, keys, client } = settings;
  const home = new URL(client.redirectUri).origin;
  return new Provider(issuer, {
    ...{ adapter: openAdapter(clock), jwks: keys.jwks, clients: [clientOf(settings)], ttl: lives },
    acrValues: ['eidas1'],
    responseTypes: ['code'],
    scopes: ['openid'],
    claims: scopes,
    conformIdTokenClaims: true,
    pkce: { required: () => false },
    clientAuthMethods: ['client_secret_post'],
    enabledJWA: { idTokenSigningAlgValues: [signature], userinfoSigningAlgValues: [signature] },
    routes: { authorization: '/authorize', token: '/token', userinfo: '/userinfo', end_session: '/session/end' },
    interactions: { policy: signInEachTime(), url: (_context, { uid }) => `${basePath}/interaction/${uid}` },
    cookies: cookiesOf(issuer, keys.cookieKey),
    features: features(),
    findAccount: (_context, sub) => accountOf(settings, sub),
    loadExistingGrant: grantAll,
    renderError: (context, { error, error_description: description }) => {
      context.type = 'html';
      context.body = errorPage(localeOf(context), { reason: `${error}: ${description ?? ''}`, home });
    },
  });
};

const clientOf = ({ client }: ProviderSettings): ClientMetadata => ({
  client_id: client.clientId,
  client_secret: client.clientSecret,
  redirect_uris: [client.redirectUri],
  post_logout_redirect_uris: [client.postLogoutRedirectUri],
  response_types: ['code'],
  grant_types: ['authorization_code'],
  token_endpoint_auth_method: 'client_secret_post',
  id_token_signed_response_alg: signature,
  userinfo_signed_response_alg: signature,
});

/** A person who signed in before may be another one of the demonstration now. */
function signInEachTime(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  const isAsked = ({ oidc }: KoaContextWithOIDC) => oidc.result?.login === undefined;
  policy.get('login')?.checks.add(new interactionPolicy.Check('each_time', 'each sign-in asks who it is', isAsked));
  return policy;
}

/** Browsers keep cookies by host: two stand-ins on one machine differ by their port. */
function cookiesOf(issuer: string, key: string): NonNullable<Configuration['cookies']> {
  const { port } = new URL(issuer);
  const kept = { httpOnly: true, sameSite: 'lax', signed: true } as const;
  return {
    names: { session: `fc_${port}_session`, interaction: `fc_${port}_interaction`, resume: `fc_${port}_resume` },
    ...{ keys: [key], long: kept, short: kept },
  };
}

const features = (): NonNullable<Configuration['features']> => ({
  devInteractions: { enabled: false },
  jwtUserinfo: { enabled: true },
  pushedAuthorizationRequests: { enabled: false },
  dPoP: { enabled: false },
  resourceIndicators: { enabled: false },
  rpInitiatedLogout: {
    enabled: true,
    logoutSource: (context, form) => {
      context.body = logoutPage(localeOf(context), form);
    },
  },
});

function accountOf({ identities }: ProviderSettings, sub: string) {
  const person = identities.find((each) => each.sub === sub);
  if (!person) return undefined;
  const { firstName, lastName, birthDate, email } = person;
  return {
    accountId: sub,
    claims: () => ({ sub, given_name: firstName, family_name: lastName, birthdate: birthDate, email }),
  };
}

/** The page of sign-in says what is passed on: whoever signs in there has agreed. */
async function grantAll(context: KoaContextWithOIDC) {
  const { provider, session, client, params } = context.oidc;
  if (!session?.accountId || !client) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(String(params?.['scope']));
  await grant.save();
  return grant;
}

const localeOf = (context: KoaContextWithOIDC) => readLocale(context.get('accept-language'));
