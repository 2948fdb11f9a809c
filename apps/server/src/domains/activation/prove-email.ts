import { z } from 'zod';
import { DomainError } from '../../platform/domain-error.ts';
import type { Newcomer } from '../../platform/http/actors.ts';
import type { Locale } from '../../platform/http/locale.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { openJson, sealJson } from '../../platform/sealing/values.ts';
import { hasAccount, isTokenSpent, requestCode, verifyCode } from '../identity/identity.ts';
import { activationMails } from './activation.messages.ts';
import { isForbiddenAddress } from './addresses.ts';
import { findProof, replaceProof } from './proofs.store.ts';

const provedEmail = z.object({ email: z.string() });

/** The counts belong to the employee, whatever the number of tokens. */
const codeOf = ({ employerId, employeeId }: Newcomer) => ({
  purpose: 'activation-email',
  owner: `${employerId}/${employeeId}`,
});

/** Mails a code to the address that is to become the login, whether or not it has an account. */
export async function sendEmailCode(
  platform: Platform,
  newcomer: Newcomer,
  { email, locale }: { email: string; locale: Locale },
): Promise<void> {
  if (await isForbiddenAddress(platform, email, { employerId: newcomer.employerId }))
    throw new DomainError('EmailIsForbidden', { field: 'email' });
  await platform.db.transaction().execute(async (tx) => {
    const made = await requestCode(tx, platform, { ...codeOf(newcomer), subject: { email } });
    const mail = { to: email, ...activationMails[locale].emailCode(made.code) };
    await queueMail(tx, platform, { ...mail, validUntil: made.expiresAt, ofCode: made.name });
  });
}

/** The address is then remembered for this activation token. Only now the caller learns that it has an account. */
export async function verifyEmailCode(platform: Platform, newcomer: Newcomer, code: string): Promise<void> {
  const given = { ...codeOf(newcomer), code, subject: provedEmail };
  await verifyCode(platform, given, async (tx, { email }) => {
    if (await hasAccount(tx, platform, email)) throw new DomainError('EmailAlreadyExists', { field: 'email' });
    await rememberEmail(tx, platform, { tokenId: newcomer.tokenId, email });
  });
}

async function rememberEmail(tx: Tx, platform: Platform, { tokenId, email }: { tokenId: string; email: string }) {
  const lifeMs = platform.tokens.lifeSeconds('activation') * 1000;
  await replaceProof(tx, {
    tokenId,
    sealedEmail: sealJson(platform.secrets.values, placeOf(tokenId), { email }),
    expiresAt: new Date(platform.clock.now().getTime() + lifeMs),
  });
}

/** @throws {DomainError} EmailNotVerified */
export async function readProvedEmail({ db, clock, secrets }: Platform, { tokenId }: Newcomer): Promise<string> {
  const proof = await findProof(db, tokenId, clock.now());
  // A faster call has ended the token together with the proof.
  if (!proof) throw new DomainError((await isTokenSpent(db, tokenId)) ? 'AuthTokenNotValid' : 'EmailNotVerified');
  return provedEmail.parse(openJson(secrets.values, placeOf(tokenId), proof.sealedEmail)).email;
}

const placeOf = (tokenId: string) => ({ table: 'activation_proofs', column: 'sealed_email', row: tokenId });
