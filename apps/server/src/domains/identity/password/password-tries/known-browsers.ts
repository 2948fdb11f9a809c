import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Origin } from '../../../../platform/http/actors.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { openJson, SealBroken, sealJson } from '../../../../platform/sealing/values.ts';
import { dayMs } from '../../attempts/guards.rules.ts';

type Parts = Pick<Platform, 'secrets' | 'clock'>;

/** The accounts that have signed in from a browser, the last one first: what its sealed cookie holds. */
const knownAccounts = z.array(z.object({ safeId: z.string(), knownBrowser: z.string(), seenAtMs: z.number() }));
type KnownAccounts = z.output<typeof knownAccounts>;

/** A family shares a browser; more accounts would outgrow a cookie. */
const accountsAtMost = 12;
const rememberedMs = 400 * dayMs;
const cookiePlace = { table: 'cookies', column: 'known-browser', row: '' };

/** The name of a browser for one account: another account's name of the same browser has nothing in common with it. */
export const newKnownBrowser = (): string => randomUUID();

/** The name under which a browser has signed in to an account; null for a browser that never did. */
export const knownBrowserOf = (platform: Parts, origin: Pick<Origin, 'known'>, safeId: string): string | null =>
  readAccounts(platform, origin).find((account) => account.safeId === safeId)?.knownBrowser ?? null;

/** Has the browser be known to the account from now on, for 400 days. */
export function keepKnownBrowser(
  platform: Parts,
  origin: Pick<Origin, 'known'>,
  { safeId, knownBrowser }: { safeId: string; knownBrowser: string },
): void {
  const others = readAccounts(platform, origin).filter((account) => account.safeId !== safeId);
  const accounts: KnownAccounts = [{ safeId, knownBrowser, seenAtMs: platform.clock.now().getTime() }, ...others];
  const sealed = sealJson(platform.secrets.values, cookiePlace, accounts.slice(0, accountsAtMost));
  origin.known?.keep(sealed.toString('base64url'));
}

/** Nothing where the cookie is forged or belongs to another installation. */
function readAccounts({ secrets, clock }: Parts, { known }: Pick<Origin, 'known'>): KnownAccounts {
  if (!known || known.value === null) return [];
  try {
    const opened = openJson(secrets.values, cookiePlace, Buffer.from(known.value, 'base64url'));
    const since = clock.now().getTime() - rememberedMs;
    return knownAccounts.parse(opened).filter(({ seenAtMs }) => seenAtMs > since);
  } catch (error) {
    if (error instanceof SealBroken) return [];
    throw error;
  }
}
