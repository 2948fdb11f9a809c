import { job, type JobRun } from '../../../platform/jobs/jobs.ts';
import { MailRefused } from '../../../platform/mail/mail.ts';
import type { Platform } from '../../../platform/platform.ts';
import { makeBlockLinks } from '../sending/blocks.ts';
import { admitInvitation } from '../sending/invitations.ts';
import { notifyOwner } from '../send-share.ts';
import { isActive } from '../sharing.rules.ts';
import { requestLinkOf, referenceTagOfRequest } from './request-links.ts';
import { requestMails } from './request.messages.ts';
import { findRequest, keepReference, setRequestDelivery, type RequestKey } from './requests.store.ts';
import { openRequest } from './sealed-request.ts';

export const sendRequestJob = job<RequestKey>('sharing.send-request', {
  ...{ retries: 40, retryDelaySeconds: 5, timeoutSeconds: 120 },
});

/** Writes to who is asked for documents; a message that is refused, or fails for the last time, is given up. */
export async function sendRequest(platform: Platform, key: RequestKey, run: Pick<JobRun, 'retry'>): Promise<void> {
  const row = await findRequest(platform.db, key);
  if (!row || row.delivery !== 'QUEUED' || row.messageId === null || !isActive(row, platform.clock.now())) return;
  const { values } = await platform.vault.keysOf(key.safeId, 'sharing');
  const { title, message, sender, email, locale } = openRequest(values, key.requestId, row.sealed);
  if (email === null) return;
  const { expiresAt, messageId } = row;
  const link = requestLinkOf(platform, key);
  await keepReference(platform.db, key, referenceTagOfRequest(platform.secrets, key));
  try {
    if (await admitInvitation(platform, { safeId: key.safeId, messageId, email })) {
      const isScanned = platform.antivirus.enabled;
      const block = await makeBlockLinks(platform, { safeId: key.safeId, messageId, email });
      const mail = requestMails[locale].request({ title, message, sender, link, expiresAt, isScanned, block });
      await platform.mail.send({ id: messageId, to: email, ...mail });
    }
  } catch (error) {
    if (run.retry < (sendRequestJob.retries ?? 0) && !(error instanceof MailRefused)) throw error;
    await platform.db.transaction().execute(async (tx) => {
      await setRequestDelivery(tx, key, 'FAILED');
      await notifyOwner(tx, platform, { safeId: key.safeId, what: 'requestFailed' });
    });
    return;
  }
  await setRequestDelivery(platform.db, key, 'SENT');
}
