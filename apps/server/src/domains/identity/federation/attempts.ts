import { z } from 'zod';
import { DomainError } from '../../../platform/domain-error.ts';
import type { FederationSecrets } from '../../../platform/federation/federation.ts';
import type { Platform } from '../../../platform/platform.ts';
import { openJson, sealJson } from '../../../platform/sealing/values.ts';
import { federationMs } from './federation.rules.ts';
import * as store from './federation.store.ts';
import { viaFederation } from './via-federation.ts';

const kept = z.object({ nonce: z.string(), verifier: z.string().nullable() });

/** Sign-ins that one client address may have begun and not finished. */
const mostOfClient = 100;
const comeBackSeconds = 60;

type Beginner = { browser: string; clientAddress: string };

/**
 * The address of the federation's page; what checks its answer is bound to the browser.
 * @throws {DomainError} TooManyRequests, ServiceUnavailable
 */
export function beginFederatedSignIn(platform: Platform, { browser, clientAddress }: Beginner): Promise<string> {
  return viaFederation(platform, async (federation) => {
    const { state, nonce, verifier } = federation.begin();
    const url = await federation.authorizationUrl({ state, nonce, verifier });
    const stateTag = stateTagOf(platform, state);
    // An attempt that a power cut takes is begun again.
    const now = platform.clock.now();
    const attempt = {
      ...{ stateTag, browserTag: browserTagOf(platform, browser) },
      clientTag: platform.secrets.tag('federation-client', clientAddress),
      sealed: sealJson(platform.secrets.values, placeOf(stateTag), { nonce, verifier }),
      expiresAt: new Date(now.getTime() + federationMs),
    };
    if (!(await store.insertAttempt(platform.relaxedDb, attempt, { most: mostOfClient, now })))
      throw new DomainError('TooManyRequests', { retryAfterSeconds: comeBackSeconds });
    return url;
  });
}

/** A way of a browser to the federation that has been taken. */
export type Attempt = { secrets: FederationSecrets; row: store.TakenAttempt };

/**
 * The attempt with whose secrets this browser went to the federation, once.
 * @throws {DomainError} FranceConnectError: another browser, a state never given, used or expired
 */
export async function takeAttempt(
  platform: Platform,
  { state, browser }: { state: string | undefined; browser: string | null },
): Promise<Attempt> {
  if (state === undefined || browser === null) throw new DomainError('FranceConnectError');
  const stateTag = stateTagOf(platform, state);
  const browserTag = browserTagOf(platform, browser);
  // The federation takes its code once: what a power cut brought back would open nothing.
  const found = await store.takeAttempt(platform.relaxedDb, { stateTag, browserTag });
  if (!found || found.expiresAt <= platform.clock.now()) throw new DomainError('FranceConnectError');
  const secrets = { state, ...kept.parse(openJson(platform.secrets.values, placeOf(stateTag), found.sealed)) };
  return { secrets, row: { stateTag, browserTag, ...found } };
}

/** Gives back an attempt that was taken, for its time. */
export const keepAttempt = ({ relaxedDb }: Platform, { row }: Attempt) => store.giveAttemptBack(relaxedDb, row);

const stateTagOf = ({ secrets }: Platform, state: string): Buffer => secrets.codeTag('federation-state', state);

const browserTagOf = ({ secrets }: Platform, browser: string): Buffer => secrets.codeTag('federation-browser', browser);

const placeOf = (stateTag: Buffer) => ({
  table: 'federation_attempts',
  column: 'sealed',
  row: stateTag.toString('hex'),
});
