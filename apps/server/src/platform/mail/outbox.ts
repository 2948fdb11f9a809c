import { z } from 'zod';
import type { Clock } from '../clock.ts';
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
/** The message is sealed, in base 64, under the installation's key for values. */
type SealedMail = { mailId: string; sealed: string };

type Sender = { secrets: Pick<Secrets, 'values'>; jobs: Pick<Jobs, 'enqueue'>; clock: Clock };
type Deliverer = { secrets: Pick<Secrets, 'values'>; mail: Pick<Mail, 'send'>; clock: Clock; log: Log };

/** Tries for about eight hours. */
export const sendMailJob = job<SealedMail>('send-mail', { retries: 40, retryDelaySeconds: 5, timeoutSeconds: 120 });

const placeOf = (mailId: string) => ({ table: 'jobs', column: 'mail', row: mailId });

/** The mail leaves after the commit of the transaction. */
export async function queueMail(tx: Tx | Db, platform: Sender, mail: OutgoingMail): Promise<void> {
  const mailId = newId(platform.clock);
  const sealed = sealJson(platform.secrets.values, placeOf(mailId), mail).toString('base64');
  await platform.jobs.enqueue(tx, sendMailJob, { mailId, sealed });
}

/** The worker's part of `sendMailJob`: `handles(sendMailJob, (data) => deliverMail(platform, data, inTurn))`. */
export async function deliverMail(
  platform: Deliverer,
  { mailId, sealed }: SealedMail,
  inTurn: SendInTurn,
): Promise<void> {
  const opened = openJson(platform.secrets.values, placeOf(mailId), Buffer.from(sealed, 'base64'));
  const { validUntil, ofCode, ...message } = outgoingMail.parse(opened);
  if (validUntil !== undefined && new Date(validUntil) < platform.clock.now()) {
    platform.log.info({ mailId }, 'a mail was of no use any more and was not sent');
    return;
  }
  const send = () => sendNow(platform, { id: mailId, ...message });
  if (ofCode === undefined) await send();
  else if (!(await inTurn(ofCode, send))) platform.log.info({ mailId }, 'a mail with an earlier code was not sent');
}

async function sendNow({ mail, log }: Deliverer, message: MailMessage): Promise<void> {
  try {
    await mail.send(message);
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    log.warn({ mailId: message.id, code: error.code }, 'a mail was refused for good');
  }
}
