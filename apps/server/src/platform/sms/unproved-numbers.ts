import type { Tx } from '../postgres/db.ts';
import type { Secrets } from '../secrets.ts';
import { queueSms, type OutgoingSms } from './outbox.ts';
import { countSmsOf } from './sms-counts.store.ts';

/**
 * SMS in 24 hours with codes for one's own account: to a number, whoever gives it as theirs, and for an account. Nobody
 * has proved these numbers, so an account could have strangers written to.
 */
const unprovedSmsLimits = { number: 60, account: 60 } as const;

type Sender = Parameters<typeof queueSms>[1] & { secrets: Pick<Secrets, 'values' | 'tag'> };
type UnprovedSms = OutgoingSms & {
  /** The safe or the employee that has given the number. */
  account: string;
};

/** Queues an SMS to a number that nobody has proved; false where it is one too many, and is not sent. */
export async function queueUnprovedSms(tx: Tx, platform: Sender, { account, ...sms }: UnprovedSms): Promise<boolean> {
  const { secrets, clock } = platform;
  const parties = [
    { partyTag: secrets.tag('sms-of-account', account), max: unprovedSmsLimits.account },
    { partyTag: secrets.tag('sms-to-unproved', sms.to), max: unprovedSmsLimits.number },
  ];
  for (const party of parties) if (!(await countSmsOf(tx, party, clock.now()))) return false;
  await queueSms(tx, platform, sms);
  return true;
}
