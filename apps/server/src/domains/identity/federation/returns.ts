import { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { openJson, sealJson } from '../../../platform/sealing/values.ts';
import { newCookieSecret, readCookie, type Cookies } from './cookies.ts';
import { federationMs } from './federation.rules.ts';
import * as store from './federation.store.ts';
import { federatedPerson, identityTagOf } from './links.ts';

/** A sign-in that this server completed for a browser: who, and what ends the federation's session. */
export const completedFederation = z.object({ person: federatedPerson, idToken: z.string() });
export type CompletedFederation = z.output<typeof completedFederation>;

/** Keeps who has come back for ten minutes; the secret is for the browser's cookie. */
export async function rememberReturn(platform: Platform, completed: CompletedFederation): Promise<string> {
  const secret = newCookieSecret();
  const browserTag = tagOf(platform, secret);
  await store.insertReturn(platform.relaxedDb, {
    browserTag,
    identityTag: identityTagOf(platform, completed.person),
    sealed: sealJson(platform.secrets.values, placeOf(browserTag), completed),
    expiresAt: new Date(platform.clock.now().getTime() + federationMs),
  });
  return secret;
}

/** The sign-in that this server completed for the browser of the request, within ten minutes; null for none. */
export async function readCompletedFederation(
  platform: Platform,
  request: Cookies,
): Promise<(CompletedFederation & { safeId: string | null }) | null> {
  const secret = readCookie(request, platform.settings.publicUrl, 'return');
  if (secret === null) return null;
  const browserTag = tagOf(platform, secret);
  const found = await store.findReturn(platform.db, browserTag, platform.clock.now());
  if (!found) return null;
  const completed = completedFederation.parse(openJson(platform.secrets.values, placeOf(browserTag), found.sealed));
  const linked = await store.findLinkedAccount(platform.db, identityTagOf(platform, completed.person));
  return { ...completed, safeId: linked?.safeId ?? null };
}

/** The same where it is the one that a page names: `sub` is never believed by itself. */
export async function readNamedFederation(
  platform: Platform,
  request: Cookies,
  sub: string | undefined,
): Promise<CompletedFederation | null> {
  if (sub === undefined) return null;
  const completed = await readCompletedFederation(platform, request);
  return completed?.person.sub === sub ? completed : null;
}

/** It has served: whoever comes to this browser next is not that person. */
export async function forgetReturn(tx: Db | Tx, platform: Platform, request: Cookies): Promise<void> {
  const secret = readCookie(request, platform.settings.publicUrl, 'return');
  if (secret !== null) await store.deleteReturn(tx, tagOf(platform, secret));
}

const tagOf = ({ secrets }: Platform, secret: string): Buffer => secrets.codeTag('federation-return', secret);

const placeOf = (browserTag: Buffer) => ({
  table: 'federation_returns',
  column: 'sealed',
  row: browserTag.toString('hex'),
});
