import type { CodeMode } from '@perenne/contract/shares';
import { verificationCode, withoutSpaces } from '@perenne/contract/fields';
import { z } from 'zod';
import { DomainError, InvalidRequest } from '../../../platform/domain-error.ts';
import type { LinkHolder } from '../../../platform/http/actors.ts';
import type { Locale } from '../../../platform/http/locale.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import { queueMail } from '../../../platform/mail/outbox.ts';
import type { Platform } from '../../../platform/platform.ts';
import { spareDisk } from '../../../platform/postgres/early-commit.ts';
import { queueSms } from '../../../platform/sms/outbox.ts';
import {
  answererOf,
  endCode,
  guardsOf,
  hasCode,
  normaliseEmail,
  requestCode,
  tryUnderGuards,
  verifyCode,
  type Asker,
} from '../../identity/identity.ts';
import { openRecipient, openShare, securityTag } from '../sealed-share.ts';
import { isBlocked } from '../sending/blocks.ts';
import { countSms } from '../sending/quotas.ts';
import { codeTexts, recipientMails } from '../share.messages.ts';
import { answeringVisitor, askingVisitor, rememberVisitor } from './known-visitors.ts';
import { openVisit, type OpenedVisit } from './open-visit.ts';

/**
 * A code proves the address, or the address with a number, whichever sender named them. It belongs to the share and the
 * asker, whose tries close no other share; all askers of all shares of that recipient together have a bound.
 */
const codeOf = (mode: CodeMode, { email, phone }: { email: string; phone: string | null }) =>
  mode === 'EMAIL'
    ? { purpose: 'sharing-email', owner: normaliseEmail(email) }
    : { purpose: 'sharing-sms', owner: `${normaliseEmail(email)} ${phone}` };

/** An asker of a code for one share: its name holds no space. */
const ofShare = (asker: Asker, { shareId }: LinkHolder): Asker => ({ ...asker, name: `${asker.name}/${shareId}` });

const otherMode = (mode: CodeMode): CodeMode => (mode === 'EMAIL' ? 'SMS' : 'EMAIL');

/** The end of a message that is of no use from the start: the worker does not send it. */
const never = new Date(0);

/**
 * Sends the code that proves a recipient. One request too many sends nothing, without an error.
 * @throws {DomainError} SharingSendCodeModeNotFound; TooManyRequests where no more SMS go to the number, or for the safe
 */
export async function sendSharingCode(
  platform: Platform,
  link: LinkHolder,
  { mode, locale }: { mode: CodeMode; locale: Locale },
): Promise<void> {
  const { values } = await platform.vault.keysOf(link.safeId, 'sharing');
  const { email, phone } = openRecipient(values, link.recipientId, link.sealedRecipient);
  if (email === null || (mode === 'SMS' && phone === null)) throw new DomainError('SharingSendCodeModeNotFound');
  const contact = { email, phone };
  const asker = ofShare(await askingVisitor(platform, link, codeOf(mode, contact)), link);
  const isUnwanted = await isBlocked(platform.db, platform, { safeId: link.safeId, email });
  try {
    await platform.db.transaction().execute(async (tx) => {
      const asked = { ...codeOf(mode, contact), asker, subject: { mode } };
      const { code, expiresAt, name: ofCode } = await requestCode(tx, platform, asked);
      await endCode(tx, platform, { ...codeOf(otherMode(mode), contact), asker });
      if (phone !== null && mode === 'SMS') await countSms(tx, platform, { safeId: link.safeId, phone });
      // Counted, answered and queued as the others, in the same time: whoever asks may be the sender.
      const validUntil = isUnwanted ? never : expiresAt;
      if (phone !== null && mode === 'SMS')
        await queueSms(tx, platform, { to: phone, text: codeTexts[locale](code), validUntil, ofCode });
      else await queueMail(tx, platform, { to: email, ...recipientMails[locale].code(code), validUntil, ofCode });
    });
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'CodeRequestRateLimitExceeded')) throw error;
  }
}

/**
 * Opens a share to who gives the right code: what was sent, or the code that the sender of a link has given.
 * @throws {DomainError} SharingCodeNotFoundForUser, WrongVerificationCode, ExpiredVerificationCode,
 * VerificationCodeRateLimitExceeded; InvalidRequest for what cannot be a code
 */
export async function verifySharingCode(platform: Platform, link: LinkHolder, code: string): Promise<OpenedVisit> {
  try {
    return await (link.mode === 'LINK' ? verifySecurityCode(platform, link, code) : verifySent(platform, link, code));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'NoVerificationCode') throw new DomainError('SharingCodeNotFoundForUser');
    if (error.code === 'WrongVerificationCode') await recordRefusal(platform, link);
    throw error;
  }
}

async function verifySent(platform: Platform, link: LinkHolder, typed: string): Promise<OpenedVisit> {
  const parsed = verificationCode.safeParse(typed);
  if (!parsed.success) throw new InvalidRequest([{ field: 'code', rule: typed === '' ? 'required' : 'format' }]);
  const { values } = await platform.vault.keysOf(link.safeId, 'sharing');
  const { email, phone } = openRecipient(values, link.recipientId, link.sealedRecipient);
  if (email === null) throw new DomainError('SharingCodeNotFoundForUser');
  const contact = { email, phone };
  const isSms = await hasCode(platform, { ...codeOf('SMS', contact), asker: ofShare(answererOf(link), link) });
  const mode = isSms ? 'SMS' : 'EMAIL';
  const key = codeOf(mode, contact);
  const asker = ofShare(await answeringVisitor(platform, link, key), link);
  const given = { ...key, asker, code: parsed.data, subject: z.object({ mode: z.literal(mode) }) };
  return verifyCode(platform, given, async (tx) => {
    await rememberVisitor(tx, platform, { origin: link, proved: key });
    return openVisit(tx, platform, { link, proof: mode });
  });
}

/** If a link has no code, having it is enough. The tries belong to the link and the asker: a new link begins again. */
async function verifySecurityCode(platform: Platform, link: LinkHolder, code: string): Promise<OpenedVisit> {
  const key = { purpose: 'sharing-link', owner: link.linkId };
  const guards = guardsOf({ ...key, asker: await answeringVisitor(platform, link, key) });
  return tryUnderGuards(platform, guards, async (tx) => {
    if (!isSecurityCode(platform, link, code)) return new DomainError('WrongVerificationCode');
    await rememberVisitor(tx, platform, { origin: link, proved: key });
    // A lost visit is begun again with the link: nobody waits for the disk, as for a reading.
    const [visit] = await Promise.all([openVisit(tx, platform, { link, proof: 'LINK' }), spareDisk(tx)]);
    return visit;
  });
}

/** Without its spaces, however it is typed; or as it is typed, for codes that were kept with theirs. */
function isSecurityCode({ secrets }: Platform, { securityTag: tag, shareId }: LinkHolder, typed: string): boolean {
  if (tag === null) return true;
  return [withoutSpaces(typed), typed].some((code) => tag.equals(securityTag(secrets, shareId, code)));
}

async function recordRefusal(platform: Platform, link: LinkHolder): Promise<void> {
  const { safeId, shareId } = link;
  const { values } = await platform.vault.keysOf(safeId, 'sharing');
  const { email } = openRecipient(values, link.recipientId, link.sealedRecipient);
  await appendJournal(platform.db, platform, {
    ...{ safeId, action: 'share.open-refused', objectId: shareId, result: 'refused' },
    actor: { kind: 'visitor', ...(email !== null && { name: email }) },
    details: { title: openShare(values, shareId, link.sealedShare).title, address: link.address },
  });
}
