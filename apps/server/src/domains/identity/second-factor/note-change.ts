import type { JournalEntry } from '@perenne/contract/journal';
import type { Owner } from '../../../platform/http/actors.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import { parisMinute } from '../../../platform/time/calendar.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { mailKnownAddresses } from '../account/known-addresses.ts';
import type { OwnerMail } from '../account/owner.ts';
import { makeUndoLink } from '../takeover/takeover-undos.ts';
import { secondFactorMails, type FactorChange } from './second-factor.messages.ts';

const actions = {
  totpAdded: 'second-factor.added',
  passkeyAdded: 'second-factor.added',
  totpRemoved: 'second-factor.removed',
  passkeyRemoved: 'second-factor.removed',
  codesRenewed: 'second-factor.codes-renewed',
} as const satisfies Record<FactorChange, JournalEntry['action']>;

type Noted = { owner: Pick<Owner, 'safeId' | 'address'>; change: FactorChange; at?: Date };

/** Writes down a change of the second factor, and mails its owner, at every address known, the link that undoes it. */
export async function noteFactorChange(
  tx: Tx,
  platform: Platform,
  { owner: { safeId, address }, change, at = platform.clock.now() }: Noted,
): Promise<void> {
  await appendJournal(tx, platform, {
    ...{ safeId, action: actions[change], actor: { kind: 'owner' } },
    details: { address },
  });
  const undoUrl = await makeUndoLink(tx, platform, { safeId, changedAt: at });
  const mail: OwnerMail = (locale) => secondFactorMails[locale].changed(change, parisMinute(locale, at), undoUrl);
  await mailKnownAddresses(tx, platform, { safeId, mail });
}
