import { z } from 'zod';
import type { Clock } from '../time/clock.ts';
import { newId } from '../identifiers.ts';
import { job, type Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { Db, Tx } from '../postgres/db.ts';
import { openJson, sealJson } from '../sealing/values.ts';
import type { Secrets } from '../secrets.ts';
import { sentCode, type SendInTurn } from '../sent-codes.ts';
import { SmsRefused, type Sms, type SmsMessage } from './sms.ts';

const outgoingSms = z.object({
  to: z.string(),
  text: z.string(),
  /** After this instant the message is of no use, and is not sent. */
  validUntil: z.iso.datetime().optional(),
  /** The code in it: once another has taken its place, it is of no use either. */
  ofCode: sentCode.optional(),
});

export type OutgoingSms = Omit<z.infer<typeof outgoingSms>, 'validUntil'> & { validUntil?: Date };
type SealedSms = {
  smsId: string;
  /** The message, in base 64, under the installation's key for values. */
  sealed: string;
  /** A keyed hash of the recipient. */
  recipient: string;
};

type Sender = { secrets: Pick<Secrets, 'values' | 'tag'>; jobs: Pick<Jobs, 'enqueue'>; clock: Clock };
type Deliverer = Sender & { db: Db; sms: Pick<Sms, 'send'>; log: Log };

/** Tries for about two hours: an SMS is read at once or is of no use. One at a time to one number, as mails. */
export const sendSmsJob = job<SealedSms>('send-sms', {
  ...{ retries: 15, retryDelaySeconds: 3, timeoutSeconds: 60 },
  ...{ isLong: true, parallel: 5, partyOf: ({ recipient }) => recipient, parallelOfOne: 1 },
});

/** The same job, a moment later: until then the queue sees what is on its way to the number. */
const turnAgain: typeof sendSmsJob = { ...sendSmsJob, afterSeconds: 1 };

const placeOf = (smsId: string) => ({ table: 'jobs', column: 'sms', row: smsId });

/** The message leaves after the commit of the transaction. */
export async function queueSms(tx: Tx | Db, platform: Sender, sms: OutgoingSms): Promise<void> {
  const smsId = newId(platform.clock);
  const sealed = sealJson(platform.secrets.values, placeOf(smsId), sms).toString('base64');
  const recipient = platform.secrets.tag('sms-recipient', sms.to).toString('hex');
  await platform.jobs.enqueue(tx, sendSmsJob, { smsId, sealed, recipient });
}

/** The worker's part of `sendSmsJob`: `handles(sendSmsJob, (data) => deliverSms(platform, data, inTurn))`. */
export async function deliverSms(platform: Deliverer, data: SealedSms, inTurn: SendInTurn): Promise<void> {
  const { smsId, sealed } = data;
  const opened = openJson(platform.secrets.values, placeOf(smsId), Buffer.from(sealed, 'base64'));
  const { validUntil, ofCode, ...message } = outgoingSms.parse(opened);
  if (validUntil !== undefined && new Date(validUntil) < platform.clock.now()) {
    platform.log.info({ smsId }, 'an SMS was of no use any more and was not sent');
    return;
  }
  const { to } = message;
  const sending = await inTurn({ to, ofCode }, () => sendNow(platform, { id: smsId, ...message }));
  if (sending === 'waits') await platform.jobs.enqueue(platform.db, turnAgain, data);
  if (sending === 'replaced') platform.log.info({ smsId }, 'an SMS with an earlier code was not sent');
}

async function sendNow({ sms, log }: Pick<Deliverer, 'sms' | 'log'>, message: SmsMessage): Promise<void> {
  try {
    await sms.send(message);
  } catch (error) {
    if (!(error instanceof SmsRefused)) throw error;
    log.warn({ smsId: message.id, code: error.code }, 'an SMS was refused for good');
  }
}
