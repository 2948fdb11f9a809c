import type { Agreement } from '@perenne/contract/identity';
import { z } from 'zod';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import type { Locale } from '../../../platform/http/locale.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import { queueMail } from '../../../platform/mail/outbox.ts';
import { readFrenchMobile } from '../../../platform/phone-numbers.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { queueUnprovedSms } from '../../../platform/sms/unproved-numbers.ts';
import { chooseDelivery, listAgreements, lockAgreement, readOwnerChoice } from '../../employers/employers.ts';
import { agreementCodeOf, findOwner, requestCode, verifyCode } from '../../identity/identity.ts';
import { agreementMails, agreementTexts } from './agreement.messages.ts';
import { makeAgreementReceipt, type Receipt } from './agreement-receipt.ts';
import { presentAgreement } from './agreement-status.ts';

const agreementChoice = z.object({ employerId: z.string(), accepted: z.boolean(), phone: z.string() });
type Choice = z.output<typeof agreementChoice>;

/** When an SMS that was one too many is none any more, at the latest. */
const aDaySeconds = 86_400;

/**
 * Texts the code that switches an employer's payslips off or on to the phone of the profile.
 * @throws {DomainError} EntityNotFound, RefusalDisabled, PhoneNumberFormatError, CodeRequestRateLimitExceeded
 */
export async function requestAgreementCode(
  platform: Platform,
  owner: Owner,
  { employerId, accepted }: { employerId: string; accepted: boolean },
): Promise<void> {
  const agreements = await listAgreements(platform.db, platform, owner.safeId);
  const agreement = agreements.find(({ employer }) => employer.id === employerId);
  if (!agreement) throw new DomainError('EntityNotFound', { field: 'employerId' });
  assertAllowed(agreement, accepted);
  await platform.db.transaction().execute(async (tx) => {
    const { phone: known, locale } = await mustReadOwner(tx, platform, owner);
    const phone = readFrenchMobile(known ?? '');
    if (phone === null) throw new DomainError('PhoneNumberFormatError');
    const subject: Choice = { employerId, accepted, phone };
    const { code, expiresAt, name } = await requestCode(tx, platform, { ...agreementCodeOf(owner.safeId), subject });
    const text = agreementTexts[locale].agreementCode(code);
    const sms = { account: owner.safeId, to: phone, text, validUntil: expiresAt, ofCode: name };
    if (!(await queueUnprovedSms(tx, platform, sms)))
      throw new DomainError('CodeRequestRateLimitExceeded', { retryAfterSeconds: aDaySeconds });
  });
}

/** Takes effect at once; a choice that is made already keeps its date. */
export const verifyAgreementCode = (platform: Platform, owner: Owner, code: string): Promise<Agreement> =>
  verifyCode(platform, { ...agreementCodeOf(owner.safeId), code, subject: agreementChoice }, async (tx, choice) => {
    const { employerId, accepted } = choice;
    const agreement = await lockAgreement(tx, platform, { safeId: owner.safeId, employerId });
    // Only an owner who is no longer an employee of that employer: the choice is about nothing.
    if (!agreement) throw new DomainError('NoVerificationCode');
    assertAllowed(agreement, accepted);
    if (agreement.accepted === accepted) return presentAgreement(agreement);
    const since = await choose(tx, platform, { owner, choice, employerName: agreement.employer.name });
    return presentAgreement({ ...agreement, accepted, since });
  });

type Choosing = { owner: Owner; choice: Choice; employerName: string };

async function choose(tx: Tx, platform: Platform, { owner, choice, employerName }: Choosing): Promise<Date> {
  const { safeId, address } = owner;
  const { employerId, accepted, phone } = choice;
  const { firstName, lastName, email, locale } = await mustReadOwner(tx, platform, owner);
  const journalHash = await appendJournal(tx, platform, {
    safeId,
    actor: { kind: 'owner' },
    action: accepted ? 'agreement.accepted' : 'agreement.refused',
    details: { title: employerName, address },
  });
  const facts = { firstName, lastName, employerName, phone };
  const chosenAt = await chooseDelivery(tx, platform, { safeId, employerId, accepted, facts, journalHash });
  const pageUrl = new URL('/account/dematerialization', platform.settings.publicUrl).href;
  const mailed = { employerName, chosenAt, pageUrl };
  const mail = accepted ? agreementMails[locale].accepted(mailed) : agreementMails[locale].refused(mailed);
  await queueMail(tx, platform, { to: email, ...mail });
  return chosenAt;
}

/** Payslips may be switched on again whatever the employer allows. */
function assertAllowed({ refusalAllowed }: { refusalAllowed: boolean }, accepted: boolean): void {
  if (!accepted && !refusalAllowed) throw new DomainError('RefusalDisabled');
}

async function mustReadOwner(db: Db | Tx, platform: Platform, { safeId }: Owner) {
  const profile = await findOwner(db, platform, safeId);
  if (!profile) throw new DomainError('AuthTokenNotValid');
  return profile;
}

type Wanted = { employerId: string; locale: Locale | null };

/**
 * The receipt of the last choice, in the owner's language unless another is asked for.
 * @throws {DomainError} EntityNotFound
 */
export async function readAgreementReceipt(
  platform: Platform,
  owner: Owner,
  { employerId, locale }: Wanted,
): Promise<Receipt> {
  const choice = await readOwnerChoice(platform, { safeId: owner.safeId, employerId });
  if (!choice) throw new DomainError('EntityNotFound');
  return makeAgreementReceipt(choice, locale ?? (await mustReadOwner(platform.db, platform, owner)).locale);
}
