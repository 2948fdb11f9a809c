import * as contract from '@perenne/contract/federation';
import type { FastifyReply } from 'fastify';
import { clientAddress } from '../../../platform/http/connections/client-address.ts';
import { mount, type App } from '../../../platform/http/mount.ts';
import type { Platform } from '../../../platform/platform.ts';
import { beginFederatedSignIn } from './attempts.ts';
import { endCookie, giveCookie, newCookieSecret, readCookie } from './cookies.ts';
import { deactivateFederation } from './deactivate-federation.ts';
import { beginFederatedSignOut, stateHash, type FederatedSignOut } from './federated-sessions.ts';
import { finishFederatedSignIn, type FederationRules } from './finish-sign-in.ts';

export function mountFederation(app: App, platform: Platform, rules: FederationRules): void {
  const { publicUrl } = platform.settings;
  mount(app, contract.initFederation, async ({ request, reply }) => {
    // The same for all its tabs.
    const secret = readCookie(request, publicUrl, 'attempt') ?? newCookieSecret();
    const beginner = { browser: secret, clientAddress: clientAddress(request) };
    const authorizationUrl = await beginFederatedSignIn(platform, beginner);
    giveCookie(reply, publicUrl, { name: 'attempt', secret });
    return { config: { authorizationUrl } };
  });
  mount(app, contract.finishFederation, async ({ actor, query, request, reply, setToken }) => {
    const browser = readCookie(request, publicUrl, 'attempt');
    const { answer, secret } = await finishFederatedSignIn(platform, actor, { query, browser, rules });
    giveCookie(reply, publicUrl, { name: 'return', secret });
    const token = answer.user?.userToken;
    if (token !== undefined) setToken(token);
    return answer;
  });
  mount(app, contract.logoutFederation, async ({ actor, query, reply }) =>
    sendSignOut(reply, publicUrl, { ...(await beginFederatedSignOut(platform, actor)), ...query }),
  );
  mount(app, contract.deactivateFederation, async ({ actor, body, reply }) => {
    const signOut = await deactivateFederation(platform, actor, body.password);
    return sendSignOut(reply, publicUrl, { ...signOut, reason: 'federationDeactivated' });
  });
  measureSignOuts(app, publicUrl);
}

/** Why a browser leaves through the federation: the page of sign-in says it when the browser is back. */
const reasons = ['signedOut', 'signedOutEverywhere', 'federationDeactivated'] as const;
type Reason = (typeof reasons)[number];

const secretOf = (state: string, reason: Reason): string => stateHash(`${reason} ${state}`);

type Leaving = FederatedSignOut & { reason: Reason };

function sendSignOut(reply: FastifyReply, publicUrl: string, { logoutUrl, state, reason }: Leaving) {
  if (state !== null) giveCookie(reply, publicUrl, { name: 'sign-out', secret: secretOf(state, reason) });
  return { logoutUrl };
}

/**
 * The federation sends the browser back to the page of sign-in with the state that it was given: only the browser
 * that went learns that the sign-out is done, and why it was asked for; the state stays in no address.
 */
function measureSignOuts({ fastify }: App, publicUrl: string): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || !request.url.startsWith('/login?')) return undefined;
    const state = new URL(request.url, publicUrl).searchParams.get('state');
    if (state === null) return undefined;
    const secret = readCookie(request, publicUrl, 'sign-out');
    const reason = reasons.find((known) => secretOf(state, known) === secret);
    endCookie(reply, publicUrl, 'sign-out');
    return reply.redirect(reason === undefined ? '/login' : `/login?reason=${reason}`, 303);
  });
}
