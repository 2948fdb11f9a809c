import { expiringTypes } from '@perenne/contract/documents';
import type { Answer } from '@perenne/contract/endpoint';
import type { listExpiring as listEndpoint } from '@perenne/contract/identity-papers';
import { parisDay } from '../../../platform/time/calendar.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { recordListing } from '../arranging/places.ts';
import { openRows, presentDocument } from '../listing/present-document.ts';
import { typeTag } from '../record/sealed-document.ts';
import { isNear } from './expiry.rules.ts';
import { listOfTypes } from './expiry.store.ts';

/** Dates are sealed: the papers of one safe are few, and are opened. */
export async function listExpiring(platform: Platform, owner: Owner): Promise<Answer<typeof listEndpoint>> {
  const { safeId } = owner;
  const now = platform.clock.now();
  const today = parisDay(now);
  const keys = await platform.vault.keysOf(safeId, 'owner');
  const tags = expiringTypes.map((type) => typeTag(keys, type));
  const [rows] = await Promise.all([listOfTypes(platform.db, safeId, tags), recordListing(platform, owner)]);
  const near = openRows(platform, { safeId, keys, rows })
    .map((row) => presentDocument(row, now))
    .filter(({ expiresOn }) => expiresOn !== undefined && isNear(expiresOn, today));
  return { items: near.sort((a, b) => (a.expiresOn ?? '').localeCompare(b.expiresOn ?? '')) };
}
