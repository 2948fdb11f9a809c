import { clientAddressOf } from '../../../platform/http/connections/client-address.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { countEntries } from './visitor-entries.store.ts';

type Visiting = {
  safeId: string;
  shareId: string;
  recipientId: string;
  address: string;
  objectIds: readonly string[];
};

/**
 * The objects of which the journal gets an entry: it keeps all for ever, and whoever holds a link opens and reads as often
 * as they like. The activity of the share has each opening and each reading.
 */
export const takeEntries = (
  tx: Tx,
  { secrets, clock }: Platform,
  { address, objectIds, ...recipient }: Visiting,
): Promise<Set<string>> => {
  const addressTag = secrets.tag('visitor-address', recipient.safeId, clientAddressOf(address));
  return countEntries(tx, { ...recipient, addressTag }, { objectIds, now: clock.now() });
};
