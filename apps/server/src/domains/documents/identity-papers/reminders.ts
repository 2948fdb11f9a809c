import { addDays, parisDay } from '../../../platform/time/calendar.ts';
import { actOnDue } from '../../../platform/jobs/act-on-due.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import { queueMail } from '../../../platform/mail/outbox.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { findOwner } from '../../identity/identity.ts';
import { updateDocument } from '../record/documents.store.ts';
import { openDocument, type DocumentSecrets } from '../record/sealed-document.ts';
import { expiryMails } from './expiry.messages.ts';
import { expiryOf, nextReminder, stageOf } from './expiry.rules.ts';
import { listToRemind, lockToRemind, type ToRemind } from './expiry.store.ts';

/**
 * Days that the job looks back, for the nights when it did not run and for what was in the trash: more than
 * between two reminders.
 */
const caughtUpDays = 190;

/** A day is found by who knows it, and is not read from the row. */
const tagOf = ({ secrets }: Pick<Platform, 'secrets'>, day: string): Buffer => secrets.tag('expiry-reminder', day);

/** Derived column: the day of the owner's next reminder. */
export function reminderOf(
  platform: Pick<Platform, 'secrets' | 'clock'>,
  secrets: DocumentSecrets,
): { reminder_tag: Buffer | null } {
  const expiresOn = expiryOf(secrets);
  const day = expiresOn && nextReminder(expiresOn, parisDay(platform.clock.now()));
  return { reminder_tag: day === undefined || day === '' ? null : tagOf(platform, day) };
}

const nobody = '00000000-0000-0000-0000-000000000000';

/** Reminds the owners of papers that end soon, once for each of their days. Returns the number of reminders. */
export function remindOfExpiries(platform: Platform, signal?: AbortSignal): Promise<number> {
  const today = parisDay(platform.clock.now());
  const tags = Array.from({ length: caughtUpDays }, (_, ago) => tagOf(platform, addDays(today, -ago)));
  let after = nobody;
  const work = {
    select: async () => {
      const rows = await listToRemind(platform.db, { tags, after });
      after = rows.at(-1)?.documentId ?? after;
      return rows;
    },
    idsOf: ({ safeId, documentId }: ToRemind) => ({ safeId, documentId }),
    act: (row: ToRemind) => platform.db.transaction().execute((tx) => sendReminder(tx, platform, { row, today })),
    failure: 'an owner could not be reminded of a paper that expires',
  };
  return actOnDue(platform, work, signal);
}

async function sendReminder(
  tx: Tx,
  platform: Platform,
  { row, today }: { row: ToRemind; today: string },
): Promise<boolean> {
  const { safeId, documentId } = row;
  const locked = await lockToRemind(tx, row);
  if (!locked) return false;
  const keys = await platform.vault.keysOf(safeId, 'background', tx);
  const secrets = openDocument(keys, documentId, locked.sealed);
  await updateDocument(tx, { safeId, documentId }, reminderOf(platform, secrets));
  const expiresOn = expiryOf(secrets);
  const owner = await findOwner(tx, platform, safeId);
  if (expiresOn === undefined || !owner) return false;
  const homeUrl = new URL('/home', platform.settings.publicUrl).href;
  const mail = expiryMails[owner.locale](stageOf(expiresOn, today), homeUrl);
  await queueMail(tx, platform, { to: owner.email, ...mail });
  await appendJournal(tx, platform, {
    ...{ safeId, actor: { kind: 'system' }, action: 'document.expiry-reminded', objectId: documentId },
    details: { title: secrets.title },
  });
  return true;
}
