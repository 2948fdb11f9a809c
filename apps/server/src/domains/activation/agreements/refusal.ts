import { z } from 'zod';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Guest, Newcomer } from '../../../platform/http/actors.ts';
import type { Locale } from '../../../platform/http/locale.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import { readFrenchMobile } from '../../../platform/phone-numbers.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { queueUnprovedSms } from '../../../platform/sms/unproved-numbers.ts';
import { markRefused, readEmployee, readEmployeeChoice, type EmployeeKey } from '../../employers/employers.ts';
import { answererOf, askerOf, requestCode, verifyCode } from '../../identity/identity.ts';
import { activationTexts } from '../activation.messages.ts';
import { makeAgreementReceipt, type Receipt } from './agreement-receipt.ts';
import { findNewcomer, type Said } from '../begin-activation.ts';

const refusingPhone = z.object({ phone: z.string() });

/** The code belongs to the asker; the counts do too, whatever the number of tokens and of phones. */
const codeOf = ({ employerId, employeeId }: EmployeeKey) => ({
  purpose: 'refusal',
  owner: `${employerId}/${employeeId}`,
});

type Asked = Said & { phone: string; locale: Locale };

/**
 * Texts the code that confirms a refusal to who holds the activation code. One request too many sends nothing,
 * without an error.
 * @throws {DomainError} PhoneNumberFormatError, EntityNotFound, VerificationCodeRateLimitExceeded,
 * RefusalDisabled
 */
export async function requestRefusalCode(
  platform: Platform,
  guest: Guest,
  { phone: typed, locale, ...said }: Asked,
): Promise<{ activationToken: string }> {
  const phone = readFrenchMobile(typed);
  if (phone === null) throw new DomainError('PhoneNumberFormatError', { field: 'phone' });
  const key = await findNewcomer(platform, guest, said);
  try {
    await platform.db.transaction().execute(async (tx) => {
      if (!(await lockRefusable(tx, platform, key))) throw new DomainError('EntityNotFound');
      const asked = { ...codeOf(key), asker: askerOf(guest), subject: { phone } };
      const { code, expiresAt, name } = await requestCode(tx, platform, asked);
      const text = activationTexts[locale].refusalCode(code);
      const sms = { to: phone, text, validUntil: expiresAt, ofCode: name };
      await queueUnprovedSms(tx, platform, { account: key.employeeId, ...sms });
    });
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'CodeRequestRateLimitExceeded')) throw error;
  }
  const about = { sub: key.employeeId, sid: key.employerId };
  return { activationToken: await platform.tokens.issue('activation', about, guest) };
}

/** Refuses; who has refused already keeps the date. The activation code stays good. */
export async function verifyRefusalCode(platform: Platform, newcomer: Newcomer, code: string): Promise<void> {
  const given = { ...codeOf(newcomer), asker: answererOf(newcomer), code, subject: refusingPhone };
  await verifyCode(platform, given, (tx, { phone }) => refuse(tx, platform, { newcomer, phone }));
}

async function refuse(tx: Tx, platform: Platform, { newcomer, phone }: { newcomer: Newcomer; phone: string }) {
  const { employerId, employeeId, address } = newcomer;
  const key = { employerId, employeeId };
  const employee = await lockRefusable(tx, platform, key);
  if (!employee) throw new DomainError('AuthTokenNotValid');
  if (employee.state === 'refused') return;
  const { firstName, lastName, employerName, waitingSafeId: safeId } = employee;
  const entry = { actor: { kind: 'owner' }, action: 'agreement.refused' } as const;
  const details = { title: employerName, address };
  const journalHash = safeId === null ? null : await appendJournal(tx, platform, { safeId, ...entry, details });
  await markRefused(tx, platform, { key, facts: { firstName, lastName, employerName, phone }, journalHash });
}

/** Locks an employee who may refuse until the end, so that no safe is opened meanwhile; null where one is open. */
async function lockRefusable(tx: Tx, platform: Platform, key: EmployeeKey) {
  const employee = await readEmployee(tx, platform, key);
  if (!employee || employee.state === 'activated') return null;
  if (employee.refusalDisabled) throw new DomainError('RefusalDisabled');
  return employee;
}

/** @throws {DomainError} EntityNotFound where nothing was refused */
export async function readRefusalReceipt(
  platform: Platform,
  { employerId, employeeId }: Newcomer,
  locale: Locale,
): Promise<Receipt> {
  const choice = await readEmployeeChoice(platform, { employerId, employeeId });
  if (!choice || choice.accepted) throw new DomainError('EntityNotFound');
  return makeAgreementReceipt(choice, locale);
}
