import { z } from 'zod';
import type { Clock } from '../time/clock.ts';
import { newId } from '../identifiers.ts';
import { job, type Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { Db, Tx } from '../postgres/db.ts';
import { openJson, sealJson } from '../sealing/values.ts';
import type { Secrets } from '../secrets.ts';
import { sentCode, type SendInTurn } from '../sent-codes.ts';
import { MailRefused, type Mail, type MailMessage } from './mail.ts';

const outgoingMail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** After this instant the mail is of no use, and is not sent. */
  validUntil: z.iso.datetime().optional(),
  /** The code in it: once another has taken its place, it is of no use either. */
  ofCode: sentCode.optional(),
});

export type OutgoingMail = Omit<z.infer<typeof outgoingMail>, 'validUntil'> & { validUntil?: Date };
type SealedMail = {
  mailId: string;
  /** The message, in base 64, under the installation's key for values. */
  sealed: string;
  /** A keyed hash of the recipient. */
  recipient: string;
};

type Sender = { secrets: Pick<Secrets, 'values' | 'tag'>; jobs: Pick<Jobs, 'enqueue'>; clock: Clock };
type Deliverer = Sender & { db: Db; mail: Pick<Mail, 'send'>; log: Log };

/**
 * Tries for about eight hours. As many at once as there are connections to the mail server, one of them to one recipient:
 * whoever has many mails sent to where they are taken slowly holds up nobody else's.
 */
export const sendMailJob = job<SealedMail>('send-mail', {
  ...{ retries: 40, retryDelaySeconds: 5, timeoutSeconds: 120 },
  ...{ isLong: true, parallel: 5, partyOf: ({ recipient }) => recipient, parallelOfOne: 1 },
});

/** The same job, a moment later: until then the queue sees what is on its way to the recipient. */
const turnAgain: typeof sendMailJob = { ...sendMailJob, afterSeconds: 1 };

const placeOf = (mailId: string) => ({ table: 'jobs', column: 'mail', row: mailId });

/** The mail leaves after the commit of the transaction. */
export async function queueMail(tx: Tx | Db, platform: Sender, mail: OutgoingMail): Promise<void> {
  const mailId = newId(platform.clock);
  const sealed = sealJson(platform.secrets.values, placeOf(mailId), mail).toString('base64');
  const recipient = platform.secrets.tag('mail-recipient', mail.to.toLowerCase()).toString('hex');
  await platform.jobs.enqueue(tx, sendMailJob, { mailId, sealed, recipient });
}

/** The worker's part of `sendMailJob`: `handles(sendMailJob, (data) => deliverMail(platform, data, inTurn))`. */
export async function deliverMail(platform: Deliverer, data: SealedMail, inTurn: SendInTurn): Promise<void> {
  const { mailId, sealed } = data;
  const opened = openJson(platform.secrets.values, placeOf(mailId), Buffer.from(sealed, 'base64'));
  const { validUntil, ofCode, ...message } = outgoingMail.parse(opened);
  if (validUntil !== undefined && new Date(validUntil) < platform.clock.now()) {
    platform.log.info({ mailId }, 'a mail was of no use any more and was not sent');
    return;
  }
  const { to } = message;
  const sending = await inTurn({ to, ofCode }, () => sendNow(platform, { id: mailId, ...message }));
  if (sending === 'waits') await platform.jobs.enqueue(platform.db, turnAgain, data);
  if (sending === 'replaced') platform.log.info({ mailId }, 'a mail with an earlier code was not sent');
}

async function sendNow({ mail, log }: Pick<Deliverer, 'mail' | 'log'>, message: MailMessage): Promise<void> {
  try {
    await mail.send(message);
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    log.warn({ mailId: message.id, code: error.code }, 'a mail was refused for good');
  }
}
